import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Analytics,
  analyticsSchema,
  summarySchema,
  type Totals,
} from '#contract/analytics.ts';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { isUsableTimeZone } from '../fulfilling/order/time-zone.ts';
import {
  orderImportTable,
  storeOrderLineTable,
  storeOrderTable,
  storePlanTable,
} from '../store/schema.ts';
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
    // The third is paid once, and of the fourth nothing is known any more.
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
          const analytics = await analyticsIn(range, 'USD');
          expect(analytics).toEqual(plainAnalytics(rows, range));
          expect(await comparedTotalsIn(range, 'USD')).toEqual({
            hasOtherCurrencies: analytics.hasOtherCurrencies,
            current: addedUp(analytics),
            previous: addedUp(await analyticsIn(rangeBefore(range), 'USD')),
          });
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);

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
    expect(startOfDay('America/Los_Angeles', today).getTime()).toBeLessThanOrEqual(Date.now());
  });
});
