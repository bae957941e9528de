import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

let directory: string;
let folder: string;
let lock: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'folder-lock-'));
  folder = join(directory, 'database');
  lock = `${folder}.in-use`;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Starts a process that holds the folder until it is stopped. */
async function startHolder() {
  const source = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    await lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1000);
  `;
  const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(holder.stdout, 'data');
  return holder;
}

it('is taken once within a process, and free again after its release', async () => {
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  await release();
  expect(existsSync(lock)).toBe(false);
  await (await lockFolder(folder))();
});

it('keeps another process out while its holder runs, and is taken over when it was killed', async () => {
  const holder = await startHolder();
  await expect(lockFolder(folder)).rejects.toThrow(
    `The database folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
  );
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(existsSync(lock)).toBe(true);
  const startedAt = Date.now();
  await (await lockFolder(folder))();
  expect(Date.now() - startedAt).toBeLessThan(15_000);
});

it('is free at once when its holder was told to stop', async () => {
  const holder = await startHolder();
  holder.kill('SIGTERM');
  await once(holder, 'exit');
  expect(existsSync(lock)).toBe(false);
});

it('ends its holder, which can no longer be alone, when it is taken away', async () => {
  const holder = await startHolder();
  let said = '';
  holder.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  rmSync(lock, { recursive: true });
  mkdirSync(lock);
  const [code] = await once(holder, 'exit');
  expect({ code, said }).toEqual({
    code: 1,
    said: `The database folder ${folder} was taken by another process. This one ends, so that the two don't destroy each other's data.\n`,
  });
});

it('is not held by the lock file of an earlier version', async () => {
  writeFileSync(`${folder}.lock`, '{"pid":1,"startedAt":"1"}');
  await (await lockFolder(folder))();
});
