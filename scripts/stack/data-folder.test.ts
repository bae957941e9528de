import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureCredentials } from './credentials.ts';
import { takeDataFolder } from './data-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('one stack at a time has a data folder', async () => {
  const taken = await takeDataFolder(join(folder, 'data'));
  expect(statSync(taken.logFolder).isDirectory()).toBe(true);
  await expect(takeDataFolder(join(folder, 'data'))).rejects.toThrow(
    `The data folder ${join(folder, 'data')} is in use by another start: stop that one, or choose another folder with DATA_DIR.`,
  );
  await taken.release();
  await (await takeDataFolder(join(folder, 'data'))).release();
});

test('a data folder that cannot be made or written is told in one sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(takeDataFolder(join(file, 'data'))).rejects.toThrow(
    `The data folder ${join(file, 'data')} cannot be written (ENOTDIR): choose another with DATA_DIR.`,
  );
});

test.runIf(existsSync('/proc/self'))('a file system that takes no folders is told of', async () => {
  await expect(takeDataFolder('/proc/cadence/data')).rejects.toThrow(
    'The data folder /proc/cadence/data cannot be written (ENOENT): choose another with DATA_DIR.',
  );
});

test('credentials are made once, for the owner alone', () => {
  const made = ensureCredentials(folder);
  const file = join(folder, 'credentials.json');
  expect(made.apiKey).toMatch(/^[0-9a-f]{32}$/);
  expect(made.apiSecret).toMatch(/^[0-9a-f]{32}$/);
  expect(Buffer.from(made.encryptionKey, 'base64')).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  expect(ensureCredentials(folder)).toEqual(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['no JSON', 'null', '{}', '{"apiKey":"a","apiSecret":"b","encryptionKey":"c2hvcnQ="}'])(
  'damaged credentials (%s) are kept and told of',
  (text) => {
    const file = join(folder, 'credentials.json');
    writeFileSync(file, text);
    expect(() => ensureCredentials(folder)).toThrow(`${file} is damaged`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
