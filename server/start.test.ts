import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { variableNames } from '#process/environment.ts';

it('loads the build for production, unless it is told otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'build/server'), { recursive: true });
  const build = 'process.stdout.write(String(process.env.NODE_ENV)); process.exit();';
  writeFileSync(join(folder, 'build/server/index.js'), build);
  const loadedWith = (variables: { NODE_ENV?: 'test' }) =>
    execFileSync(process.execPath, [resolve('server/start.ts')], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...Object.fromEntries(variableNames.map((name) => [name, undefined])),
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        ...variables,
      },
    });
  expect(loadedWith({})).toBe('production');
  expect(loadedWith({ NODE_ENV: 'test' })).toBe('test');
});
