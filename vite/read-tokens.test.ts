import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readGroups, withReadTokens } from './read-tokens.ts';

const sourceOf = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../node_modules/@shopify/${path}`, import.meta.url)), 'utf8');

const tokens = () => sourceOf('polaris-tokens/dist/esm/build/index.mjs');

it('leaves the module as it is but for the themes', () => {
  const code = tokens();
  const reduced = withReadTokens(code);
  expect(reduced.length).toBeLessThan(code.length / 20);
  const after = (text: string) => text.slice(text.indexOf('var themeDefault'));
  expect(after(reduced)).toBe(after(code));
  expect(reduced).toContain('"motion-duration-200":"200ms"');
  expect(reduced).not.toContain('color-bg');
});

it('says so where the tokens look otherwise', () => {
  expect(() => withReadTokens('const themes = {};')).toThrow('have moved');
  expect(() => withReadTokens('var themes = {\n"light": {}\n};')).toThrow('has no breakpoints');
});

it('keeps every group that Polaris reads', () => {
  const folder = fileURLToPath(
    new URL('../node_modules/@shopify/polaris/build/esm', import.meta.url),
  );
  const readers = globSync('**/*.js', { cwd: folder })
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .filter((code) => /\b(themeDefault|[uU]seTheme)\b/.test(code));
  const groups = readers.flatMap((code) =>
    [...code.matchAll(/(?<!-)\btheme(?:Default)?\.(?!js\b)(\w+)/g)].map(([, group]) => group),
  );
  expect([...new Set(groups)].sort()).toEqual([...readGroups].sort());
  // Taken apart or read by a name that is computed, a theme would escape the expression above.
  for (const code of readers) {
    expect(code).not.toMatch(/\}\s*=\s*(useTheme\(\)|themeDefault)|\btheme(Default)?\[/);
  }
});

it('belongs to Polaris alone', () => {
  const folder = fileURLToPath(new URL('../app', import.meta.url));
  const own = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      /polaris-tokens|\buseTheme\b/.test(readFileSync(`${folder}/${file}`, 'utf8')),
  );
  expect(own).toEqual([]);
});
