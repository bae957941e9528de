import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-fingerprint-'));
  mkdirSync(join(folder, 'app/routes'), { recursive: true });
  writeFileSync(join(folder, 'app/root.tsx'), 'root');
  writeFileSync(join(folder, 'app/routes/index.tsx'), 'index');
  writeFileSync(join(folder, 'package.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = () => fingerprint(folder, ['app', 'package.json', 'not-there.ts']);

test('stays the same while nothing changes, in whatever order the paths are given', () => {
  expect(take()).toBe(take());
  expect(fingerprint(folder, ['not-there.ts', 'package.json', 'app'])).toBe(take());
});

test('changes with a content, a new file, a removed one, a renamed one, and one that appears', () => {
  const seen = [take()];
  writeFileSync(join(folder, 'app/routes/index.tsx'), 'other');
  seen.push(take());
  writeFileSync(join(folder, 'app/routes/shipping.tsx'), '');
  seen.push(take());
  renameSync(join(folder, 'app/routes/shipping.tsx'), join(folder, 'app/routes/users.tsx'));
  seen.push(take());
  writeFileSync(join(folder, 'not-there.ts'), '');
  seen.push(take());
  expect(new Set(seen).size).toBe(seen.length);
  rmSync(join(folder, 'not-there.ts'));
  rmSync(join(folder, 'app/routes/users.tsx'));
  expect(take()).toBe(seen[1]);
});

test('leaves out what does not count', () => {
  const count = (path: string) => !path.endsWith('.test.ts');
  const before = fingerprint(folder, ['app'], count);
  writeFileSync(join(folder, 'app/root.test.ts'), 'test');
  expect(fingerprint(folder, ['app'], count)).toBe(before);
  expect(fingerprint(folder, ['app'])).not.toBe(before);
});
