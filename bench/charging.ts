import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/setup/command.ts';
import { prepareStores } from './crash/billing-store.ts';
import { KilledWorkers, readAll } from './crash/killed-workers.ts';
import { countSchema, smallStore } from './server/options.ts';
import { residentMebibytes } from './server/process-figures.ts';
import { report } from './table.ts';

// Two workers charge a busy morning on one PostgreSQL; one order in ten rotates. Measures how long small shops wait beside a large one, and how much of the platform's
// limits the workers use. See README.md.

const { values } = parseArgs({
  options: {
    large: { type: 'string', default: '10000' },
    shops: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '120' },
  },
});
const large = countSchema.parse(values.large);
const shops = countSchema.parse(values.shops);
const seconds = countSchema.parse(values.seconds);

const ofSmallShop = 20;
/** The rate limit of an ordinary Shopify plan. */
const points = { maximumAvailable: 2_000, restoreRate: 100 };
const attemptsPerMinute = 90;
const longestMorning = 10 * 60_000;

await runCommand(async () => {
  const stores = await prepareStores([large, ...Array.from({ length: shops }, () => ofSmallShop)], {
    coffees: 3,
  });
  const workers = new KilledWorkers(stores.variables);
  const { control } = stores;
  try {
    await readAll(stores, workers);
    // A worker reads a moved clock only when it starts.
    await stores.moveToNextDay();
    const pair = await Promise.all([workers.start(), workers.start()]);
    const memory = () => Math.max(...pair.map(({ pid }) => residentMebibytes(pid ?? 0)));
    const startedAt = performance.now();
    const waited = () => (performance.now() - startedAt) / 1_000;
    while ((await stores.countWaiting()) > (await stores.countWaiting(smallStore))) {
      if (waited() * 1_000 > longestMorning) {
        throw new Error(`A morning never ends: ${await stores.whatWaits()}`);
      }
      await pause(250);
    }
    const lastOfSmall = waited();
    const memoryOfMorning = memory();

    /** Counts the large shop's orders charged and points spent in the given time. */
    const measure = async () => {
      const before = await stores.countWaiting(smallStore);
      control.clearRequests();
      const from = performance.now();
      await pause(seconds * 1_000);
      const took = (performance.now() - from) / 1_000;
      const orders = before - (await stores.countWaiting(smallStore));
      if (orders === before)
        throw new Error('There is nothing left to charge: ask for more orders.');
      const spent = control.requests(smallStore).reduce((sum, each) => sum + each.spent, 0);
      return { orders, took, spent };
    };
    const free = await measure();
    await control.act(smallStore, 'points', points);
    const byPoints = await measure();
    await control.act(smallStore, 'points', { maximumAvailable: 20_000, restoreRate: 1_000 });
    await control.act(smallStore, 'attempt-limit', { perMinute: attemptsPerMinute });
    const byAttempts = await measure();
    const allowedPoints = points.maximumAvailable + points.restoreRate * byPoints.took;
    report(`${large} orders due in one shop and ${ofSmallShop} in ${shops} others, two workers`, [
      {
        name: 'the last order of a small shop waits',
        measured: lastOfSmall,
        unit: 's',
        goal: { atMost: 60 },
      },
      { name: 'charged without a limit', measured: free.orders / free.took, unit: 'a second' },
      {
        name: `of ${points.restoreRate} points a second, used`,
        measured: byPoints.spent / allowedPoints,
        unit: '',
        goal: { atLeast: 0.95 },
      },
      {
        name: `of ${attemptsPerMinute} attempts a minute, used`,
        measured: byAttempts.orders / ((attemptsPerMinute / 60) * byAttempts.took),
        unit: '',
        goal: { atLeast: 0.95 },
      },
      {
        name: 'resident memory of a worker after the morning',
        measured: memoryOfMorning,
        unit: 'MiB',
        goal: { atMost: 250 },
      },
      { name: '… at the end', measured: memory(), unit: 'MiB', goal: { atMost: 250 } },
    ]);
    await Promise.all(pair.map((worker) => workers.kill(worker)));
  } finally {
    await stores.remove();
  }
  return Number(process.exitCode ?? 0);
});
