import { expect, it } from 'vitest';
import { timed } from './harmless.ts';

const moment = 60;
const blocked = new Int32Array(new SharedArrayBuffer(4));

it.each<[string, () => unknown]>([
  [
    'computes',
    () => {
      for (const { user } = process.cpuUsage(); process.cpuUsage().user < user + moment * 1000; );
    },
  ],
  ['waits', async () => await new Promise((resolve) => setTimeout(resolve, moment))],
])('counts the time in which an answer %s', async (_what, work) => {
  const { milliseconds } = await timed(async () => await work());
  expect(milliseconds).toBeGreaterThan(moment * 0.8);
});

it('does not count the time in which the process gets no processor', async () => {
  const { milliseconds } = await timed(async () => {
    // Blocks without computing, like a process that gets no CPU.
    Atomics.wait(blocked, 0, 0, 5 * moment);
  });
  expect(milliseconds).toBeLessThan(3 * moment);
});
