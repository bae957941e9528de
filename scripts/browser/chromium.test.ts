import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium, findWholeChromium } from './chromium.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-chromium-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function place(path: string, mode: number) {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

test('CHROMIUM_PATH wins, and a wrong one is told of', () => {
  const chosen = place('chosen', 0o755);
  place('bin/chromium', 0o755);
  const PATH = join(folder, 'bin');
  expect(findChromium({ PATH, CHROMIUM_PATH: chosen })).toBe(chosen);
  expect(() => findChromium({ PATH, CHROMIUM_PATH: join(folder, 'absent') })).toThrow(
    `CHROMIUM_PATH is ${join(folder, 'absent')}, which is not a program.`,
  );
});

test('the first known program on PATH is taken, the headless shell before all', () => {
  place('one/google-chrome', 0o755);
  const PATH = [join(folder, 'one'), join(folder, 'two')].join(delimiter);
  expect(findChromium({ PATH })).toBe(join(folder, 'one/google-chrome'));
  expect(findChromium({ PATH: `${delimiter}${PATH}` })).toBe(join(folder, 'one/google-chrome'));
  const chromium = place('two/chromium', 0o755);
  expect(findChromium({ PATH })).toBe(chromium);
  const shell = place('two/chromium-headless-shell', 0o755);
  expect(findChromium({ PATH })).toBe(shell);
  expect(findWholeChromium({ PATH })).toBe(chromium);
  expect(findWholeChromium({ PATH, CHROMIUM_PATH: shell })).toBe(shell);
});
