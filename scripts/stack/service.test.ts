import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram, startService } from './service.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-service-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(text: string) {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, text);
  return { name: 'test part', program: file, variables: { GREETING: 'hello' }, logFolder: folder };
}

const log = () => readFileSync(join(folder, 'test-part.log'), 'utf8');
const isAlive = (processId: number) => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};

test('a service is ready when it says so, writes its log, and stops with all that it started', async () => {
  const service = await startService(
    program(`
      import { spawn } from 'node:child_process';
      process.on('SIGTERM', () => { console.log('goodbye'); process.exit(0); });
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log('{"level":30,"msg":"not this one"}');
      process.send({ ready: true, greeting: process.env.GREETING, child: child.pid, own: process.pid });
      setInterval(() => {}, 1000);
    `),
  );
  expect(service.announcement).toMatchObject({ ready: true, greeting: 'hello' });
  const { child, own } = service.announcement;
  if (typeof child !== 'number' || typeof own !== 'number') throw new Error('no process ids');
  expect(isAlive(child)).toBe(true);
  await service.stop();
  // A killed orphan lingers until process 1 reaps it.
  const alive = () => [isAlive(own), isAlive(child)];
  await expect.poll(alive, { timeout: 20_000 }).toEqual([false, false]);
  await expect.poll(log).toContain('goodbye');
  expect(log()).toContain('not this one');
});

test('a service that ends before it is ready gives its last words and its log', async () => {
  const start = startService(program(`console.error('Port 1 is in use.\\n'); process.exit(1);`));
  await expect(start).rejects.toThrow(
    `The test part did not start: Port 1 is in use. (log: ${join(folder, 'test-part.log')})`,
  );
});

test('a service that ends by itself later is told of', async () => {
  const service = await startService(
    program(`process.send({ ready: true }); setTimeout(() => process.exit(3), 50);`),
  );
  await expect(service.failed).resolves.toBe(
    `The test part stopped by itself: it ended with code 3. (log: ${join(folder, 'test-part.log')})`,
  );
});

test('a service that will not stop is killed', async () => {
  const service = await startService(
    program(`
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1000);
      process.send({ ready: true });
    `),
  );
  const begin = Date.now();
  await service.stop();
  expect(Date.now() - begin).toBeLessThan(15_000);
});

test('a program that fails says why, and the log of the run before it is kept', async () => {
  await runProgram(program(`console.log('first run');`));
  const second = runProgram(program(`console.error('The database is gone.'); process.exit(1);`));
  await expect(second).rejects.toThrow('The test part failed: The database is gone. (log: ');
  expect(existsSync(join(folder, 'test-part.previous.log'))).toBe(true);
});
