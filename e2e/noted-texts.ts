import type { Page } from '@playwright/test';

/** Records which of the texts appear, however briefly, on the page or in the selected elements. */
export async function noteTexts(
  page: Page,
  texts: string[],
  elements = 'body',
): Promise<Set<string>> {
  const noted = new Set<string>();
  await page.exposeFunction('noteText', (text: string) => {
    noted.add(text);
  });
  await page.addInitScript(
    ({ wanted, selector }) => {
      const note: unknown = Reflect.get(window, 'noteText');
      if (typeof note !== 'function') return;
      new MutationObserver(() => {
        const shown = [...document.querySelectorAll(selector)].map(
          ({ textContent }) => textContent,
        );
        for (const text of wanted) if (shown.some((each) => each?.includes(text))) note(text);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    },
    { wanted: texts, selector: elements },
  );
  return noted;
}
