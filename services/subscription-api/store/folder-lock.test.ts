import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

let directory: string;
let folder: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'folder-lock-'));
  folder = join(directory, 'database');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('is taken once within a process, and free again after its release', () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  release();
  expect(existsSync(`${folder}.lock`)).toBe(false);
  lockFolder(folder)();
});

it('keeps another process out while its holder runs, and only so long', async () => {
  const source = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1000);
  `;
  const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => lockFolder(folder)).toThrow(`is in use by process ${holder.pid}. Stop it`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockFolder(folder)();
});

it.each([
  ['of a process that is gone', '{"pid":2147483000,"startedAt":"1"}'],
  ['of an earlier process with this pid', `{"pid":${process.pid},"startedAt":"1"}`],
  ['of an earlier process with the pid of another', '{"pid":1,"startedAt":"impossible"}'],
  ['that was cut short', '{"pi'],
])('takes over a lock %s', (_, content) => {
  writeFileSync(`${folder}.lock`, content);
  lockFolder(folder)();
  expect(existsSync(`${folder}.lock`)).toBe(false);
});
