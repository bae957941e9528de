import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryLock, withLock } from './lock.mjs';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-lock-'));
  path = join(folder, 'deep', 'build.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('one holder at a time, and the next after it gave the lock back', () => {
  const release = tryLock(path);
  expect(release).toBeTypeOf('function');
  expect(tryLock(path)).toBeUndefined();
  release?.();
  expect(existsSync(path)).toBe(false);
  const second = tryLock(path);
  expect(second).toBeTypeOf('function');
  second?.();
});

test('work under a lock never overlaps, and its waiting is announced', async () => {
  const events: string[] = [];
  let waits = 0;
  const work = (name: string) => async () => {
    events.push(`${name} starts`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
  };
  const announce = () => {
    waits += 1;
  };
  await Promise.all(['a', 'b', 'c'].map((name) => withLock(path, work(name), announce)));
  expect(waits).toBe(2);
  expect(events).toHaveLength(6);
  for (let index = 0; index < events.length; index += 2) {
    expect(events[index + 1]).toBe(events[index]?.replace('starts', 'ends'));
  }
});

test('a lock is given back when the work fails', async () => {
  await expect(
    withLock(path, async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(existsSync(path)).toBe(false);
});

test('the lock of a process that is gone is taken over', () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  tryLock(path)?.();
  writeFileSync(path, `${gone} left-behind`);
  const release = tryLock(path);
  expect(release).toBeTypeOf('function');
  release?.();
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
});

test('a lock that nobody has touched for long is taken over, though a process has its id', () => {
  tryLock(path)?.();
  writeFileSync(path, `${process.pid} left-behind`);
  expect(tryLock(path)).toBeUndefined();
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(path, longAgo, longAgo);
  const release = tryLock(path);
  expect(release).toBeTypeOf('function');
  release?.();
});
