import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { usualRules } from '#contract/billing-rules.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  contractMirrorTable,
  customerNoticeTable,
  cycleBillingTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { decideRecurringOrders } from '../orders/decide.ts';
import { listRecurringOrders } from '../orders/list.ts';
import { explanationOf } from '../orders/outcome.ts';
import { chargeDue } from './charge-due.ts';
import { decideCycle, decisionTexts } from './decide-cycle.ts';
import { decisionsFor } from './decisions.ts';

const day = 86_400_000;

describe.each(databases)('what a merchant decides on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context, contextOf, charge, states, attempts } = billing;
  const decide = (id: string, decision: Parameters<typeof decideCycle>[2], of = shop) =>
    decideCycle(contextOf(of), { contract: id, cycle: 1 }, decision);
  const jobs = async () =>
    (
      await rowsOf(
        service.database,
        z.object({ jobs: z.number() }),
        sql`select count(*)::integer as jobs from jobs.job where name = 'charge-due'`,
      )
    )[0]?.jobs ?? 0;

  async function subscribe(code?: string, times = 1): Promise<string> {
    const method = code === undefined ? {} : { fate: { kind: 'declined' as const, code, times } };
    return (await billing.subscribe({ method })).id;
  }
  /** Moves to the next look at an order, plus so many days, and looks. */
  async function moveOn(days = 0): Promise<void> {
    await billing.moveOn(days);
    await charge();
  }
  /** Goes on until the attempt is settled. */
  async function settle(): Promise<void> {
    for (let looks = 0; looks < 5; looks += 1) {
      if (!(await states()).some((state) => /charging|decided/.test(state))) return;
      await moveOn();
    }
  }

  beforeEach(async () => {
    await billing.reset();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await billing.keepMirror();
  });

  it('to charge: what was missed is charged once, however often it is said', async () => {
    const id = await subscribe();
    await moveOn(5);
    expect(await states()).toEqual(['1 listed: missed']);
    const sent = await jobs();
    expect(await decide(id, 'charge')).toBeNull();
    expect(await decide(id, 'charge')).toBeNull();
    expect(await jobs()).toBe(sent + 1);
    await charge();
    await settle();
    expect(await states()).toEqual(['1 paid: paid']);
    expect(await attempts()).toBe(1);
    expect(await decide(id, 'leave')).toBe(decisionTexts.charged);
  });

  it('to charge: not what has ended since it was decided', async () => {
    const id = await subscribe();
    await moveOn(5);
    expect(await decide(id, 'charge')).toBeNull();
    await service.database
      .update(cycleBillingTable)
      .set({ state: 'ended', reason: 'skip', nextAt: null });
    expect(await decide(id, 'charge')).toBe(decisionTexts.changed);
  });

  it('to charge: what is decided at once is charged by one job, or by two where it takes some seconds', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) ids.push(await subscribe());
    await moveOn(5);
    const sent = await jobs();
    const orders = ids.map((contract) => ({ contract, cycle: 1 }));
    const answers = await decideRecurringOrders(context(), { decision: 'charge', orders });
    expect(answers).toEqual(Array(8).fill({ refused: null }));
    expect(await jobs()).toBeGreaterThan(sent);
    expect(await jobs()).toBeLessThanOrEqual(sent + 2);
  });

  it('to charge: nobody is charged for it a day later without being asked again', async () => {
    const id = await subscribe();
    await service.database.update(billingSettingsTable).set({ catchUpDays: 0 });
    await moveOn(3);
    expect(await decide(id, 'charge')).toBeNull();
    await control().clock.moveTo(new Date(now().getTime() + 2 * day));
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    await charge();
    expect(await states()).toEqual(['1 listed: missed']);
    expect(await attempts()).toBe(0);
  });

  it('to charge: whose card has expired is told, also where nobody knows how it is billed', async () => {
    await service.database.update(billingSettingsTable).set({
      rules: { ...usualRules, asksForMethod: false },
    });
    const id = await subscribe('EXPIRED_PAYMENT_METHOD', 9);
    await service.database.update(subscriptionContractTable).set({ isUsageBased: null });
    await moveOn();
    expect(await states()).toEqual(['1 listed: usage unknown']);
    expect(await decide(id, 'charge')).toBeNull();
    await charge();
    await settle();
    expect(await states()).toEqual(['1 open: waits for method']);
    const told = await service.database.select().from(customerNoticeTable);
    expect(told).toMatchObject([{ contractId: id, notice: 'customerChargeFailed' }]);
  });

  it('to charge: an old order whose card was refused for good elsewhere waits for another card from then on', async () => {
    const id = await subscribe();
    await moveOn();
    await settle();
    await moveOn(12);
    expect(await states()).toContain('2 listed: missed');
    const [paid] = await service.database.select().from(billingAttemptTable);
    if (paid === undefined) throw new Error('Nothing was tried.');
    const refused = { contractId: '7', state: 'failed', failureClass: 'method' } as const;
    await service.database.insert(billingAttemptTable).values({ ...paid, ...refused });
    expect(await decideCycle(context(), { contract: id, cycle: 2 }, 'charge')).toBeNull();
    for (let days = 0; days < 2; days += 1) {
      await charge();
      expect(await states()).toContain('2 open: waits for method');
      await control().clock.moveTo(new Date(now().getTime() + 1.1 * day));
      await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
      await service.database.update(cycleBillingTable).set({ nextAt: now() });
    }
  });

  it.each(['leave', 'settled elsewhere'] as const)(
    '%s: it is never charged, and the next one is',
    async (decision) => {
      const id = await subscribe();
      await moveOn(5);
      expect(await decide(id, decision)).toBeNull();
      expect(await decide(id, decision)).toBeNull();
      expect(await decide(id, 'charge')).toBe(decisionTexts.changed);
      await charge();
      expect(await attempts()).toBe(0);
      await moveOn();
      await settle();
      const [first, second] = await states();
      expect(first).toMatch(/^1 ended: /);
      expect(second).toBe('2 paid: paid');
    },
  );

  it('to charge again: what others have charged is charged once more, but not what they charge after that', async () => {
    const id = await subscribe();
    const chargesElsewhere = () =>
      control().act(shop, 'foreign-charge', { contractId: Number(id) });
    await billing.moveOn();
    await chargesElsewhere();
    await charge();
    expect(await states()).toEqual(['1 listed: charged elsewhere']);
    expect(await decide(id, 'charge')).toBe(decisionTexts.changed);
    expect(await decide(id, 'charge again')).toBeNull();
    await control().clock.moveTo(new Date(now().getTime() + 60_000));
    await chargesElsewhere();
    await charge();
    expect(await states()).toEqual(['1 listed: charged elsewhere']);
    expect(await attempts()).toBe(0);
    expect(await decide(id, 'charge again')).toBeNull();
    await charge();
    await settle();
    expect(await states()).toEqual(['1 paid: paid']);
    expect(await attempts()).toBe(1);
  });

  it('to charge: what could not come to its end is tried once more, and its rule followed then', async () => {
    const id = await subscribe('INSUFFICIENT_FUNDS', 9);
    const payment = { retries: 0, afterDays: 1, end: 'cancel' as const };
    await service.database.update(billingSettingsTable).set({ rules: { ...usualRules, payment } });
    const userErrors = [{ message: 'No', code: 'INVALID' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'CancelContract' });
    await moveOn();
    await settle();
    expect(await states()).toEqual(['1 listed: end rule refused']);
    expect(await decide(id, 'charge')).toBeNull();
    await charge();
    await settle();
    expect(await states()).toEqual(['1 ended: cancel']);
    expect(await attempts()).toBe(2);
  });

  it('only what can be carried out: an order that the platform lists no more can’t be charged', () => {
    const gone = { state: 'listed', reason: 'cycle gone' } as const;
    expect(decisionsFor({ ...gone, failureClass: null })).toEqual(['leave', 'settled elsewhere']);
    expect(explanationOf({ ...gone, attempt: null })).toEqual({
      happened: 'Shopify doesn’t list this order anymore, so it can’t be charged.',
      whatToDo:
        'Check your customer’s orders in Shopify, then leave it or mark it as settled elsewhere.',
    });
  });

  it('to retry: what failed is tried at once, not on its day', async () => {
    const id = await subscribe('INSUFFICIENT_FUNDS');
    await moveOn();
    await settle();
    expect(await states()).toEqual(['1 open: tries again']);
    expect(await decide(id, 'retry')).toBeNull();
    await charge();
    await settle();
    expect(await states()).toEqual(['1 paid: paid']);
    expect(await attempts()).toBe(2);
  });

  it.each([
    [9, decisionTexts.tried],
    [1, decisionTexts.charged],
  ])(
    'to retry: once where it is said again because its answer was lost, with %d declines',
    async (declines, told) => {
      const id = await subscribe('INSUFFICIENT_FUNDS', declines);
      await moveOn();
      await settle();
      const seen = { contract: id, cycle: 1, attempts: 1 };
      const retry = async (order = seen) =>
        await decideRecurringOrders(context(), { decision: 'retry', orders: [order] });
      expect(await retry()).toEqual([{ refused: null }]);
      expect(await retry()).toEqual([{ refused: null }]);
      await charge();
      expect(await states()).toEqual(['1 open: charging']);
      expect(await retry()).toEqual([{ refused: null }]);
      await settle();
      expect(await retry()).toEqual([{ refused: told }]);
      await charge();
      expect(await attempts()).toBe(2);
      if (told === decisionTexts.charged) return;
      // Who has seen that it failed once more may have it tried again.
      const { orders } = await listRecurringOrders(context(), { outcome: 'failed' });
      expect(orders.map((order) => order.attempts)).toEqual([2]);
      expect(await retry({ ...seen, attempts: 2 })).toEqual([{ refused: null }]);
    },
  );

  it('to retry: once, also where this machine’s clock is ahead of the platform’s', async () => {
    const id = await subscribe('INSUFFICIENT_FUNDS', 9);
    await moveOn();
    await settle();
    const ahead = { ...contextOf(shop), now: () => new Date(now().getTime() + 120_000) };
    expect(await decideCycle(ahead, { contract: id, cycle: 1 }, 'retry')).toBeNull();
    // Workers with and without the clock that is ahead.
    for (const worker of [contextOf(shop), ahead, contextOf(shop), ahead, ahead]) {
      await service.database.update(cycleBillingTable).set({ nextAt: now() });
      await chargeDue(worker, new AbortController().signal);
      await control().clock.moveTo(new Date(now().getTime() + 10_000));
    }
    expect(await attempts()).toBe(2);
  });

  it('to charge: with the method that the subscription has by now', async () => {
    const id = await subscribe('INVALID_SHIPPING_ADDRESS');
    await moveOn();
    await settle();
    expect(await states()).toEqual(['1 listed: merchant must act']);
    await service.database.update(billingAttemptTable).set({ failureClass: 'method' });
    expect(await decide(id, 'charge')).toBe(decisionTexts.declined);
    await service.database.update(subscriptionContractTable).set({ paymentMethodId: '7' });
    expect(await decide(id, 'charge')).toBeNull();
  });

  it('is taken back where nothing came of it yet, as while billing is off', async () => {
    const id = await subscribe();
    await moveOn(5);
    expect(await decide(id, 'charge')).toBeNull();
    await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
    await charge();
    expect(await states()).toEqual(['1 open: decided']);
    expect(await decide(id, 'leave')).toBeNull();
    await service.database.update(billingSettingsTable).set({ stoppedAt: null });
    await charge();
    expect(await states()).toEqual(['1 ended: left by the merchant']);
    expect(await attempts()).toBe(0);
  });

  it('to retry: not with a method that was refused for good, nor where billing is off', async () => {
    const id = await subscribe('EXPIRED_CARD');
    await moveOn();
    await settle();
    expect(await decide(id, 'retry')).toBe(decisionTexts.declined);
    await service.database
      .update(billingAttemptTable)
      .set({ errorCode: 'INSUFFICIENT_FUNDS', failureClass: 'later' });
    await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
    expect(await decide(id, 'retry')).toBe(decisionTexts.off);
    await service.database.update(billingSettingsTable).set({ stoppedAt: null });
    await service.database.update(subscriptionContractTable).set({ status: 'PAUSED' });
    expect(await decide(id, 'retry')).toBe(decisionTexts.notActive);
    await service.database.update(subscriptionContractTable).set({ status: 'ACTIVE' });
    const [row] = await service.database.select().from(billingAttemptTable);
    if (row === undefined) throw new Error('Nothing was tried.');
    const tries = Array.from({ length: 15 }, (_, index) => ({ ...row, number: index + 2 }));
    await service.database.insert(billingAttemptTable).values(tries);
    expect(await decide(id, 'retry')).toMatch(/^Card networks allow 15 tries in 30 days/);
    expect(await attempts()).toBe(16);
  });

  it('is taken of the shop’s own orders alone, and of none that isn’t there', async () => {
    const id = await subscribe();
    await moveOn(5);
    expect(await decide(id, 'leave', firstCrack)).toBe(decisionTexts.changed);
    expect(await decide('1', 'leave')).toBe(decisionTexts.changed);
    expect(await states()).toEqual(['1 listed: missed']);
  });
});
