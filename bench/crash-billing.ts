import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/setup/command.ts';
import { type BillingStores, prepareStores } from './crash/billing-store.ts';
import { KilledWorkers, readAll } from './crash/killed-workers.ts';
import { changesOfMany } from './crash/many.ts';
import { countSchema } from './server/options.ts';
import { report } from './table.ts';

// Kills two workers on one PostgreSQL in the middle of charging, of a change of many and of sending notices, again and again, and loses answers of
// the platform as well. Then the platform's own orders and prices, and a mail server's messages, show whether anything was done twice or not at all. See README.md.

const { values } = parseArgs({
  options: {
    contracts: { type: 'string', default: '500' },
    cycles: { type: 'string', default: '4' },
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

type Work = {
  countLeft: () => Promise<number>;
  /** How long a worker lives once it may have found something to do. */
  live: () => Promise<void>;
  /** Whose answers get lost; null for none. */
  operation: string | null;
  whatWaits: () => Promise<string>;
};

/** Starts workers one after another and kills each after a while, until nothing is left. */
async function killUntilDone(
  store: BillingStores,
  workers: KilledWorkers,
  { countLeft, live, operation, whatWaits }: Work,
): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  // Loses at least one answer; chance decides about more.
  if (operation !== null) store.loseAnswer(operation);
  const lives = Array.from({ length: workerCount }, async () => {
    for (let left = await countLeft(); left > 0; left = await countLeft()) {
      if (left < fewest) [fewest, movedAt] = [left, Date.now()];
      if (Date.now() - movedAt > longestStandstill) {
        throw new Error(`It never ends: ${await whatWaits()}`);
      }
      if (operation !== null && Math.random() < 0.5) store.loseAnswer(operation);
      const worker = await workers.start();
      // First it finds the killed workers' jobs, which are due again after a minute.
      await pause(takeover);
      await store.passTime();
      await live();
      await workers.kill(worker);
      await store.forgetTheDead();
    }
  });
  await Promise.all(lives);
}

const chargeDay = async (store: BillingStores, workers: KilledWorkers) => {
  const { countUncharged: countLeft, whatWaits } = store;
  const live = () => pause(Math.random() * longestLife);
  await killUntilDone(store, workers, { countLeft, live, operation: 'ChargeCycle', whatWaits });
};

/** Waits until some of those that are left are done, so that the worker dies amid the others. */
async function untilSomeAreDone(countLeft: () => Promise<number>): Promise<void> {
  const enough = (await countLeft()) - 1 - Math.floor((Math.random() * contracts) / 3);
  const until = Date.now() + longestLife;
  for (let left = enough + 1; left > Math.max(enough, 0) && Date.now() < until; ) {
    await pause(20);
    left = await countLeft();
  }
}

/** Kills workers while they change all prices, and then while they remind all customers. */
async function changeMany(store: BillingStores) {
  const many = await changesOfMany(store);
  const workers = new KilledWorkers({ ...store.variables, SMTP_URL: many.smtpUrl });
  try {
    await many.beginPrices();
    await killUntilDone(store, workers, {
      ...{ countLeft: many.countUnchanged, operation: 'CommitContractDraft' },
      live: () => untilSomeAreDone(many.countUnchanged),
      whatWaits: async () => `${await many.countUnchanged()} unchanged`,
    });
    const whileChanging = workers.kills;
    await many.beginReminders();
    await killUntilDone(store, workers, {
      ...{ countLeft: many.countUntold, operation: null },
      live: () => untilSomeAreDone(async () => many.count - many.mails.length),
      whatWaits: async () => `${await many.countUntold()} untold`,
    });
    const prices = await many.judgePrices();
    const { wrong, ...reminders } = await many.judgeReminders();
    const kills = [whileChanging, workers.kills - whileChanging] as const;
    return { kills, count: many.count, prices, reminders, wrong };
  } finally {
    await many.close();
  }
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
    const many = await changeMany(store);
    for (const problem of [...many.prices, ...many.wrong].slice(0, 20)) console.log(problem);
    report(`${many.count} prices changed by one change, then as many customers reminded`, [
      { name: 'kills amid the change', measured: many.kills[0], unit: '', goal: { atLeast: 1 } },
      { name: 'kills amid the reminders', measured: many.kills[1], unit: '', goal: { atLeast: 1 } },
      {
        name: 'changed twice, never, or told otherwise',
        measured: many.prices.length,
        unit: '',
        goal: { atMost: 0 },
      },
      { name: 'reminders sent', measured: many.reminders.sent, unit: '' },
      { name: 'reminders that may have come', measured: many.reminders.unsure, unit: '' },
      {
        name: 'reminded twice, never without a reason, or at night',
        measured: many.wrong.length,
        unit: '',
        goal: { atMost: 0 },
      },
    ]);
    console.log(
      `${due} orders due: ${verdict.orders} made, ${verdict.cancelled} cancelled before, ${verdict.problems.length} wrong; ${workers.kills} kills, ${store.lostAnswers} answers lost. ${many.count} changed and reminded: ${many.prices.length + many.wrong.length} wrong; ${many.kills[0]} and ${many.kills[1]} kills.`,
    );
  } finally {
    await store.remove();
  }
  return Number(process.exitCode ?? 0);
});
