import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import { globalIdOf } from '#contract/global-id.ts';
import { platformFailed } from '../../platform/platform-error.ts';
import { keepTimeZone, storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingAttemptTable,
  billingCycleTable,
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  leaseTable,
  orderImportTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { contractExample } from '../../testing/contract-example.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { keepContract } from '../mirror/rows.ts';
import { sweepContracts } from '../mirror/sweep.ts';
import { chargeCycle, chargeLeaseName } from './charge-cycle.ts';
import { chargeChanged, chargeDue, chargeSwept } from './charge-due.ts';
import { decideCycle } from './decide-cycle.ts';
import { endForecast } from './looked-cycles.ts';
import { keepCycle } from './store.ts';

const day = 86_400_000;
const shopSchema = z.object({ shop: z.custom<{ ianaTimezone: string }>() });
const sentSchema = z.object({ name: z.string(), at: z.coerce.date() });

describe.each(databases)('what is due on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context, nextLook, charge, states, attempts, keepMirror, moveOn } = billing;
  const subscribe = async () => (await billing.subscribe()).id;
  const read = (id: string) => refreshContract(context(), id);
  const changed = async (id: string) => {
    await refreshContract(context(), id, async (at) => await chargeChanged(at, id));
  };
  const set = async (id: string, status: 'ACTIVE' | 'PAUSED') => {
    control().changeContract(shop, Number(id), { status, updatedAt: now().toISOString() });
    await changed(id);
  };
  const sent = () =>
    rowsOf(
      service.database,
      sentSchema,
      sql`select name, start_after as at from jobs.job where state = 'created' and name in ('charge-due', 'sweep-contracts') order by start_after`,
    );

  beforeEach(async () => {
    await billing.reset();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
  });

  it('is charged once on its day, and not before; then the next one', async () => {
    await keepMirror();
    await subscribe();
    await charge();
    expect(await states()).toEqual([]);
    await moveOn();
    await charge();
    expect(await attempts()).toBe(1);
    await moveOn();
    await charge();
    await charge();
    expect(await states()).toEqual(['1 paid: paid']);
    expect(await attempts()).toBe(1);
    await moveOn();
    await charge();
    expect(await attempts()).toBe(2);
  });

  it('charges nobody by a guessed time zone where the platform does not say the store’s', async () => {
    await keepMirror();
    await subscribe();
    const next = await nextLook();
    // 10 o'clock in UTC comes hours before 10 o'clock in the store.
    await control().clock.moveTo(new Date((next?.getTime() ?? 0) - 3_600_000));
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    control().addFault({ kind: 'status', status: 500, operation: 'Shop', times: 9 });
    await expect(charge()).rejects.toMatchObject({ kind: 'failed' });
    expect(await attempts()).toBe(0);
  });

  it('says so to the operator where a store’s time zone is unknown here', async () => {
    await service.database.update(orderImportTable).set({ timeZone: null });
    const graphql: ShopContext['graphql'] = async (operation, variables) => {
      const answer = await context().graphql(operation, variables);
      if (operation.name === 'Shop') shopSchema.parse(answer).shop.ianaTimezone = 'Mars/Olympus';
      return answer;
    };
    expect(await storeTimeZoneOf({ ...context(), graphql })).toBe('UTC');
    expect(service.log()).toContain('"ianaTimezone":"Mars/Olympus"');
  });

  it('sends the job for what comes next, one for all of the same minute', async () => {
    await keepMirror();
    await subscribe();
    await subscribe();
    const next = await nextLook();
    await charge();
    await charge();
    const jobs = await sent();
    expect(jobs.map(({ name }) => name)).toEqual(['sweep-contracts', 'charge-due']);
    const late = (jobs[1]?.at.getTime() ?? 0) - (next?.getTime() ?? 0);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(60_000);
  });

  it('comes after the job that has begun by a clock ahead of this machine’s', async () => {
    await keepMirror();
    const machine = new Date(Date.now() - 300_000);
    await service.database.insert(cycleBillingTable).values({
      shop,
      contractId: '1',
      cycleIndex: 1,
      state: 'open',
      reason: 'answer lost',
      expectedAt: machine,
      nextAt: new Date(machine.getTime() + 30_000),
      changedAt: machine,
    });
    const begun = Date.now();
    await chargeDue({ ...context(), now: () => machine }, new AbortController().signal);
    const [job] = await sent();
    expect(job?.at.getTime()).toBeGreaterThan(begun);
  });

  it.each([
    ['was never whole', 0, { wholeAt: null }],
    // The platform has given up repeating older webhooks.
    ['was swept more than three hours ago', 3.1, {}],
  ])('waits for a sweep where the mirror %s', async (_, hours, change) => {
    await keepMirror(change);
    await subscribe();
    await control().clock.moveBy({ days: 40 });
    const updatedThrough = new Date(now().getTime() - hours * 3_600_000);
    await service.database.update(contractMirrorTable).set({ updatedThrough, ...change });
    await keepTimeZone(service.database, { shop, timeZone: billing.schedule.timeZone });
    service.operations();
    await charge();
    expect(service.operations()).toEqual([]);
    expect(await states()).toEqual([]);
    // The job may have begun.
    const sweeps = sql`select name, start_after as at from jobs.job where name = 'sweep-contracts'`;
    expect(await rowsOf(service.database, sentSchema, sweeps)).toHaveLength(1);
  });

  it('is swept before the morning’s charges, so that these begin on time', async () => {
    await keepMirror();
    await subscribe();
    await charge();
    const next = await nextLook();
    const ahead = new Date((next?.getTime() ?? 0) - 600_000);
    expect(await sent()).toEqual([
      { name: 'sweep-contracts', at: ahead },
      { name: 'charge-due', at: next },
    ]);
    await control().clock.moveTo(ahead);
    await sweepContracts(context(), new AbortController().signal);
    await control().clock.moveTo(next ?? now());
    await charge();
    expect(await attempts()).toBe(1);
  });

  it('is charged soon where the merchant wants that, although a sweep comes in that hour', async () => {
    await keepMirror();
    const contractId = await subscribe();
    await charge();
    const next = (await nextLook()) ?? now();
    await control().clock.moveTo(new Date(next.getTime() - 55 * 60_000));
    const at = { changedAt: now(), expectedAt: now(), nextAt: now() };
    const wanted = { state: 'open', reason: 'decided' } as const;
    await service.database
      .insert(cycleBillingTable)
      .values({ ...wanted, ...at, shop, contractId, cycleIndex: 1 });
    await charge();
    const sweeps = (await sent()).filter(({ name }) => name === 'sweep-contracts');
    expect(sweeps).toHaveLength(2);
    expect((sweeps[0]?.at ?? next) <= now()).toBe(true);
  });

  it('is charged in its time after a sweep, and at once where that has passed', async () => {
    await keepMirror();
    await subscribe();
    const next = await nextLook();
    await chargeSwept(context());
    expect((await sent()).at(-1)).toEqual({ name: 'charge-due', at: next });
    await service.database.execute(sql`delete from jobs.job`);
    await moveOn();
    await chargeSwept(context());
    const [job] = await sent();
    expect(job?.name).toBe('charge-due');
    expect((job?.at.getTime() ?? 0) - now().getTime()).toBeLessThan(65_000);
  });

  it('has its open attempt asked for without a sweep', async () => {
    await keepMirror();
    const { contractId, paymentMethodId } = control().subscribe(shop, now());
    const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 };
    await control().act(shop, 'payment-method', { paymentMethodId, fate });
    await read(String(contractId));
    await moveOn();
    await charge();
    expect(await states()).toEqual(['1 open: charging']);
    await control().clock.moveBy({ hours: 4 });
    await charge();
    expect(await states()).toEqual(['1 open: tries again']);
    const isSweep = ({ name, at }: { name: string; at: Date }) =>
      name === 'sweep-contracts' && at <= now();
    expect((await sent()).filter(isSweep)).toEqual([]);
  });

  it('is charged although one contract could not be read for days', async () => {
    await keepMirror();
    await subscribe();
    await moveOn();
    await service.database
      .update(contractMirrorTable)
      .set({ updatedThrough: new Date(now().getTime() - 3 * day), sweptAt: now() });
    await charge();
    expect(await attempts()).toBe(1);
  });

  it('asks nothing of a store that lets nobody read its contracts', async () => {
    await keepMirror({ refusal: 'shop frozen' });
    // As every sweep does.
    await keepTimeZone(service.database, { shop, timeZone: 'America/Los_Angeles' });
    await subscribe();
    await moveOn();
    service.operations();
    await charge();
    expect(service.operations()).toEqual([]);
    expect(await sent()).toEqual([]);
  });

  it('asks a store that is frozen by now no more than it has begun to', async () => {
    await keepMirror();
    for (let count = 0; count < 6; count += 1) await subscribe();
    await moveOn();
    control().addFault({ kind: 'status', status: 402, operation: 'CycleToCharge', times: 99 });
    await charge();
    const [mirror] = await service.database.select().from(contractMirrorTable);
    expect(mirror?.refusal).toBe('shop frozen');
    control().clearFaults();
    await charge();
    expect(await attempts()).toBe(0);
  });

  it('goes on at once with another job where this one is told to end', async () => {
    await keepMirror();
    await subscribe();
    await moveOn();
    await chargeDue(context(), AbortSignal.abort());
    expect(await attempts()).toBe(0);
    // The job may have begun.
    const atOnce = sql`select name, start_after as at from jobs.job where name = 'charge-due' and start_after <= ${now().toISOString()}::timestamptz`;
    expect(await rowsOf(service.database, sentSchema, atOnce)).toHaveLength(1);
  });

  it('is charged although hundreds are gone from Shopify', async () => {
    await keepMirror();
    await subscribe();
    await moveOn();
    const at = now().toISOString();
    await service.database.execute(sql`insert into subscription_contract
      (shop, id, status, revision, currency_code, delivery_price, billing_interval, billing_interval_count, delivery_interval,
        delivery_interval_count, is_usage_based, created_at, updated_at, asked_at)
      select ${shop}, (9000000 + i)::text, 'ACTIVE', 1, 'USD', 0, 'WEEK', 1, 'WEEK', 1, false, ${at}, ${at}, ${at}
      from generate_series(1, 200) i`);
    await service.database.execute(sql`insert into billing_cycle (shop, contract_id, cycle_index, expected_at, is_billed, is_skipped, is_edited)
      select ${shop}, (9000000 + i)::text, 1, ${at}::timestamptz - interval '1 day', false, false, false
      from generate_series(1, 200) i`);
    await charge();
    await charge();
    expect(await attempts()).toBe(1);
  });

  it('goes on at once also where a few of many could not be charged', async () => {
    await keepMirror();
    for (const _each of [1, 2, 3, 4]) await subscribe();
    await moveOn();
    const end = new AbortController();
    let hasFailed = false;
    const one: ShopContext = {
      ...context(),
      graphql: async (operation, variables) => {
        if (operation.name === 'CycleToCharge') {
          if (!hasFailed) {
            hasFailed = true;
            throw new Error('It can’t be read.');
          }
          end.abort();
        }
        return await context().graphql(operation, variables);
      },
    };
    await chargeDue(one, end.signal);
    expect(await attempts()).toBe(3);
    const atOnce = sql`select name, start_after as at from jobs.job where name = 'charge-due' and start_after <= ${now().toISOString()}::timestamptz`;
    expect(await rowsOf(service.database, sentSchema, atOnce)).toHaveLength(1);
  });

  describe('where Shopify fails for some subscriptions', () => {
    const unreadable = new Set<string>();
    let failureOf: () => Error;
    const failing = (): ShopContext => ({
      ...context(),
      graphql: async (operation, variables) => {
        const isAsked = operation.name === 'CycleToCharge' && unreadable.has(Object(variables).id);
        if (isAsked) throw failureOf();
        return await context().graphql(operation, variables);
      },
    });
    const chargeAll = () => chargeDue(failing(), new AbortController().signal);
    const subscribeUnreadable = async () => {
      const id = await subscribe();
      unreadable.add(globalIdOf('SubscriptionContract', id));
      return id;
    };

    beforeEach(async () => {
      unreadable.clear();
      failureOf = () => platformFailed(new Error('It can’t be read.'));
      await keepMirror();
    });

    it.each([
      ['Shopify', () => platformFailed(new Error('It can’t be read.'))],
      ['a bug of ours', () => new TypeError('nodes is not iterable')],
    ])(
      'charges all others that morning, however many come before them that fail by %s',
      async (_, failure) => {
        failureOf = failure;
        for (let count = 0; count < 25; count += 1) await subscribeUnreadable();
        for (let count = 0; count < 25; count += 1) await subscribe();
        await moveOn();
        // The job and its retry.
        await expect(chargeAll()).rejects.toMatchObject({ message: failure().message });
        await expect(chargeAll()).rejects.toMatchObject({ message: failure().message });
        expect(await attempts()).toBe(25);
        // All are looked at again, and hold nobody up.
        await subscribe();
        await moveOn();
        await control().clock.moveBy({ hours: 1 });
        await expect(chargeAll()).rejects.toMatchObject({ message: failure().message });
        await control().clock.moveTo((await nextLook()) ?? now());
        expect(
          (await states()).filter((state) => state === '1 open: platform failed'),
        ).toHaveLength(25);
      },
    );

    it('says nothing of an order that failed because the database was away', async () => {
      await subscribe();
      await moveOn();
      let isAway = false;
      const away: ShopContext = {
        ...context(),
        database: new Proxy(service.database, {
          get: (database, name, receiver) => {
            if (isAway) throw new Error('The database is away.');
            return Reflect.get(database, name, receiver);
          },
        }),
        graphql: async (operation, variables) => {
          isAway = operation.name === 'CycleToCharge';
          return await context().graphql(operation, variables);
        },
      };
      await expect(chargeDue(away, new AbortController().signal)).rejects.toThrow('away');
      expect(await states()).toEqual([]);
      await service.database.delete(leaseTable);
      await chargeAll();
      expect(await attempts()).toBe(1);
    });

    it('keeps a paid order so, whatever fails after it, which is tried for a week', async () => {
      const plan = control().planEvery(shop, 1, 'WEEK');
      if (plan.billing.kind !== 'recurring') throw new Error('The plan is of another kind.');
      await billing.subscribe({ plan: { ...plan, billing: { ...plan.billing, maxCycles: 2 } } });
      const failingAfter: ShopContext = {
        ...context(),
        graphql: async (operation, variables) => {
          if (operation.name === 'ExpireContract') throw new TypeError('nodes is not iterable');
          return await context().graphql(operation, variables);
        },
      };
      const isPaid = eq(cycleBillingTable.state, 'paid');
      const chargeFailing = () => chargeDue(failingAfter, new AbortController().signal);
      while ((await service.database.$count(cycleBillingTable, isPaid)) === 0) {
        await moveOn();
        await chargeFailing().catch(() => {});
      }
      const [row] = await service.database.select().from(cycleBillingTable);
      expect(row).toMatchObject({
        ...{ state: 'paid', nextAt: expect.any(Date) },
        // It holds nobody else up.
        unreadSince: expect.any(Date),
      });
      await control().clock.moveBy({ days: 8 });
      await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
      await chargeFailing().catch(() => {});
      const [later] = await service.database.select().from(cycleBillingTable);
      expect(later).toEqual({ ...row, nextAt: null, unreadSince: null });
    });

    it('asks soon again where storing what a charge came to failed', async () => {
      await subscribe();
      await moveOn();
      const answering: ShopContext = {
        ...context(),
        graphql: async (operation, variables) => {
          const answer = await context().graphql(operation, variables);
          if (operation.name === 'ChargeCycle') throw new TypeError('made is undefined');
          return answer;
        },
      };
      await expect(chargeDue(answering, new AbortController().signal)).rejects.toThrow('made');
      expect(await states()).toEqual(['1 open: charging']);
      const [row] = await service.database.select().from(cycleBillingTable);
      expect(row?.unreadSince).not.toBeNull();
    });

    it('is known to have fallen due in a pause in which it could not be read', async () => {
      const id = await subscribeUnreadable();
      await set(id, 'PAUSED');
      await moveOn();
      await expect(chargeAll()).rejects.toMatchObject({ kind: 'failed' });
      expect(await states()).toEqual(['1 open: platform failed']);
      unreadable.clear();
      await set(id, 'ACTIVE');
      await chargeAll();
      expect(await states()).toEqual(['1 listed: due while paused']);
      expect(await attempts()).toBe(0);
    });

    it('leaves nothing to decide of an attempt that may still succeed', async () => {
      const contract = await subscribe();
      await moveOn();
      control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'ChargeCycle' });
      await chargeAll();
      expect(await states()).toEqual(['1 open: answer lost']);
      unreadable.add(globalIdOf('SubscriptionContract', contract));
      const unreadSince = new Date(now().getTime() - 7 * day);
      await service.database.update(cycleBillingTable).set({ nextAt: now(), unreadSince });
      await expect(chargeAll()).rejects.toMatchObject({ kind: 'failed' });
      expect(await states()).toEqual(['1 listed: open for 7 days']);
    });

    it.each([
      ['charged once the merchant says so and it can be read', 'charge'],
      ['left to the merchant, although it can be read again', null],
    ] as const)(
      'is asked for less and less often, listed after 7 days, and %s',
      async (_, decision) => {
        const contract = await subscribeUnreadable();
        await moveOn();
        const table = service.database.update(cycleBillingTable);
        const row = async () => (await service.database.select().from(cycleBillingTable))[0];
        const waits: number[] = [];
        for (const since of [null, 60_000, 5 * 3_600_000, 2 * day, 7 * day]) {
          const looks = { nextAt: now(), unreadSince: new Date(now().getTime() - (since ?? 0)) };
          if (since !== null) await table.set(looks);
          await expect(chargeAll()).rejects.toMatchObject({ kind: 'failed' });
          waits.push(
            Math.round(((await row())?.nextAt?.getTime() ?? 0) - now().getTime()) / 60_000,
          );
        }
        expect(waits.map(Math.round)).toEqual([1, 1, 30, 60, 24 * 60]);
        expect(await states()).toEqual(['1 listed: not readable']);
        const decide = async () => {
          const order = { contract, cycle: 1 };
          if (decision === null) await table.set({ nextAt: now() });
          else expect(await decideCycle(context(), order, decision)).toBeNull();
        };
        await decide();
        await expect(chargeAll()).rejects.toMatchObject({ kind: 'failed' });
        expect(await states()).toEqual(['1 listed: not readable']);
        unreadable.clear();
        await decide();
        await chargeAll();
        expect(await attempts()).toBe(decision === null ? 0 : 1);
        if (decision === null) {
          expect(await row()).toMatchObject({ state: 'listed', nextAt: null, unreadSince: null });
        }
      },
    );
  });

  // PGlite has one connection, so nothing happens at the same time.
  if (kind === 'PostgreSQL')
    it('is foreseen no more once it was looked at, also where its contract is stored in that moment', async () => {
      const contract = await subscribe();
      const { database } = service;
      const cycle = { shop, contractId: contract, cycleIndex: 1 };
      const row = { ...cycle, state: 'open', reason: 'charging', nextAt: now() } as const;
      // It was paused.
      await database.update(billingCycleTable).set({ amount: null });
      const look = () =>
        database.transaction(async (at) => {
          await keepCycle(at, { ...row, expectedAt: now(), changedAt: now() });
        });
      let looked: Promise<void> | undefined;
      const count = z.object({ waiting: z.coerce.number() });
      const waits = sql`select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await database.transaction(async (at) => {
        await at.update(billingCycleTable).set({ amount: 500 });
        await endForecast(at, { shop, contract });
        let isOver = false;
        looked = look().then(() => {
          isOver = true;
        });
        let waiting = 0;
        while (!isOver && waiting === 0)
          waiting = (await rowsOf(at, count, waits))[0]?.waiting ?? 0;
      });
      await looked;
      const [kept] = await database
        .select()
        .from(billingCycleTable)
        .where(
          and(eq(billingCycleTable.contractId, contract), eq(billingCycleTable.cycleIndex, 1)),
        );
      expect(kept?.amount).toBeNull();
    });

  it('stays as it is where billing was stopped', async () => {
    await keepMirror();
    const id = await subscribe();
    await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
    await moveOn();
    await charge();
    await changed(id);
    expect(await states()).toEqual([]);
    expect(await sent()).toEqual([]);
  });

  it('is listed with every order that a stop of months has held up', async () => {
    await keepMirror();
    const id = await subscribe();
    await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
    for (let weeks = 0; weeks < 7; weeks += 1) {
      await control().clock.moveTo(new Date(now().getTime() + 7 * day));
      await read(id);
    }
    await service.database
      .update(billingSettingsTable)
      .set({ stoppedAt: null, startedAgainAt: now() });
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    await charge();
    const held = (await states()).map((state) => state.split(' ')[1]?.replace(':', ''));
    expect(held.slice(0, -1)).toEqual(held.slice(0, -1).map(() => 'listed'));
    expect((await states())[0]).toMatch(/^1 listed/);
    expect(held.length).toBeGreaterThanOrEqual(6);
    // What is listed needs no place in the mirror.
    await read(id);
    const left = await service.database.select().from(billingCycleTable);
    expect(Math.min(...left.map(({ cycleIndex }) => cycleIndex))).toBeGreaterThan(1);
  });

  /** Keeps a contract with a cycle that is too old to be read again, and one that comes soon. */
  const keepOldCycle = async () => {
    const [then, soon] = [-40, 2].map((days) => new Date(now().getTime() + days * day));
    await service.database.update(billingSettingsTable).set({ wentLiveAt: new Date(0) });
    const { cycles, ...example } = contractExample(shop);
    const at = (cycleIndex: number, expectedAt = now(), amount = 1740) =>
      cycles.slice(0, 1).map((cycle) => ({
        ...{ ...cycle, cycleIndex, expectedAt, amount, currencyCode: 'USD' },
        holds: BigInt(amount),
      }));
    const contract = { ...example.contract, askedAt: now() };
    const before = { ...example, contract, cycles: [...at(1, then), ...at(2, soon)] };
    await keepContract(service.database, before, null);
    return { before, at, then, soon };
  };

  it('holds, and costs, what its contract does by now, though it is too old to be read again', async () => {
    const { before, at, soon } = await keepOldCycle();
    await keepContract(service.database, { ...before, cycles: at(2, soon, 2000) }, before);
    const kept = await service.database.select().from(billingCycleTable);
    expect(kept.map(({ amount, holds }) => [amount, holds])).toEqual([
      [2000, 2000n],
      [2000, 2000n],
    ]);
  });

  it('goes from the mirror where it is old, and was read as skipped', async () => {
    const { before, at, then, soon } = await keepOldCycle();
    const skipped = at(1, then).map((cycle) => ({ ...cycle, isSkipped: true }));
    await keepContract(
      service.database,
      { ...before, cycles: [...skipped, ...at(2, soon)] },
      before,
    );
    const kept = await service.database.select().from(billingCycleTable);
    expect(kept.map(({ cycleIndex }) => cycleIndex)).toEqual([2]);
  });

  it.each(['by itself', 'when its contract has changed'])(
    'is asked for %s until the platform has settled it, also where billing was stopped meanwhile',
    async (when) => {
      await keepMirror();
      const { contractId, paymentMethodId } = control().subscribe(shop, now());
      const id = String(contractId);
      const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 };
      await control().act(shop, 'payment-method', { paymentMethodId, fate });
      await read(id);
      await moveOn();
      await charge();
      expect(await states()).toEqual(['1 open: charging']);
      await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
      const isChanged = when !== 'by itself';
      await control().clock.moveTo(new Date(now().getTime() + (isChanged ? 5 : 61) * 60_000));
      await service.database.execute(sql`delete from jobs.job where name = 'charge-due'`);
      if (isChanged) await changed(id);
      expect((await sent()).map(({ name }) => name)).toEqual(isChanged ? ['charge-due'] : []);
      await charge();
      expect(await states()).toEqual(['1 open: tries again']);
      await control().clock.moveBy({ days: 10 });
      await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
      await charge();
      expect(await states()).toEqual(['1 open: tries again']);
      expect(await attempts()).toBe(1);
    },
  );

  it('is looked at again a minute after another process had its contract, which may be dead', async () => {
    await keepMirror();
    const id = await subscribe();
    await moveOn();
    const name = { shop, name: chargeLeaseName(id) };
    const lease = await takeLease(service.database, name, () => 60_000);
    await charge();
    expect(await states()).toEqual([]);
    const [job] = await sent();
    const wait = (job?.at.getTime() ?? 0) - now().getTime();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(120_000);
    await lease?.end();
  });

  it('is looked at again when its contract has changed, and known to have fallen due in a pause', async () => {
    await keepMirror();
    const id = await subscribe();
    const moveTo = async (days: number) => {
      const date = new Date(now().getTime() + days * day).toISOString();
      const cycle = `{ contractId: "${globalIdOf('SubscriptionContract', id)}", selector: { index: 1 } }`;
      await service.admin(
        shop,
        `mutation { subscriptionBillingCycleScheduleEdit(billingCycleInput: ${cycle}, input: { billingDate: "${date}", reason: MERCHANT_INITIATED }) { userErrors { message } } }`,
      );
      await read(id);
    };
    await moveTo(1);
    await moveOn();
    control().changeContract(shop, Number(id), { status: 'PAUSED' });
    await read(id);
    await charge();
    expect(await states()).toEqual(['1 left: contract paused']);
    await charge();
    control().changeContract(shop, Number(id), { status: 'ACTIVE' });
    await changed(id);
    await charge();
    expect(await states()).toEqual(['1 listed: due while paused']);
    expect(await attempts()).toBe(0);
    await moveTo(1);
    await changed(id);
    await charge();
    expect(await states()).toEqual(['1 open: not due']);
  });

  it.each([false, true])(
    'is known to have fallen due in a pause, though it was looked at before (by use: %s)',
    async (isUsageBased) => {
      await keepMirror();
      const id = await subscribe();
      if (isUsageBased) {
        await service.database.update(subscriptionContractTable).set({ isUsageBased });
      }
      const cycle = { contract: id, cycle: 1, isUsageBased: false, hasFirstOrder: true };
      const early = await chargeCycle(context(), cycle);
      expect(early.reason).toBe('not due');
      if (isUsageBased) await service.database.update(cycleBillingTable).set({ orderedAt: now() });
      await set(id, 'PAUSED');
      await charge();
      expect(await states()).toEqual(['1 left: contract paused']);
      await control().clock.moveTo(new Date((early.nextAt?.getTime() ?? 0) + day));
      await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
      await set(id, 'ACTIVE');
      await charge();
      expect(await states()).toContain('1 listed: due while paused');
      expect(await attempts()).toBe(0);
    },
  );

  it('keeps the time of what should have been tried before its contract changed', async () => {
    await keepMirror();
    const id = await subscribe();
    const at = (days: number) => new Date(now().getTime() + days * day);
    const row = { shop, contractId: id, reason: 'tries again', changedAt: now() };
    await service.database.insert(cycleBillingTable).values([
      { ...row, cycleIndex: 1, state: 'open', expectedAt: at(-9), nextAt: at(-5) },
      { ...row, cycleIndex: 2, state: 'open', expectedAt: at(-2), nextAt: at(5) },
      { ...row, cycleIndex: 3, expectedAt: at(-2), state: 'paid', nextAt: null },
      {
        ...row,
        cycleIndex: 4,
        expectedAt: at(-2),
        state: 'open',
        reason: 'answer lost',
        nextAt: at(1),
      },
    ]);
    const before = now().getTime();
    await changed(id);
    const rows = await service.database
      .select()
      .from(cycleBillingTable)
      .orderBy(cycleBillingTable.cycleIndex);
    const [missed, later, paid, repeated] = rows.map(({ nextAt }) => nextAt?.getTime() ?? null);
    expect(missed).toBeLessThan(before - 4 * day);
    expect(Math.abs((later ?? 0) - before)).toBeLessThan(60_000);
    expect(paid).toBeNull();
    expect(repeated).toBeGreaterThan(before + day / 2);
  });

  it.each([1, 5])(
    'goes on with the others where %i fail, and fails itself to be tried again',
    async (failing) => {
      // An hour later is the same day of the store then.
      const timeZone = await storeTimeZoneOf(context());
      const tomorrow = addDays(dayIn(timeZone, now()), 1);
      await control().clock.moveTo(hourOfDay(timeZone, tomorrow, 9));
      await keepMirror();
      for (let index = 0; index < failing; index += 1) {
        const one = await subscribe();
        const id = `no number ${index}`;
        await service.database
          .update(subscriptionContractTable)
          .set({ id })
          .where(eq(subscriptionContractTable.id, one));
        await service.database
          .update(billingCycleTable)
          .set({ contractId: id })
          .where(eq(billingCycleTable.contractId, one));
      }
      await control().clock.moveBy({ hours: 1 });
      const other = await subscribe();
      await moveOn();
      await control().clock.moveBy({ hours: 1 });
      await expect(charge()).rejects.toThrow();
      const rows = await service.database.select().from(billingAttemptTable);
      expect(rows.map(({ contractId }) => contractId)).toEqual([other]);
    },
  );

  it('is asked for where billing was stopped before anybody knew whether the platform has made it', async () => {
    await keepMirror();
    await subscribe();
    await moveOn();
    control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'ChargeCycle' });
    await charge();
    expect(await states()).toEqual(['1 open: answer lost']);
    await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
    await control().clock.moveBy({ days: 1 });
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    await charge();
    expect(await states()).toEqual(['1 paid: paid']);
  });

  describe('in a standstill', () => {
    const sweep = async () => await sweepContracts(context(), new AbortController().signal);

    it.each([
      ['the store was frozen', 'shop frozen', 'due while frozen'],
      ['scopes were lacking', 'not granted', 'due while not permitted'],
    ])('is listed where %s, and the next one charged', async (_, refusal, reason) => {
      await keepMirror({ sweptAt: now(), refusal });
      await subscribe();
      await moveOn();
      await control().clock.moveBy({ hours: 2 });
      await charge();
      expect(await states()).toEqual([]);
      await sweep();
      await charge();
      expect(await states()).toEqual([`1 listed: ${reason}`]);
      expect(await attempts()).toBe(0);
      await moveOn();
      await charge();
      expect(await attempts()).toBe(1);
    });

    it('is charged where it fell due before', async () => {
      await keepMirror();
      await subscribe();
      await moveOn();
      await service.database
        .update(contractMirrorTable)
        .set({ sweptAt: new Date(now().getTime() + 1), refusal: 'shop frozen' });
      await control().clock.moveBy({ hours: 2 });
      await sweep();
      await charge();
      expect(await attempts()).toBe(1);
    });

    it.each([
      [402, 'store frozen', 'due while frozen'],
      [403, 'store frozen', 'due while frozen'],
    ])(
      'is no charge that goes on where the call is refused with %i',
      async (status, left, listed) => {
        await keepMirror({ sweptAt: now() });
        await subscribe();
        await moveOn();
        control().addFault({ kind: 'status', status, operation: 'ChargeCycle' });
        await charge();
        expect(await states()).toEqual([`1 left: ${left}`]);
        await sweep();
        await charge();
        expect(await states()).toEqual([`1 listed: ${listed}`]);
        expect(await attempts()).toBe(1);
      },
    );

    it('may have been charged where the call is refused after an answer was lost', async () => {
      await keepMirror({ sweptAt: now() });
      await subscribe();
      await moveOn();
      control().addFault({ kind: 'disconnect', afterExecution: false, operation: 'ChargeCycle' });
      await charge();
      control().addFault({ kind: 'status', status: 402, operation: 'ChargeCycle' });
      await control().clock.moveBy({ hours: 1 });
      await charge();
      expect(await states()).toEqual(['1 open: answer lost']);
      await sweep();
      await charge();
      await control().clock.moveBy({ hours: 2 });
      await charge();
      expect(await states()).toEqual(['1 paid: paid']);
    });

    it.each([
      ['was paused and nobody looked', true, ['1 listed: due while paused']],
      ['was paused after that', false, ['1 open: charging']],
    ])('is known where the subscription %s', async (_, isBefore, known) => {
      await keepMirror();
      const id = await subscribe();
      const set = async (status: 'ACTIVE' | 'PAUSED') => {
        const updatedAt = now().toISOString();
        control().changeContract(shop, Number(id), { status, updatedAt });
        await changed(id);
      };
      if (isBefore) await set('PAUSED');
      await moveOn();
      await control().clock.moveBy({ hours: 1 });
      if (!isBefore) await set('PAUSED');
      await control().clock.moveBy({ hours: 1 });
      await set('ACTIVE');
      await charge();
      expect(await states()).toEqual(known);
    });
  });

  describe('of whose charge a restored backup knows nothing', () => {
    const restore = async () => {
      await service.database.delete(billingAttemptTable);
      await service.database.delete(cycleBillingTable);
    };
    const sweepAll = async () => {
      const old = new Date(now().getTime() - 8 * day);
      await service.database.update(contractMirrorTable).set({ wholeAt: old, sweptAt: old });
      await sweepContracts(context(), new AbortController().signal);
    };

    it.each([
      ['ended', 'CANCELLED', null],
      ['is paused', 'PAUSED', null],
      ['goes on', 'ACTIVE', null],
      ['goes on while billing is stopped', 'ACTIVE', 'stopped'],
    ] as const)(
      'is known after the week’s sweep, where its subscription %s',
      async (_, status, stop) => {
        await keepMirror();
        const id = await subscribe();
        await moveOn();
        await charge();
        await control().clock.moveBy({ hours: 2 });
        await restore();
        control().changeContract(shop, Number(id), { status });
        if (stop !== null)
          await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
        await sweepAll();
        expect(await states()).toEqual(['1 paid: paid']);
        expect(await attempts()).toBe(1);
        service.operations();
        await sweepAll();
        expect(service.operations()).not.toContain('CycleToCharge');
      },
    );
  });
});
