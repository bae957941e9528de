import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// The merchants' guide names buttons, fields and messages as the screens do.

/** Examples, words that are only stressed, and what Polaris itself names. */
const notOfScreens = new Set([
  ...['House rotation', 'Every week or two', 'every 2 weeks', 'next date', 'paid', '1 fewer'],
  ...['Roasted on Tuesdays. Changes until the Saturday before, 11:59 PM Pacific Time'],
  ...['More actions'],
]);

const read = (pattern: string) =>
  globSync(pattern)
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(path, 'utf8'));
const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ');

/** The names in italics, and the quoted texts, without the code that a scale's builder reads. */
function namesIn(page: string): string[] {
  const text = page.replaceAll(/`[^`]*`|\*\*/g, '');
  return [...text.matchAll(/(?<![\w*])\*(?! )([^*]+)\*(?!\w)|"([^"]+)"/g)].map(
    ([, italic, quoted]) => plain(italic ?? quoted ?? '').replace(/\.$/, ''),
  );
}

it('the guide names nothing that no screen has', () => {
  const screens =
    '{app,contract,extensions,services/subscription-api}/**/*.{ts,tsx,liquid,json,toml}';
  const texts = plain(read(screens).join('\n'));
  const names = read('docs/guide/*.md').flatMap(namesIn);
  expect(names.length).toBeGreaterThan(100);
  // A text, or its beginning.
  const isThere = (name: string) =>
    new RegExp(`['"\`>] ?${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`).test(texts);
  const unknown = names.filter((name) => !notOfScreens.has(name) && !isThere(name));
  expect(unknown).toEqual([]);
});
