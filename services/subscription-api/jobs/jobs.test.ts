import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#process/logger.ts';
import { type OpenDatabase, openDatabase } from '../store/database.ts';
import { rowsOf } from '../store/rows-of.ts';
import { leaseTable } from '../store/schema.ts';
import { makeRetriesDue } from '../testing/make-retries-due.ts';
import {
  createTemporaryDatabase,
  databases,
  type TemporaryDatabase,
} from '../testing/temporary-database.ts';
import { startEngine } from './engine.ts';
import { JobSender } from './jobs.ts';
import { deadLetterQueue, queues } from './queues.ts';
import { type JobHandlers, startWorker, type Worker } from './worker.ts';

const shop = 'first-crack.myshopify.com';
const other = 'roast-and-ritual.myshopify.com';

function gate<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let open = (_: Value): void => {};
  const promise = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { promise, resolve: (value) => open(value) };
}

describe.each(databases)('jobs on %s', (kind) => {
  let place: TemporaryDatabase;
  let opened: OpenDatabase;
  let engine: Awaited<ReturnType<typeof startEngine>>;
  let now = new Date();
  const logged: string[] = [];
  const logger = createLogger({
    level: 'trace',
    service: 'subscription-api',
    write: (line) => void logged.push(line),
  });
  const workers = new Set<Worker>();

  beforeAll(async () => {
    place = await createTemporaryDatabase(kind);
    opened = await openDatabase({
      databaseUrl: place.databaseUrl,
      folder: `${place.dataDirectory}/database`,
    });
    engine = await startEngine(opened.jobConnection, logger);
  });
  beforeEach(async () => {
    for (const worker of workers) await worker.stop();
    workers.clear();
    now = new Date();
    logged.length = 0;
    await opened.database.execute(sql`delete from jobs.job`);
  });
  afterAll(async () => {
    for (const worker of workers) await worker.stop();
    await engine.stop({ graceful: false });
    await opened.close();
    await place.remove();
  });

  const handlersWith = (
    webhook: JobHandlers['webhook'],
    forget: JobHandlers['forget-old'],
  ): JobHandlers => ({
    webhook,
    'forget-old': forget,
    'sweep-contracts': nothing,
    'begin-sweeps': nothing,
    'charge-due': nothing,
    'compare-cycles': nothing,
    'mail-stop': nothing,
    'mail-morning': nothing,
    'ask-for-method': nothing,
    'resume-contract': nothing,
    'change-many': nothing,
    'remind-customers': nothing,
    'tell-customers': nothing,
  });
  const started = (...given: Parameters<typeof handlersWith>) => {
    const sender = new JobSender(engine, () => now);
    const handlers = handlersWith(...given);
    const worker = startWorker({ engine, sender, database: opened.database, handlers, logger });
    workers.add(worker);
    return { sender, worker };
  };
  const nothing = async () => {};
  const jobsOf = (queue: string) =>
    rowsOf(
      opened.database,
      z.object({ state: z.string(), startAfter: z.coerce.date(), data: z.unknown() }),
      sql`select state::text as state, start_after as "startAfter", data from jobs.job where name = ${queue} order by start_after`,
    );

  it('come with what the transaction writes, or not at all', async () => {
    const done: string[] = [];
    const { sender, worker } = started(async ({ webhook }) => void done.push(webhook), nothing);
    const { database } = opened;
    const write = (webhook: string, isWhole: boolean) =>
      database.transaction(async (transaction) => {
        await transaction
          .insert(leaseTable)
          .values({ shop, name: webhook, holder: '', expiresAt: new Date() });
        await sender.send(transaction, 'webhook', { shop, webhook });
        if (!isWhole) throw new Error('rolled back');
      });
    await expect(write('lost', false)).rejects.toThrow('rolled back');
    await write('kept', true);
    await worker.settled();
    expect(done).toEqual(['kept']);
    const rows = await database.select().from(leaseTable).where(eq(leaseTable.shop, shop));
    expect(rows.map(({ name }) => name)).toEqual(['kept']);
  });

  if (kind === 'PGlite')
    it('begin at once in the process that sends them', async () => {
      const begun = gate<number>();
      const { sender, worker } = started(async () => begun.resolve(performance.now()), nothing);
      await worker.settled();
      const sent = performance.now();
      await sender.send(opened.database, 'webhook', { shop, webhook: '1' });
      sender.wake();
      // Without `wake`, PGlite's worker might sleep for a minute.
      expect((await begun.promise) - sent).toBeLessThan(10_000);
    });

  it('with a key are sent once', async () => {
    let times = 0;
    const { sender, worker } = started(async () => {
      times += 1;
    }, nothing);
    for (const key of ['a', 'a', 'b']) {
      await sender.send(opened.database, 'webhook', { shop, webhook: key }, { key });
    }
    await worker.settled();
    await sender.send(opened.database, 'webhook', { shop, webhook: 'a' }, { key: 'a' });
    await worker.settled();
    expect(times).toBe(2);
  });

  it('wait for their time', async () => {
    const done: string[] = [];
    const { sender, worker } = started(async ({ webhook }) => void done.push(webhook), nothing);
    const startAfter = new Date(Date.now() + 3_600_000);
    await sender.send(opened.database, 'webhook', { shop, webhook: 'later' }, { startAfter });
    await worker.settled();
    expect(done).toEqual([]);
    await opened.database.execute(sql`update jobs.job set start_after = now()`);
    await worker.settled();
    expect(done).toEqual(['later']);
  });

  it('of one shop leave room for those of others', async () => {
    const others = gate<void>();
    const begun: string[] = [];
    const { sender, worker } = started(async ({ shop, webhook }) => {
      begun.push(`${shop} ${webhook}`);
      if (webhook !== 'quick') await others.promise;
    }, nothing);
    for (let index = 0; index < 40; index += 1) {
      await sender.send(opened.database, 'webhook', { shop, webhook: String(index) });
    }
    await sender.send(opened.database, 'webhook', { shop: other, webhook: 'quick' });
    sender.wake();
    await expect.poll(() => begun).toContain(`${other} quick`);
    expect(begun).toHaveLength(queues.webhook.perShop + 1);
    others.resolve();
    await worker.settled();
    expect(begun).toHaveLength(41);
  });

  if (kind === 'PostgreSQL')
    it('of one shop leave room for those of others, with two workers too', async () => {
      const others = gate<void>();
      const begun: string[] = [];
      const carryOut: JobHandlers['webhook'] = async ({ shop, webhook }) => {
        begun.push(`${shop} ${webhook}`);
        if (webhook !== 'quick') await others.promise;
      };
      const [one, another] = [started(carryOut, nothing), started(carryOut, nothing)];
      for (let index = 0; index < 80; index += 1) {
        await one.sender.send(opened.database, 'webhook', { shop, webhook: String(index) });
      }
      await one.sender.send(opened.database, 'webhook', { shop: other, webhook: 'quick' });
      one.sender.wake();
      another.sender.wake();
      await expect.poll(() => begun).toContain(`${other} quick`);
      // Two workers that look at the same moment may each start as many.
      expect(begun.length).toBeLessThanOrEqual(2 * queues.webhook.perShop + 1);
      others.resolve();
      await Promise.all([one.worker.settled(), another.worker.settled()]);
      expect(begun.toSorted()).toEqual([...new Set(begun)].toSorted());
      expect(begun).toHaveLength(81);
    });

  it('that fail are tried again later and later, then are dead letters', async () => {
    let attempts = 0;
    const { sender, worker } = started(async () => {
      attempts += 1;
      throw new Error('the roof is on fire');
    }, nothing);
    await sender.send(opened.database, 'webhook', { shop, webhook: '1' });
    const waits: number[] = [];
    for (;;) {
      await worker.settled();
      const [job] = await jobsOf('webhook');
      if (job?.state !== 'retry') break;
      waits.push((job.startAfter.getTime() - Date.now()) / 1000);
      await makeRetriesDue(opened.database);
    }
    const { times, firstSeconds, longestSeconds } = queues.webhook.retries;
    expect(attempts).toBe(times + 1);
    expect(waits[0]).toBeGreaterThan(firstSeconds - 2);
    expect(waits[0]).toBeLessThanOrEqual(2 * firstSeconds);
    expect(Math.max(...waits)).toBeLessThanOrEqual(longestSeconds);
    expect(waits.at(-1)).toBeGreaterThan(longestSeconds - 60);
    expect(await jobsOf(deadLetterQueue)).toMatchObject([{ data: { shop, webhook: '1' } }]);
    const failures = logged.join('').split('it is a dead letter');
    expect(failures).toHaveLength(2);
  });

  it('whose failure PostgreSQL cannot keep as it is are marked all the same', async () => {
    const { sender, worker } = started(async () => {
      throw new Error(`\0${'🔥'.repeat(300)}`, { cause: new Error('it is burnt') });
    }, nothing);
    await sender.send(opened.database, 'webhook', { shop, webhook: '1' });
    await worker.settled();
    expect(await jobsOf('webhook')).toMatchObject([{ state: 'retry' }]);
  });

  it('that cannot be marked hold no others up, and are not told of before they are', async () => {
    const { sender, worker } = started(async ({ webhook }) => {
      if (webhook === 'bad') throw new Error('the roof is on fire');
    }, nothing);
    const away = vi.spyOn(engine, 'fail').mockRejectedValue(new Error('the database is away'));
    onTestFinished(() => away.mockRestore());
    await sender.send(opened.database, 'webhook', { shop, webhook: 'bad' });
    sender.wake();
    await expect.poll(() => logged.join('')).toContain('could not be marked');
    await sender.send(opened.database, 'webhook', { shop, webhook: 'good' });
    sender.wake();
    const statesOf = async () => (await jobsOf('webhook')).map(({ state }) => state).sort();
    await expect.poll(statesOf, { timeout: 5_000 }).toEqual(['active', 'completed']);
    expect(logged.join('')).not.toContain('is tried again');
    away.mockRestore();
    await worker.settled();
    expect(await statesOf()).toEqual(['completed', 'retry']);
    expect(logged.join('').split('is tried again')).toHaveLength(2);
  });

  it('that one process left are begun again when they are due, though nobody wakes the other', async () => {
    let done = 0;
    await new JobSender(engine, () => now).send(opened.database, 'webhook', { shop, webhook: '1' });
    expect(await engine.fetch('webhook')).toHaveLength(1);
    await opened.database.execute(
      sql`update jobs.job set started_on = now() - interval '1 hour' where state = 'active'`,
    );
    await opened.database.execute(
      sql`update jobs.queue set monitor_on = null, monitor_claim_on = null`,
    );
    started(async () => {
      done += 1;
    }, nothing);
    await expect.poll(() => jobsOf('webhook')).toMatchObject([{ state: 'retry' }]);
    await makeRetriesDue(opened.database);
    await expect.poll(() => done, { timeout: 4_000 }).toBe(1);
  });

  it('that one process left are begun again by another', async () => {
    let done = 0;
    const dead = new JobSender(engine, () => now);
    await dead.send(opened.database, 'webhook', { shop, webhook: '1' });
    expect(await engine.fetch('webhook')).toHaveLength(1);
    await opened.database.execute(
      sql`update jobs.job set started_on = now() - interval '1 hour' where state = 'active'`,
    );
    await opened.database.execute(
      sql`update jobs.queue set monitor_on = null, monitor_claim_on = null`,
    );
    const { worker } = started(async () => {
      done += 1;
    }, nothing);
    await worker.settled();
    await makeRetriesDue(opened.database);
    await worker.settled();
    expect(done).toBe(1);
  });

  it('that took too long for the last time are told of', async () => {
    await new JobSender(engine, () => now).send(opened.database, 'webhook', { shop, webhook: '1' });
    expect(await engine.fetch('webhook')).toHaveLength(1);
    await opened.database.execute(
      sql`update jobs.job set started_on = now() - interval '1 hour', retry_count = retry_limit where state = 'active'`,
    );
    await opened.database.execute(
      sql`update jobs.queue set monitor_on = null, monitor_claim_on = null`,
    );
    const { worker } = started(nothing, nothing);
    await worker.settled();
    expect(await jobsOf(deadLetterQueue)).toMatchObject([{ data: { shop, webhook: '1' } }]);
    const told = logged.filter((line) => line.includes('it is a dead letter'));
    expect(told.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, shop, webhook: '1' }]);
  });

  it('begin when what comes before them has succeeded', async () => {
    const done: string[] = [];
    const { sender, worker } = started(async ({ webhook }) => void done.push(webhook), nothing);
    await worker.stop();
    await sender.send(opened.database, 'webhook', { shop, webhook: '1' });
    const prepare = vi
      .fn(async () => void done.push('prepared'))
      .mockRejectedValueOnce(new Error('The database is away.'));
    const handlers = handlersWith(async ({ webhook }) => void done.push(webhook), nothing);
    const { database } = opened;
    const next = startWorker({ engine, sender, database, handlers, logger, prepare });
    workers.add(next);
    await next.settled();
    expect(done).toEqual(['prepared', '1']);
  });

  it('of a schedule whose times were missed come once', async () => {
    let times = 0;
    const { sender } = started(nothing, nothing);
    await sender.startSchedules(opened.database);
    await sender.startSchedules(opened.database);
    expect(await jobsOf('forget-old')).toHaveLength(1);
    for (const worker of workers) await worker.stop();
    now = new Date(Date.now() + 5 * 86_400_000);
    await opened.database.execute(sql`update jobs.job set start_after = now() - interval '5 days'`);
    const { worker } = started(nothing, async () => {
      times += 1;
    });
    await worker.settled();
    expect(times).toBe(1);
    const next = (await jobsOf('forget-old')).filter(({ state }) => state === 'created');
    expect(next).toHaveLength(1);
    expect(next[0]?.startAfter.getTime()).toBeGreaterThan(now.getTime());
  });

  it('of a schedule go on where the app’s clock is behind the database’s', async () => {
    const { worker, sender } = started(nothing, nothing);
    const time = new Date();
    time.setUTCHours(3, 20, 0, 0);
    const latest = time <= new Date() ? time : new Date(time.getTime() - 86_400_000);
    now = new Date(latest.getTime() - 1_000);
    await sender.startSchedules(opened.database);
    await worker.settled();
    expect(await jobsOf('forget-old')).toMatchObject([
      { state: 'completed', startAfter: latest },
      { state: 'created', startAfter: new Date(latest.getTime() + 86_400_000) },
    ]);
  });

  it('that run may end before the worker stops, and no more begin', async () => {
    const begun = gate<void>();
    let ended = 0;
    const { sender, worker } = started(async (_, signal) => {
      begun.resolve();
      await wait(60_000, undefined, { signal }).catch(() => {});
      ended += 1;
    }, nothing);
    await sender.send(opened.database, 'webhook', { shop, webhook: '1' });
    sender.wake();
    await begun.promise;
    const stopping = worker.stop();
    await sender.send(opened.database, 'webhook', { shop, webhook: '2' });
    await stopping;
    expect(ended).toBe(1);
    expect((await jobsOf('webhook')).map(({ state }) => state).sort()).toEqual([
      'completed',
      'created',
    ]);
  });

  if (kind === 'PGlite')
    it('cost no write while nothing is due', async () => {
      const { worker } = started(nothing, nothing);
      await worker.settled();
      const read = async () => Math.random();
      const asked = async () =>
        await opened.database.queryCache?.find(read, 'read', opened.database);
      const before = await asked();
      for (let look = 0; look < 3; look += 1) await worker.settled();
      expect(await asked()).toBe(before);
    });
});
