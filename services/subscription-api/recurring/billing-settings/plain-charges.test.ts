import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  billingAttemptTable,
  billingCycleTable,
  cycleBillingTable,
  orderExtraTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';
import { overviewOf } from './first-charges.ts';

vi.setConfig({ testTimeout: 120_000 });

const shop = 'plain.myshopify.com';
const hour = 3_600_000;
const day = 24 * hour;
const now = new Date('2026-11-26T09:10:00Z');

const mostly = <const Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...others));

const order = fc.record({
  state: mostly(null, 'open', 'left', 'paid', 'listed', 'ended'),
  isBilled: mostly(false, true),
  isSkipped: mostly(false, true),
  movedBy: mostly(0, -3 * day, -hour, 5 * hour, 2 * day),
  attempt: fc.record({
    state: mostly('paid', 'failed', 'begun', 'pending', 'challenged'),
    failureClass: mostly('later', 'method', 'buyer', 'stock', 'shop', 'order'),
    hoursAgo: fc.integer({ min: 0, max: 120 }),
  }),
});

const contract = fc.record({
  begins: fc.integer({ min: -35 * 24, max: 3 * 24 }),
  every: fc.constantFrom(1, 2, 7, 30),
  status: mostly('ACTIVE', 'PAUSED'),
  isUsageBased: mostly(false, true, null),
  maxCycles: mostly(null, 1, 3),
  method: fc.nat(9),
  orders: fc.array(order, { minLength: 1, maxLength: 8 }),
});

const settings = fc.record({
  wentLiveDaysAgo: fc.constantFrom(null, 1, 4, 90),
  isStopped: fc.boolean(),
  hour: fc.constantFrom(0, 1, 10, 23),
  catchUpDays: fc.constantFrom(0, 1, 3),
});

type Generated<Of> = Of extends fc.Arbitrary<infer One> ? One : never;

/** The rows of a contract. An order that billing has looked at has no amount in the mirror. */
function rowsOf(id: string, { begins, every, method, orders, ...of }: Generated<typeof contract>) {
  const owner = { shop, contractId: id };
  const amount = 1000 + Number(id);
  const isForeseen = of.status === 'ACTIVE' && of.isUsageBased !== true;
  const each = orders.map(({ state, isBilled, isSkipped, movedBy, attempt }, index) => {
    const expectedAt = new Date(now.getTime() + begins * hour + index * every * day + movedBy);
    const begunAt = new Date(now.getTime() - attempt.hoursAgo * hour);
    const name = { ...owner, cycleIndex: index + 1 };
    const known = { reason: 'tries again', expectedAt, nextAt: now, changedAt: begunAt };
    const isSettled = attempt.state === 'paid' || attempt.state === 'failed';
    return {
      cycle: {
        ...{ ...name, expectedAt, isBilled, isSkipped, isEdited: false },
        amount: isForeseen && state === null ? amount : null,
        currencyCode: isForeseen && state === null ? 'USD' : null,
      },
      billing: state === null ? [] : [{ ...name, ...known, state }],
      attempts:
        state === null
          ? []
          : [
              {
                ...{ ...name, number: 1, input: {}, state: attempt.state, begunAt },
                ...{ method: `m${method} 1`, settledAt: isSettled ? begunAt : null },
                failureClass: attempt.state === 'failed' ? attempt.failureClass : null,
              },
            ],
    };
  });
  return {
    contract: {
      ...{ ...of, shop, id, revision: 1n, originOrderId: id, currencyCode: 'USD' },
      ...{ deliveryPrice: amount, billingInterval: 'DAY', billingIntervalCount: every },
      ...{ deliveryInterval: 'DAY', deliveryIntervalCount: every, paymentMethodId: `m${method}` },
      ...{ createdAt: now, updatedAt: now, askedAt: now },
    },
    cycles: each.map(({ cycle }) => cycle),
    billing: each.flatMap(({ billing }) => billing),
    attempts: each.flatMap(({ attempts }) => attempts),
  };
}

describe.each(usualDatabase)('what is plain of the first charges on %s', (kind) => {
  const service = serviceForSuite(kind);

  it('is what would be charged if each contract was judged by itself', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(contract, { minLength: 1, maxLength: 20 }),
        settings,
        async (all, set) => {
          const { database } = service;
          for (const table of [
            ...[subscriptionContractTable, billingCycleTable, cycleBillingTable],
            ...[billingAttemptTable, orderExtraTable],
          ]) {
            await database.delete(table);
          }
          const rows = all.map((one, index) => rowsOf(String(index + 1), one));
          await database
            .insert(subscriptionContractTable)
            .values(rows.map(({ contract: row }) => row));
          await database.insert(billingCycleTable).values(rows.flatMap(({ cycles }) => cycles));
          const billing = rows.flatMap((row) => row.billing);
          const attempts = rows.flatMap((row) => row.attempts);
          if (billing.length > 0) await database.insert(cycleBillingTable).values(billing);
          if (attempts.length > 0) await database.insert(billingAttemptTable).values(attempts);
          const { wentLiveDaysAgo, isStopped, ...rest } = set;
          const wentLiveAt =
            wentLiveDaysAgo === null ? null : new Date(now.getTime() - wentLiveDaysAgo * day);
          const row = {
            ...{ shop, ...rest, wentLiveAt, rules: null, stoppedBecause: null },
            stoppedAt: isStopped && wentLiveAt !== null ? new Date(now.getTime() - hour) : null,
            ...{ startedAgainAt: null, noticeHours: 12 },
          };
          const timeZone = 'America/Los_Angeles';
          const overview = () => overviewOf(database, { shop, row, timeZone, now });
          const plain = await overview();
          // Something for nothing has each contract judged by itself.
          await database.insert(orderExtraTable).values(
            rows.map(({ contract: { id } }) => ({
              ...{ shop, id, contractId: id, productId: '1', variantId: '1', title: 'Sample' },
              ...{ quantity: 1, price: 0, currencyCode: 'USD', addedAt: now },
            })),
          );
          expect(plain).toEqual(await overview());
        },
      ),
      { numRuns: 60 },
    );
  });
});
