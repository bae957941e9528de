import { performance } from 'node:perf_hooks';
import { expect } from 'vitest';
import { z } from 'zod';

/** How long an answer may take, in ms. */
const longest = 1000;

/** Leaks that no answer may contain: file paths, messages of a database or parser, "[object Object]". */
const insides =
  /\bat [\w.<> ]*\(?(?:file:\/\/|\/|node:)[^\s)]*:\d+:\d+|node_modules|Failed query|PostgresError|invalid byte sequence|SyntaxError|TypeError|RangeError|ZodError|drizzle/;

export type Answered = { status: number; text: string; milliseconds: number };

/**
 * How long work takes, in ms: its waiting time plus the CPU time this process got. Time in which other processes had the CPU
 * doesn't count.
 */
export async function timed<Answer>(
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; milliseconds: number }> {
  const loop = performance.eventLoopUtilization();
  const processors = process.cpuUsage();
  const answer = await work();
  const { idle, active } = performance.eventLoopUtilization(loop);
  const { user, system } = process.cpuUsage(processors);
  return { answer, milliseconds: idle + Math.min(active, (user + system) / 1000) };
}

/** What an answer to any input must be: no failure of ours, nothing of the inside, and in time. */
export function expectHarmless({ status, text }: Answered, given: string): void {
  expect(status, `${given} → ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(insides.exec(text.replaceAll(given, ''))?.[0], given).toBeUndefined();
}

/**
 * Asks again after a late answer or a reset connection. A busy machine causes that once; slow or wrong code does it every time.
 */
export async function inTime(ask: () => Promise<Answered>): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    const answered = await ask();
    const isGood = answered.milliseconds <= longest && answered.status !== 502;
    if (isGood || tries === 3) return answered;
  }
}

export function expectInTime({ milliseconds }: Answered, given: string): void {
  expect(milliseconds, given).toBeLessThanOrEqual(longest);
}

/** Inputs per endpoint: 60 in `npm test`, FUZZ_INPUTS in `npm run fuzz`. */
export const inputs = z.coerce.number().int().min(1).default(60).parse(process.env.FUZZ_INPUTS);

/** Whether it is the long run, `npm run fuzz`. */
export const isNightly = process.env.FUZZ_INPUTS !== undefined;

/** A fixed seed keeps `npm test` the same every time; the nightly run has another each time, which a failure names. */
export const seed = isNightly ? Date.now() : 20_261_122;
