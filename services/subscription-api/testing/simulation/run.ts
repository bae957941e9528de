import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openSimulatedDatabase } from './simulated-database.ts';
import { liveYear, type YearResult } from './year.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    /** Replays this one alone. */
    seed: { type: 'string' },
    /** The first one. */
    from: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    contracts: { type: 'string', default: '60' },
    /** Of a worker process: every so many seeds. */
    every: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});
const size = { days: Number(values.days), contracts: Number(values.contracts) };
const count = values.seed === undefined ? Number(values.seeds) : 1;
const first = Number(values.seed ?? values.from);

const resultSchema = z.custom<YearResult>((value) => typeof value === 'object');

async function liveSeeds(every: number, tell: (result: YearResult) => void): Promise<void> {
  const simulated = await openSimulatedDatabase();
  for (let seed = first; seed < first + count; seed += every) {
    tell(await liveYear(simulated, { seed, ...size }));
  }
  await simulated.close();
}

function print({ seed, hash, cycles, orders, wrong }: YearResult): void {
  const verdict = wrong.length === 0 ? 'right' : 'WRONG';
  process.stdout.write(
    `seed ${seed}: ${verdict}, ${cycles} cycles, ${orders} orders, ${hash.slice(0, 16)}\n`,
  );
  for (const sentence of wrong) process.stdout.write(`  ${sentence}\n`);
  if (wrong.length > 0) process.stdout.write(`  again: npm run simulate -- --seed ${seed}\n`);
}

if (values.every !== undefined) {
  await liveSeeds(Number(values.every), (result) => process.send?.(result));
  process.disconnect();
} else {
  const results: YearResult[] = [];
  const take = (result: YearResult): void => {
    results.push(result);
    print(result);
  };
  const processes = Math.min(Number(values.processes), count);
  let died = 0;
  if (processes <= 1) await liveSeeds(1, take);
  else {
    const own = Array.from({ length: processes }, (_, index) => {
      const seeds = Math.max(0, count - index);
      const options = ['--from', String(first + index), '--seeds', String(seeds)];
      const sizes = ['--days', values.days, '--contracts', values.contracts];
      const path = fileURLToPath(import.meta.url);
      const child = fork(path, [...options, ...sizes, '--every', String(processes)]);
      child.on('message', (message) => take(resultSchema.parse(message)));
      return new Promise<void>((resolve) => {
        child.on('exit', (code, signal) => {
          if (code !== 0) {
            died += 1;
            process.stdout.write(`process ${index + 1} ended by ${signal ?? `code ${code}`}\n`);
          }
          resolve();
        });
      });
    });
    await Promise.all(own);
  }
  const sum = (of: (result: YearResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const wrong = results.filter((result) => result.wrong.length > 0).length;
  const told = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ');
  const added = (of: (result: YearResult) => Record<string, number>) => {
    const total: Record<string, number> = {};
    for (const [name, number] of results.flatMap((result) => Object.entries(of(result)))) {
      total[name] = (total[name] ?? 0) + number;
    }
    return total;
  };
  const reasons = added((result) => result.reasons);
  const faults = added((result) => result.faults);
  const never = Object.keys(faults).filter((kind) => faults[kind] === 0);
  if (never.length > 0) process.stdout.write(`never happened: ${never.join(', ')}\n`);
  process.stdout.write(
    `${results.length} of ${count} seeds, ${wrong} wrong; ${sum(({ cycles }) => cycles)} cycles, ${sum(({ orders }) => orders)} orders; reasons: ${told(reasons)}; faults: ${told(faults)}\n`,
  );
  // One seed alone need not have every fault.
  const lacks = values.seed === undefined && never.length > 0;
  if (wrong > 0 || died > 0 || results.length < count || lacks) process.exitCode = 1;
}
