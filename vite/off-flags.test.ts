import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { offFlags, withoutFlags } from './off-flags.ts';

const folder = fileURLToPath(new URL('../node_modules/@remix-run/react/dist/esm', import.meta.url));
const modules = globSync('*.js', { cwd: folder }).map((file) =>
  readFileSync(`${folder}/${file}`, 'utf8'),
);

it('takes those that are off', () => {
  expect(offFlags).toEqual(['v3_singleFetch', 'v3_lazyRouteDiscovery']);
});

it.each([
  ['if (window.__remixContext.future.v3_singleFetch) decode();', 'if (false) decode();'],
  ['let x = context.future.v3_singleFetch ? 1 : 2;', 'let x = false ? 1 : 2;'],
  ['return future.v3_lazyRouteDiscovery === true;', 'return false === true;'],
  ['return future.v3_fetcherPersist;', 'return future.v3_fetcherPersist;'],
])('writes %s as it is known to be', (code, expected) => {
  expect(withoutFlags(code, offFlags)).toBe(expected);
});

it('leaves no question for them in any module of Remix', () => {
  expect(modules.filter((code) => /\bfuture\.v3_singleFetch\b/.test(code))).not.toEqual([]);
  for (const code of modules) {
    expect(withoutFlags(code, offFlags)).not.toMatch(/v3_(singleFetch|lazyRouteDiscovery)/);
  }
});
