import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Analytics,
  analyticsSchema,
  summarySchema,
  type Totals,
} from '#contract/analytics.ts';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { subscriberListSchema } from '#contract/store-order.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { isUsableTimeZone } from '../fulfilling/order/time-zone.ts';
import {
  contractMirrorTable,
  orderImportTable,
  storeOrderLineTable,
  storeOrderTable,
  storePlanTable,
  subscriptionContractTable,
} from '../store/schema.ts';
import { contractExample } from '../testing/contract-example.ts';
import { type OrderRows, plainAnalytics } from '../testing/plain-analytics.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { analyticsIn, comparedTotalsIn } from './answer.ts';
import { rangeBefore, rangeOf } from './range.ts';

const tables = [orderImportTable, storeOrderTable, storeOrderLineTable, storePlanTable];
const dayMilliseconds = 86_400_000;

/** Time zones with and without summer time, on both sides of UTC, with a half hour, and one whose midnight is skipped. */
const timeZones = [
  'UTC',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'America/Santiago',
];

const madeOrder = fc.record({
  seconds: fc.integer({ min: 0, max: 390 * 86_400 }),
  customer: fc.constantFrom('1', '2', '3', null),
  plans: fc.array(fc.constantFrom('1', '2', '3', '4', null), { minLength: 1, maxLength: 3 }),
  isCancelled: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
  currencyCode: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
  revenue: fc.integer({ min: 0, max: 100_000 }),
});

type Made = typeof madeOrder extends fc.Arbitrary<infer Order> ? Order : never;

/** A range's totals as a merchant would add them up from its charts. */
function addedUp(analytics: Pick<Analytics, 'activeSubscriptions' | 'revenueByPlan'>): Totals {
  const { activeSubscriptions, revenueByPlan } = analytics;
  return {
    newSubscriptions: activeSubscriptions.reduce((sum, { started }) => sum + started, 0),
    revenue: revenueByPlan.reduce((sum, { revenue }) => sum + revenue, 0),
  };
}

const byContracts = { byContracts: true };
const byOrders = { byContracts: false };
const start = Date.parse('2025-10-01T00:00:00Z');

function rowsOfOrders(shop: string, made: ReadonlyArray<Made>): OrderRows {
  return {
    orders: made.map(({ seconds, customer, isCancelled, currencyCode }, index) => {
      const processedAt = new Date(start + seconds * 1000);
      return {
        shop,
        id: String(index),
        name: `#${index}`,
        customerId: customer,
        processedAt,
        updatedAt: processedAt,
        cancelledAt: isCancelled ? processedAt : null,
        financialStatus: 'PAID',
        fulfillmentStatus: 'FULFILLED',
        total: 0,
        currencyCode,
      };
    }),
    lines: made.flatMap(({ plans, revenue }, order) =>
      plans.map((planId, line) => ({
        shop,
        orderId: String(order),
        id: String(line),
        title: 'House blend',
        variantTitle: null,
        quantity: 1,
        revenue: revenue + line,
        planId,
        planName: planId && `Plan ${planId}`,
      })),
    ),
    // Plan 3 is paid once. Orders also name a plan 4, which the store no longer knows.
    plans: [
      { shop, id: '1', name: 'Weekly', groupName: null, periodDays: 7 },
      { shop, id: '2', name: 'Quarterly', groupName: null, periodDays: 93 },
      { shop, id: '3', name: 'Pre-order', groupName: null, periodDays: null },
    ],
  };
}

