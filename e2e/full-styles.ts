import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import postcss from 'postcss';

/** Set to compare each screen that tests take with how it looks under all of Polaris' style sheet. */
export const comparesStyles = Boolean(process.env.COMPARE_STYLES);

const fullStyles = fileURLToPath(import.meta.resolve('@shopify/polaris/build/esm/styles.css'));
const folder = join('.cache', 'screens-full-styles');

const classPattern = /(?<=\.)Polaris-[\w-]+/g;

/** Selectors of all of Polaris by the classes in them, without the states of elements. */
const selectorsByClass = new Map<string, string[]>();
postcss.parse(readFileSync(fullStyles, 'utf8')).walkRules(({ selectors }) => {
  for (const selector of selectors) {
    for (const name of selector.match(classPattern) ?? []) {
      selectorsByClass.set(name, [...(selectorsByClass.get(name) ?? []), withoutStates(selector)]);
    }
  }
});

/** Fails where an element fits a selector of Polaris whose rules are not in the style sheets that its frame has loaded. */
export async function expectNoLostStyles(page: Page): Promise<void> {
  const lost = await Promise.all(page.frames().map(lostIn));
  expect(lost.flat(), "what has lost its rules in the app's style sheets").toEqual([]);
}

async function lostIn(frame: Frame): Promise<string[]> {
  const { sheets, used } = await frame.evaluate(() => ({
    sheets: [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
      ({ href }) => new URL(href).pathname,
    ),
    used: [
      ...new Set([...document.querySelectorAll('[class]')].flatMap((each) => [...each.classList])),
    ],
  }));
  if (!sheets.some((path) => path.includes('/assets/polaris-'))) return [];
  const selectors = used
    .filter((name) => !sheets.some((path) => classesOf(path).has(name)))
    .flatMap((name) => selectorsByClass.get(name) ?? []);
  return await frame.evaluate(
    (each) => each.filter((selector) => document.querySelector(selector)),
    selectors,
  );
}

const classesBySheet = new Map<string, ReadonlySet<string>>();

/** The classes of Polaris in a style sheet of the app, at its path. */
function classesOf(path: string): ReadonlySet<string> {
  const known = classesBySheet.get(path);
  if (known) return known;
  const styles = readFileSync(join('build', 'client', path), 'utf8');
  const classes = new Set(styles.match(classPattern));
  classesBySheet.set(path, classes);
  return classes;
}

/** An element may come into a state later, and its parts are no elements. */
function withoutStates(selector: string): string {
  return selector
    .replace(/::?(before|after|placeholder|-[a-z-]+)(?![\w-])/g, '')
    .replace(
      /:(hover|focus|focus-visible|focus-within|active|disabled|checked)(?![\w-])/g,
      ':where(*)',
    );
}

const media = [
  { name: 'screen', options: {} },
  { name: 'print', options: { media: 'print' } },
  { name: 'forced-colors', options: { forcedColors: 'active' } },
] as const;

/** Fails where a pixel of the page differs from what all of Polaris' style sheet makes of it. */
export async function compareWithFullStyles(page: Page, name: string): Promise<void> {
  for (const { name: medium, options } of media) {
    await page.emulateMedia(options);
    const file = join(folder, `${name}-${medium}`);
    const take = (styles: string): Promise<Buffer> =>
      page.screenshot({
        path: `${file}-${styles}.png`,
        animations: 'disabled',
        style: '* { caret-color: transparent !important; }',
      });
    const ours: Buffer[] = [];
    const full: Buffer[] = [];
    const isSame = () => ours.some((mine) => full.some((theirs) => mine.equals(theirs)));
    // What is drawn anew may differ by a shade at a rounded edge under the same styles too: a few drawings each, no more.
    for (let round = 0; round < 3 && !isSame(); round += 1) {
      const restore = await showFullStyles(page);
      full.push(await take('full'));
      await restore();
      ours.push(await take('ours'));
    }
    expect(isSame(), `${file}: no pixel differs from all of Polaris' styles`).toBe(true);
    await page.emulateMedia({ media: null, forcedColors: null });
  }
}

/** Gives every frame with our style sheet the full one; what it returns takes it away again. */
async function showFullStyles(page: Page): Promise<() => Promise<void>> {
  const address = '/all-of-polaris.css';
  await page.route(`**${address}`, (route) => route.fulfill({ path: fullStyles }));
  const swap = async (from: string, to?: string): Promise<boolean[]> =>
    await Promise.all(
      page.frames().map((frame) =>
        frame.evaluate(
          async ({ from, to }) => {
            const link = document.querySelector<HTMLLinkElement>(
              `link[rel="stylesheet"][href*="${from}"]`,
            );
            if (!link) return false;
            const before = link.href;
            await new Promise((resolve, reject) => {
              link.onload = resolve;
              link.onerror = reject;
              link.href = to ?? link.dataset.before ?? '';
            });
            link.dataset.before = before;
            // Those that came with dialogs.
            const others = document.querySelectorAll<HTMLLinkElement>(
              'link[rel="stylesheet"][href*="/assets/"]',
            );
            for (const other of others) if (other !== link) other.media = to ? 'not all' : 'all';
            await new Promise((resolve) =>
              requestAnimationFrame(() => requestAnimationFrame(resolve)),
            );
            return true;
          },
          { from, to },
        ),
      ),
    );
  expect(await swap('/assets/polaris-', address), 'frames with our style sheet').toContain(true);
  return async () => {
    await swap(address);
  };
}
