import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { z } from 'zod';
import { faultsOf } from './faults.ts';
import { openSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { liveYear, type YearResult } from './year.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    /** Replays only this seed. */
    seed: { type: 'string' },
    /** The first seed. */
    from: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    /** Default: 60, and 400 for every hundredth seed. */
    contracts: { type: 'string' },
    /** A child process, which gets its seeds in messages. */
    worker: { type: 'boolean', default: false },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});
const days = Number(values.days);
const contractsOf = (seed: number): number =>
  Number(values.contracts ?? (seed % 100 === 0 ? 400 : 60));
const count = values.seed === undefined ? Number(values.seeds) : 1;
const first = Number(values.seed ?? values.from);

const resultSchema = z.custom<YearResult>((value) => typeof value === 'object');

/** A seed that throws counts as wrong, and the others still run. */
async function live(simulated: SimulatedDatabase, seed: number): Promise<YearResult> {
  const none = { hash: '', cycles: 0, orders: 0, mails: 0, reasons: {}, ledger: [] };
  const faults = faultsOf();
  return await liveYear(simulated, { seed, days, contracts: contractsOf(seed) }).catch(
    (error: unknown) => ({ ...none, faults, seed, wrong: [inspect(error)] }),
  );
}

/** The largest first, so that the run doesn't wait for one of them in the end. */
const seeds = Array.from({ length: count }, (_, index) => first + index).sort(
  (one, other) => contractsOf(other) - contractsOf(one) || one - other,
);

function print({ seed, hash, cycles, orders, wrong }: YearResult): void {
  const verdict = wrong.length === 0 ? 'right' : 'WRONG';
  process.stdout.write(
    `seed ${seed}: ${verdict}, ${cycles} cycles, ${orders} orders, ${hash.slice(0, 16)}\n`,
  );
  for (const sentence of wrong) process.stdout.write(`  ${sentence}\n`);
  if (wrong.length > 0) process.stdout.write(`  again: npm run simulate -- --seed ${seed}\n`);
}

if (values.worker) {
  const simulated = await openSimulatedDatabase();
  process.on('message', async (seed) =>
    process.send?.(await live(simulated, z.number().parse(seed))),
  );
  process.on('disconnect', () => process.exit());
} else {
  const results: YearResult[] = [];
  const take = (result: YearResult): void => {
    results.push(result);
    print(result);
  };
  const processes = Math.min(Number(values.processes), count);
  let died = 0;
  if (processes <= 1) {
    const simulated = await openSimulatedDatabase();
    for (const seed of seeds) take(await live(simulated, seed));
    await simulated.close();
  } else {
    const own = Array.from({ length: processes }, (_, index) => {
      const contracts = values.contracts === undefined ? [] : ['--contracts', values.contracts];
      const options = ['--worker', '--days', values.days, ...contracts];
      const child = fork(fileURLToPath(import.meta.url), options);
      const goOn = (): void => {
        const seed = seeds.shift();
        if (seed === undefined) child.disconnect();
        else child.send(seed);
      };
      goOn();
      child.on('message', (message) => {
        take(resultSchema.parse(message));
        goOn();
      });
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
    `${results.length} of ${count} seeds, ${wrong} wrong; ${sum(({ cycles }) => cycles)} cycles, ${sum(({ orders }) => orders)} orders, ${sum(({ mails }) => mails)} mails; reasons: ${told(reasons)}; faults: ${told(faults)}\n`,
  );
  // A single seed needn't have every fault.
  const lacks = values.seed === undefined && never.length > 0;
  if (wrong > 0 || died > 0 || results.length < count || lacks) process.exitCode = 1;
}
