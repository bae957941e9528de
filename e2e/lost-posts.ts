import type { Page } from '@playwright/test';

/** Loses what a screen's forms send, until `page.unrouteAll()`. */
export const losePosts = (page: Page, screen: string): Promise<unknown> =>
  page.route(
    ({ pathname }) => pathname === screen,
    (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()),
  );
