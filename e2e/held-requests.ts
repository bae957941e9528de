import type { Page } from '@playwright/test';

/** Holds the app's requests to a path back until the returned function is called. */
export async function holdRequests(
  page: Page,
  method: 'GET' | 'POST',
  path: string,
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === method) await released;
      await route.fallback();
    },
  );
  return release;
}
