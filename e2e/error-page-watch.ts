import type { Page } from '@playwright/test';

const headings = [
  'Error',
  'Something went wrong',
  'Something went wrong!',
  'Application Error',
  'Update required',
  'Missing Shopify API key',
  'There is no page at this address',
  "Open Cadence from your store's admin",
];

/** From now on, an error page in a page or its frames, however brief, logs a console error, which fails the test. */
export async function watchForErrorPages(page: Page): Promise<void> {
  await page.addInitScript((unwanted) => {
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h1')) {
        const text = heading.textContent ?? '';
        if (unwanted.includes(text)) console.error(`An error page showed: ${text}`);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, headings);
}