describe.each(databases)('analytics on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    await service.settled();
    service.platform.control.setScopes(roastAndRitual, [...accessScopes, 'read_all_orders']);
    for (const table of tables) await service.database.delete(table);
  });

  const analyticsOf = async (shop: string, search = '') =>
    bodyOf(await service.call(shop, 'GET', `/analytics${search}`), analyticsSchema);
  async function keptRows(): Promise<OrderRows> {
    return {
      orders: await service.database.select().from(storeOrderTable),
      lines: await service.database.select().from(storeOrderLineTable),
      plans: await service.database.select().from(storePlanTable),
    };
  }
  const partsOf = (analytics: Analytics) => {
    const { hasOtherCurrencies, totals, activeSubscriptions, revenueByPlan } = analytics;
    const { ordersByWeek, retention } = analytics;
    return {
      hasOtherCurrencies,
      totals,
      activeSubscriptions,
      revenueByPlan,
      ordersByWeek,
      retention,
    };
  };

  it('of the seeded year are what its orders say one by one', async () => {
    await analyticsOf(roastAndRitual);
    await service.settled();
    for (const search of ['', '?from=2026-09-16', '?from=2026-03-03&to=2026-06-17']) {
      const analytics = await analyticsOf(roastAndRitual, search);
      const { from, to, orderImport } = analytics;
      expect(orderImport).toMatchObject({ isImporting: false, hasAllOrders: true });
      const plain = plainAnalytics(await keptRows(), {
        timeZone: orderImport.timeZone,
        from,
        to,
        now: new Date(),
      });
      expect(partsOf(analytics)).toEqual(plain);
    }
    const year = await analyticsOf(roastAndRitual);
    expect(year).toMatchObject({ currencyCode: 'USD', hasOtherCurrencies: false });
    expect(year.activeSubscriptions.length).toBeGreaterThanOrEqual(52);
    const active = year.activeSubscriptions.map((week) => week.active);
    expect(active.at(-1)).toBeGreaterThan((active[10] ?? 0) * 2);
    expect(year.revenueByPlan.length).toBeGreaterThanOrEqual(4);
    expect(year.revenueByPlan.every(({ revenue }) => revenue > 0)).toBe(true);
    const names = year.revenueByPlan.map(({ planName }) => planName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /^Every .* \(.*[a-z]\)$/.test(name)).length).toBeGreaterThan(1);
    expect(year.retention.length).toBeGreaterThanOrEqual(9);
    for (const { retained, subscribers } of year.retention) expect(retained[0]).toBe(subscribers);
  }, 60_000);

  it('are right for whatever orders, plans, weeks and time zones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(madeOrder, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(...timeZones),
        fc.integer({ min: 0, max: 380 }),
        fc.integer({ min: 0, max: 120 }),
        async (made, timeZone, firstDay, days) => {
          const { database } = service;
          const rows = rowsOfOrders(firstCrack, made);
          for (const table of tables) await database.delete(table);
          await database.insert(storeOrderTable).values(rows.orders);
          await database.insert(storeOrderLineTable).values(rows.lines);
          await database.insert(storePlanTable).values(rows.plans);
          const now = new Date(start + 390 * dayMilliseconds + 3_723_000);
          const day = (index: number) =>
            new Date(start + index * dayMilliseconds).toISOString().slice(0, 10);
          const asked = { from: day(firstDay), to: day(firstDay + days) };
          const range = rangeOf({ database, shop: firstCrack, now: () => now }, timeZone, asked);
          const analytics = await analyticsIn(range, 'USD', byOrders);
          expect(analytics).toEqual(plainAnalytics(rows, range));
          expect(await comparedTotalsIn(range, 'USD', byOrders)).toEqual({
            hasOtherCurrencies: analytics.hasOtherCurrencies,
            current: addedUp(analytics),
            previous: addedUp(await analyticsIn(rangeBefore(range), 'USD', byOrders)),
          });
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);

  it('count subscriptions by contracts where all are known, whatever was ordered', async () => {
    const { database } = service;
    const statuses = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED', 'FAILED', 'CANCELLED', 'EXPIRED'];
    const madeContract = fc.record({
      status: fc.constantFrom(...statuses),
      seconds: fc.integer({ min: 0, max: 380 * 86_400 }),
      lasted: fc.integer({ min: 0, max: 60 * 86_400 }),
      isGone: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(madeContract, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(...timeZones),
        fc.integer({ min: 0, max: 380 }),
        fc.integer({ min: 0, max: 120 }),
        async (made, timeZone, firstDay, days) => {
          const now = new Date(start + 450 * dayMilliseconds);
          const later = (seconds: number) => new Date(start + seconds * 1000);
          await database.delete(subscriptionContractTable);
          await database.insert(subscriptionContractTable).values(
            made.map(({ status, seconds, lasted, isGone }, id) => ({
              ...contractExample(firstCrack).contract,
              ...{ id: String(id), status, createdAt: later(seconds) },
              updatedAt: later(seconds + lasted),
              goneAt: isGone ? later(seconds + lasted + 1) : null,
            })),
          );
          const day = (index: number) =>
            later(index * 86_400)
              .toISOString()
              .slice(0, 10);
          const asked = { from: day(firstDay), to: day(firstDay + days) };
          const range = rangeOf({ database, shop: firstCrack, now: () => now }, timeZone, asked);
          const { activeSubscriptions, totals } = await analyticsIn(range, 'USD', byContracts);
          const spans = made.map(({ status, seconds, lasted, isGone }) => {
            const ends = isGone && status === 'ACTIVE' ? lasted + 1 : lasted;
            const ended = isGone || status !== 'ACTIVE' ? later(seconds + ends) : null;
            return { from: dayIn(timeZone, later(seconds)), to: ended && dayIn(timeZone, ended) };
          });
          for (const { week, ...counted } of activeSubscriptions) {
            const [, first = ''] = [week, range.from].sort();
            const [last = ''] = [addDays(week, 6), range.to].sort();
            const isIn = (on: string | null) => on !== null && on >= first && on <= last;
            expect(counted).toEqual({
              active: spans.filter(({ from, to }) => from <= last && !(to !== null && to <= last))
                .length,
              started: spans.filter(({ from }) => isIn(from)).length,
              ended: spans.filter(({ to }) => isIn(to)).length,
            });
          }
          const inRange = ({ from }: { from: string }) => from >= range.from && from <= range.to;
          expect(totals.newSubscriptions).toBe(spans.filter(inRange).length);
          expect(await comparedTotalsIn(range, 'USD', byContracts)).toEqual({
            hasOtherCurrencies: false,
            current: totals,
            previous: (await analyticsIn(rangeBefore(range), 'USD', byContracts)).totals,
          });
        },
      ),
      { numRuns: 40 },
    );
    await database.delete(subscriptionContractTable);
  }, 120_000);

  it('say that subscriptions are counted by orders until their contracts were all read', async () => {
    const { database } = service;
    await database.delete(contractMirrorTable);
    await analyticsOf(roastAndRitual);
    await service.settled();
    const asked = async () => {
      const summary = bodyOf(
        await service.call(roastAndRitual, 'GET', '/analytics/summary'),
        summarySchema,
      );
      const list = bodyOf(
        await service.call(roastAndRitual, 'GET', '/customer?first=50'),
        subscriberListSchema,
      );
      const { customers } = list;
      const active = customers.reduce((sum, customer) => sum + customer.activeSubscriptions, 0);
      expect(list.orderImport.subscriptions).toBe(summary.orderImport.subscriptions);
      return { summary, customers, active };
    };
    const before = await asked();
    expect(before.summary.orderImport.subscriptions).toBe('reading');
    expect(before.active).toBeGreaterThan(0);
    const shop = roastAndRitual;
    await database.insert(contractMirrorTable).values({ shop, refusal: 'not granted' });
    expect((await asked()).summary.orderImport.subscriptions).toBe('refused');

    await database.update(contractMirrorTable).set({ refusal: null, wholeAt: new Date() });
    const none = await asked();
    expect(none.summary).toMatchObject({
      orderImport: { subscriptions: 'none' },
      current: { newSubscriptions: 0, revenue: before.summary.current.revenue },
    });
    expect(none.active).toBe(0);
    const { contract } = contractExample(shop);
    const customerId = before.customers[0]?.id ?? '';
    await database.insert(subscriptionContractTable).values([
      { ...contract, customerId, id: '1', createdAt: new Date() },
      { ...contract, customerId, id: '2', createdAt: new Date() },
      { ...contract, customerId, id: '3', status: 'PAUSED' },
      { ...contract, customerId, id: '4', goneAt: new Date() },
    ]);
    const after = await asked();
    expect(after.summary).toMatchObject({
      orderImport: { subscriptions: 'known' },
      current: { newSubscriptions: 2, revenue: before.summary.current.revenue },
    });
    expect(after.active).toBe(2);
    expect(after.customers[0]).toMatchObject({ id: customerId, activeSubscriptions: 2 });
    expect(after.customers.map(({ revenue }) => revenue)).toEqual(
      before.customers.map(({ revenue }) => revenue),
    );
    const { activeSubscriptions, ordersByWeek, totals } = await analyticsOf(roastAndRitual);
    expect(activeSubscriptions.at(-1)?.active).toBe(2);
    expect(totals.newSubscriptions).toBe(4);
    expect(ordersByWeek.reduce((sum, { renewal }) => sum + renewal, 0)).toBeGreaterThan(100);
    await database.delete(subscriptionContractTable);
    await database.delete(contractMirrorTable);
  }, 60_000);

  it('in a time zone that nobody knows are in UTC and say so', async () => {
    const timeZone = 'Mars/Olympus_Mons';
    expect(await isUsableTimeZone(service.database, timeZone, () => true)).toBe(false);
    expect(await isUsableTimeZone(service.database, 'Asia/Kolkata')).toBe(true);
    expect(await isUsableTimeZone(service.database, '+05:30')).toBe(false);
    await analyticsOf(firstCrack);
    await service.settled();
    await service.database.update(orderImportTable).set({ timeZone });
    const { orderImport } = await analyticsOf(firstCrack);
    expect(orderImport).toMatchObject({ timeZone: 'UTC', unknownTimeZone: timeZone });
  });

  it("are Home's figures of the same days, and its days are the store's", async () => {
    await analyticsOf(roastAndRitual);
    await service.settled();
    const today = dayIn('America/Los_Angeles', new Date());
    const summary = bodyOf(
      await service.call(roastAndRitual, 'GET', '/analytics/summary'),
      summarySchema,
    );
    const { from, to, current, previous } = summary;
    expect([from, to]).toEqual([addDays(today, -29), today]);
    const analytics = await analyticsOf(roastAndRitual, `?from=${from}&to=${to}`);
    expect(analytics).toMatchObject({ from, to, totals: current });
    expect(addedUp(analytics)).toEqual(current);
    const before = await analyticsOf(roastAndRitual, `?days=30&to=${addDays(from, -1)}`);
    expect(before.totals).toEqual(previous);
    expect(current.newSubscriptions).toBeGreaterThan(0);
    expect(summary).toMatchObject({ currencyCode: 'USD', hasOtherCurrencies: false });
  });

  it('of a store without orders are empty, not a failure', async () => {
    await analyticsOf(firstCrack);
    await service.settled();
    const analytics = await analyticsOf(firstCrack);
    expect(analytics).toMatchObject({ revenueByPlan: [], retention: [], currencyCode: 'USD' });
    expect(analytics.activeSubscriptions.every(({ active }) => active === 0)).toBe(true);
    expect(analytics.ordersByWeek).toHaveLength(53);
  });

  it('refuse days that are none or that nobody has numbers of, and end today', async () => {
    for (const [search, field] of [
      ['?from=2026-02-30', 'from'],
      ['?to=yesterday', 'to'],
      ['?from=2026-02-02&to=2026-02-01', 'from'],
      ['?days=0', 'days'],
      ['?days=soon', 'days'],
      ['?from=0001-01-01', 'from'],
      ['?from=1000-01-01&to=1000-02-01', 'from'],
      ['?to=1999-12-31', 'to'],
      ['?from=9999-12-31', 'from'],
      ['?from=2300-01-01&to=2300-01-02', 'from'],
      ['?from=2020-01-01', 'from'],
      ['?from=2020-01-01&to=2026-02-01', 'from'],
    ]) {
      expect(await service.call(firstCrack, 'GET', `/analytics${search}`)).toMatchObject({
        status: 400,
        body: { fieldErrors: { [field ?? '']: [expect.any(String)] } },
      });
    }
    const today = dayIn('America/Los_Angeles', new Date());
    await analyticsOf(firstCrack);
    await service.settled();
    expect(await analyticsOf(firstCrack, `?from=${today}&to=${addDays(today, 9)}`)).toMatchObject({
      from: today,
      to: today,
    });
    expect(await analyticsOf(firstCrack, '?days=30')).toMatchObject({
      from: addDays(today, -29),
      to: today,
    });
    const yesterday = addDays(today, -1);
    expect(await analyticsOf(firstCrack, `?to=${yesterday}`)).toMatchObject({
      to: yesterday,
      today,
    });
    expect(startOfDay('America/Los_Angeles', today).getTime()).toBeLessThanOrEqual(Date.now());
  });
});
