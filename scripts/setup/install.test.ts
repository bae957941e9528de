import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { agrees } from './install.mjs';
import { repositoryFolder } from './repository.mjs';

const account = (packages: Record<string, unknown>) => JSON.stringify({ packages });

describe('whether what is installed is what the lock names', () => {
  const lock = account({
    '': { name: 'cadence' },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/fsevents': { version: '2.0.0', optional: true },
  });
  test.each([
    ['the same', { 'node_modules/hono': { version: '4.0.0' } }, true],
    [
      'more than the lock knows of',
      { 'node_modules/hono': { version: '4.0.0' }, 'node_modules/x': { version: '1.0.0' } },
      true,
    ],
    ['another version', { 'node_modules/hono': { version: '4.0.1' } }, false],
    ['one missing', {}, false],
    [
      'another version of an optional one',
      { 'node_modules/hono': { version: '4.0.0' }, 'node_modules/fsevents': { version: '1.0.0' } },
      false,
    ],
  ])('%s', (_, packages, expected) => {
    expect(agrees(lock, account(packages))).toBe(expected);
  });
});

test('an old Node gets one clear sentence', () => {
  const pretend = 'Object.defineProperty(process.versions, "node", { value: "18.20.4" })';
  const start = join(repositoryFolder, 'scripts/start.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, start, 'demo'],
    { encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Node 18.20.4 is too old: install Node 20 or newer, then run the command again.\n',
  });
});

test('the lock names the packages of every platform', () => {
  // A registry that lacks some of them makes npm leave them out of the lock, and then `npm ci` refuses it everywhere.
  const { packages } = z
    .object({
      packages: z.record(
        z.string(),
        z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
      ),
    })
    .parse(JSON.parse(readFileSync(join(repositoryFolder, 'package-lock.json'), 'utf8')));
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, place, name)),
  );
  expect(missing, 'run: node scripts/complete-lock.mjs').toEqual([]);
});

/** Looks where Node would: beside the package that asks, then in each folder above. */
function isLocked(packages: Record<string, unknown>, place: string, name: string): boolean {
  const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
  if (candidate in packages) return true;
  if (place === '') return false;
  const outer = place.lastIndexOf('/node_modules/');
  return isLocked(packages, outer === -1 ? '' : place.slice(0, outer), name);
}
