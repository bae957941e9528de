import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { usualRules } from '#contract/billing-rules.ts';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import { approveVendor } from '../../shop/vendor.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { chargeChanged } from '../billing/charge-due.ts';
import { decideCycle } from '../billing/decide-cycle.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { changeBilling } from './change-billing.ts';
import { getFirstCharges } from './first-charges.ts';
import { updateRules } from './update-rules.ts';

vi.setConfig({ testTimeout: 30_000 });

const minute = 60_000;
const day = 86_400_000;
const openedSchema = z.object({ contractId: z.number(), paymentMethodId: z.number() });
const ledgerSchema = z.object({
  subscriptionContract: z.object({
    billingAttempts: z.object({
      nodes: z.array(z.object({ createdAt: z.coerce.date(), idempotencyKey: z.string() })),
    }),
  }),
});

/** Random numbers from 0 to below 1 that depend on the seed alone. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('what is charged first', () => {
  const service = serviceForSuite('PGlite');
  const billing = billingInTest(service);
  const { control, now, context, schedule, charge } = billing;
  let opened: z.infer<typeof openedSchema>[];
  let plans: number[];

  async function makePlans(): Promise<number[]> {
    const plan = (name: string, interval: string, cycles: object = {}) => ({
      name,
      options: name,
      category: 'SUBSCRIPTION',
      billingPolicy: { recurring: { interval, intervalCount: 1, ...cycles } },
      deliveryPolicy: { recurring: { interval, intervalCount: 1 } },
      pricingPolicies: [],
    });
    return await billing.makePlans([
      plan('weekly', 'WEEK'),
      plan('daily', 'DAY'),
      plan('limited', 'WEEK', { maxCycles: 2 }),
    ]);
  }

  async function subscribe(plan = plans[0]): Promise<z.infer<typeof openedSchema>> {
    const answer = await control().act(shop, 'subscription', { planId: plan });
    const subscription = openedSchema.parse(answer);
    opened.push(subscription);
    return subscription;
  }
  const readAll = async () => {
    for (const { contractId } of opened) {
      await refreshContract(context(), String(contractId), (at) =>
        chargeChanged(at, String(contractId)),
      );
    }
  };
  const fate = ({ paymentMethodId }: { paymentMethodId: number }, value: object) =>
    control().act(shop, 'payment-method', { paymentMethodId, fate: value });
  /** Lives so many days as a shop does whose billing may be on. */
  async function live(days: number): Promise<void> {
    await readAll();
    const until = now().getTime() + days * day;
    while (now().getTime() < until) {
      await charge();
      const next = await billing.nextLook();
      const wanted = Math.min(next?.getTime() ?? until, until, now().getTime() + day);
      await control().clock.moveTo(new Date(Math.max(wanted, now().getTime() + minute)));
      await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    }
  }
  /** The contracts and cycles that the platform was asked to charge since `from`, by its own list. */
  async function chargedSince(from: Date): Promise<string[]> {
    const charged = new Set<string>();
    for (const { contractId } of opened) {
      const answer = await service.admin(
        shop,
        'query ($id: ID!) { subscriptionContract(id: $id) { billingAttempts(first: 100) { nodes { createdAt idempotencyKey } } } }',
        { id: `gid://shopify/SubscriptionContract/${contractId}` },
      );
      const { nodes } = ledgerSchema.parse(answer).subscriptionContract.billingAttempts;
      for (const { createdAt, idempotencyKey } of nodes) {
        const [, , contract, cycle] = idempotencyKey.split('/');
        if (createdAt >= from) charged.add(`${contract} ${cycle}`);
      }
    }
    return [...charged].sort();
  }
  const listed = () =>
    service.database.$count(cycleBillingTable, eq(cycleBillingTable.state, 'listed'));
  const sumOfAttempts = async (from: Date) =>
    (await service.database.select().from(billingAttemptTable))
      .filter(({ begunAt }) => begunAt >= from)
      .reduce((sum, { amount }) => sum + (amount ?? 0), 0);

  /** Confirms the first charges, and compares them with what the platform was then asked to charge. */
  async function confirm(change: 'go live' | 'start') {
    await readAll();
    const first = await getFirstCharges(context());
    const before = await listed();
    // The platform's times are whole seconds.
    const from = new Date(Math.floor(now().getTime() / 1000) * 1000);
    await changeBilling(context(), change, first.tag);
    for (let looks = 0; looks < 4; looks += 1) {
      await charge();
      await control().clock.moveTo(new Date(now().getTime() + 2 * minute));
    }
    const charged = await chargedSince(from);
    expect({
      orders: charged.length,
      amount: await sumOfAttempts(from),
      toDecide: (await listed()) - before,
    }).toEqual({
      orders: first.now.orders,
      amount: first.now.money[0]?.amount ?? 0,
      toDecide: first.toDecide,
    });
    return first;
  }

  beforeEach(async () => {
    await billing.reset();
    // Begins at noon, so that no next order falls due in the minutes of the confirmation.
    const tomorrow = addDays(dayIn(schedule.timeZone, now()), 1);
    await control().clock.moveTo(hourOfDay(schedule.timeZone, tomorrow, 12));
    opened = [];
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    plans = await makePlans();
  });

  it('is nothing that fell due before going live; soon is what the coming week brings', async () => {
    await subscribe();
    await live(3);
    await subscribe();
    await live(5);
    await subscribe(plans[1]);
    const { now: atOnce, soon, toDecide } = await confirm('go live');
    expect([atOnce.orders, toDecide]).toEqual([0, 1]);
    // Two weekly subscriptions, and a week of a daily one.
    expect(soon.orders).toBeGreaterThanOrEqual(8);
    const from = now();
    await live(6.9);
    const charged = (await chargedSince(from)).length;
    expect(Math.abs(charged - soon.orders)).toBeLessThanOrEqual(1);
  });

  it('is what the shop’s own fault has stopped, and what fell due meanwhile', async () => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const faulty = await subscribe();
    await subscribe();
    await live(1.5);
    await subscribe();
    await fate(faulty, { kind: 'declined', code: 'TEST_MODE', times: 1 });
    await live(7.5);
    const [row] = await service.database.select().from(billingSettingsTable);
    expect(row?.stoppedBecause).toBe('TEST_MODE');
    const first = await confirm('start');
    expect(first.now.orders).toBeGreaterThanOrEqual(2);
    expect(first.first.map(({ contract }) => contract)).toContain(String(faulty.contractId));
  });

  it.each([
    ['missed', { state: 'listed', reason: 'missed', nextAt: null }],
    ['not due', { state: 'open', reason: 'not due', nextAt: new Date() }],
  ] as const)('is what was %s and is moved to the coming week in a stop', async (_, standing) => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const { contractId } = await subscribe();
    await readAll();
    await changeBilling(context(), 'stop', undefined);
    const expectedAt = new Date(now().getTime() + (standing.state === 'open' ? 9 : -5) * day);
    const row = { shop, contractId: String(contractId), cycleIndex: 1, expectedAt };
    await service.database
      .insert(cycleBillingTable)
      .values({ ...row, ...standing, changedAt: now() });
    const date = new Date(now().getTime() + 2 * day).toISOString();
    const cycle = `{ contractId: "gid://shopify/SubscriptionContract/${contractId}", selector: { index: 1 } }`;
    await service.admin(
      shop,
      `mutation { subscriptionBillingCycleScheduleEdit(billingCycleInput: ${cycle}, input: { billingDate: "${date}", reason: MERCHANT_INITIATED }) { userErrors { message } } }`,
    );
    await readAll();
    const first = await getFirstCharges(context());
    expect(first.soon.orders).toBe(1);
    const from = now();
    await changeBilling(context(), 'start', first.tag);
    await live(3);
    expect(await chargedSince(from)).toEqual([`${contractId} 1`]);
  });

  it.each(['charge', 'retry'] as const)(
    'is what the merchant had charged by %s right before a stop',
    async (decision) => {
      const one = await subscribe();
      if (decision === 'charge') await live(8);
      else await fate(one, { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 });
      await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
      await live(decision === 'charge' ? 0.1 : 7.5);
      const order = { contract: String(one.contractId), cycle: 1 };
      expect(await decideCycle(context(), order, decision)).toBeNull();
      await changeBilling(context(), 'stop', undefined);
      const first = await confirm('start');
      expect(first.now.orders).toBe(1);
    },
  );

  it.each([5, 7, 11])(
    'is after a stop what is then charged, whatever happened before and in it (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed);
      await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
      for (let count = 0; count < 6; count += 1) {
        await subscribe(plans[Math.floor(chance() * plans.length)]);
        await live(1);
      }
      const codes = ['INSUFFICIENT_FUNDS', 'EXPIRED_CARD', 'AUTHENTICATION_REQUIRED'];
      for (const one of opened) {
        if (chance() < 0.5) continue;
        const code = codes[Math.floor(chance() * codes.length)];
        await fate(one, { kind: 'declined', code, times: 1 });
      }
      const some = () => opened.filter(() => chance() < 0.25);
      for (const { contractId } of some()) {
        control().changeContract(shop, contractId, { status: 'PAUSED' });
      }
      await live(2 + chance() * 7);
      await changeBilling(context(), 'stop', undefined);
      const stopped = now();
      await live(chance() * 5);
      for (const { contractId } of opened) {
        if (chance() > 0.5) control().changeContract(shop, contractId, { status: 'ACTIVE' });
      }
      for (const { contractId } of some()) {
        control().changeContract(shop, contractId, { status: 'PAUSED' });
      }
      if (chance() < 0.5) {
        const payment = { ...usualRules.payment, end: 'pause', afterDays: 1 } as const;
        const rules = { ...usualRules, payment, hour: 10, catchUpDays: Math.floor(chance() * 6) };
        await updateRules(context(), rules, undefined);
      }
      await live(chance() * 4);
      expect(await chargedSince(stopped)).toEqual([]);
      await confirm('start');
    },
  );
});
