import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/setup/command.ts';
import { type BillingStores, prepareStores } from './crash/billing-store.ts';
import { KilledWorkers, readAll } from './crash/killed-workers.ts';
import { countSchema } from './server/options.ts';
import { report } from './table.ts';

// Kills two workers on one PostgreSQL in the middle of charging, again and again, and loses answers of the platform as well. Then the
// platform's own orders show whether anything was charged twice or not at all. See README.md.

const { values } = parseArgs({
  options: {
    contracts: { type: 'string', default: '40' },
    cycles: { type: 'string', default: '2' },
  },
});
const contracts = countSchema.parse(values.contracts);
const cycles = countSchema.parse(values.cycles);

const workerCount = 2;
/** A worker has `takeover` ms to find the jobs of killed ones, and is killed at most `longestLife` ms later. Starting may take longer than that. */
const takeover = 1_500;
const longestLife = 5_000 + 25 * contracts;
/** Fails if nothing is charged for this long, in ms. The whole day may take as long as the machine needs. */
const longestStandstill = 10 * 60_000;

/** Starts workers one after another and kills each after a while, until no due order is left. */
async function chargeDay(store: BillingStores, workers: KilledWorkers): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  // Loses at least one answer a day; chance decides about more.
  store.loseAnswer();
  const lives = Array.from({ length: workerCount }, async () => {
    for (let left = await store.countUncharged(); left > 0; left = await store.countUncharged()) {
      if (left < fewest) [fewest, movedAt] = [left, Date.now()];
      if (Date.now() - movedAt > longestStandstill) {
        throw new Error(`A day’s orders never end: ${await store.whatWaits()}`);
      }
      if (Math.random() < 0.5) store.loseAnswer();
      const worker = await workers.start();
      // First it finds the killed workers' jobs, which are due again after a minute.
      await pause(takeover);
      await store.passTime();
      await pause(Math.random() * longestLife);
      await workers.kill(worker);
      await store.forgetTheDead();
    }
  });
  await Promise.all(lives);
}

await runCommand(async () => {
  const store = await prepareStores([contracts]);
  const workers = new KilledWorkers(store.variables);
  try {
    await readAll(store, workers);
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      await store.moveToNextDay();
      if (cycle === cycles) store.cancelSome();
      const startedAt = performance.now();
      await chargeDay(store, workers);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(`day ${cycle}: ${seconds} s, ${workers.kills} kills so far`);
    }
    const verdict = await store.judge();
    for (const problem of verdict.problems.slice(0, 20)) console.log(problem);
    const due = contracts * cycles;
    report(`${due} orders due, two workers killed while they charge, on PostgreSQL`, [
      { name: 'kills', measured: workers.kills, unit: '', goal: { atLeast: cycles } },
      { name: 'answers lost', measured: store.lostAnswers, unit: '', goal: { atLeast: cycles } },
      {
        name: 'orders made',
        measured: verdict.orders,
        unit: '',
        goal: { atLeast: due - verdict.cancelled },
      },
      { name: 'cancelled before, no order', measured: verdict.cancelled, unit: '' },
      {
        name: 'twice, never, too early, another amount, or after a cancel',
        measured: verdict.problems.length,
        unit: '',
        goal: { atMost: 0 },
      },
    ]);
    console.log(
      `${due} orders due: ${verdict.orders} made, ${verdict.cancelled} cancelled before, ${verdict.problems.length} wrong; ${workers.kills} kills, ${store.lostAnswers} answers lost.`,
    );
  } finally {
    await store.remove();
  }
  return Number(process.exitCode ?? 0);
});
