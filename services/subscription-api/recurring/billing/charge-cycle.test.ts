import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DunningRules, usualRules } from '#contract/billing-rules.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  cycleBillingTable,
  leaseTable,
  timelineEntryTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { startSecondInstance } from '../../testing/second-instance.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { lockSettings } from '../billing-settings/settings.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { listTimeline } from '../timeline/timeline.ts';
import { type CycleOutcome, type CycleToCharge, chargeCycle } from './charge-cycle.ts';
import { lookAgain } from './due-cycles.ts';
import { stopBilling } from './store.ts';

type Instance = { contextOf: (of: string) => ShopContext };

const day = 86_400_000;
const subscriptionSchema = z.object({ contractId: z.number(), paymentMethodId: z.number() });
/** The list itself, not a copy. */
const attemptsSchema = z.object({
  subscriptionContract: z.object({
    billingAttempts: z.object({ nodes: z.custom<unknown[]>(Array.isArray) }),
  }),
});
const cyclesSchema = z.object({
  subscriptionBillingCycles: z.object({ nodes: z.custom<unknown[]>(Array.isArray) }),
});
const cycleDateSchema = z.looseObject({ billingAttemptExpectedDate: z.date() });
const rangeSchema = z.object({ from: z.number(), to: z.number() });
const linesSchema = z.object({
  subscriptionContract: z.object({
    lines: z.object({ nodes: z.array(z.custom<{ currentPrice: string }>()) }),
  }),
});
const contractSchema = z.object({
  subscriptionContract: z.object({
    status: z.string(),
    lines: z.object({
      nodes: z.array(
        z.object({ productId: z.string(), currentPrice: z.object({ amount: z.string() }) }),
      ),
    }),
    billingAttempts: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          idempotencyKey: z.string(),
          errorCode: z.string().nullable(),
          order: z.object({ id: z.string() }).nullable(),
        }),
      ),
    }),
  }),
});
const amountSchema = z.object({ amount: z.string() });
const longContractSchema = z.object({
  subscriptionContract: z.object({
    lines: z.object({
      nodes: z.array(
        z.object({
          currentPrice: amountSchema,
          pricingPolicy: z.object({ basePrice: amountSchema }),
        }),
      ),
    }),
    orders: z.object({
      nodes: z.array(z.object({ totalPriceSet: z.object({ shopMoney: amountSchema }) })),
    }),
  }),
});

describe('charging a cycle', () => {
  const service = serviceForSuite('PostgreSQL');
  const { control, now, untilDone, makePlans: makePlansOf } = billingInTest(service);
  let second: Awaited<ReturnType<typeof startSecondInstance>>;
  /** Weekly plans: a plain one, one with a later price, and one for three orders in all. */
  let plans: { plain: number; stepped: number; limited: number };
  let contractId: number;
  let paymentMethodId: number;

  const contextOf = (instance: Instance) => ({
    ...instance.contextOf(shop),
    now,
  });
  const charge = (change: Partial<CycleToCharge> = {}, instance: Instance = service) =>
    chargeCycle(contextOf(instance), {
      contract: String(contractId),
      cycle: 1,
      isUsageBased: false,
      hasFirstOrder: true,
      ...change,
    });
  const moveBy = (days: number) => control().clock.moveBy({ days });

  /** Charges until there is nothing more to look at, or the outcome is as wanted. */
  const play = (
    change: Partial<CycleToCharge> = {},
    isWanted?: (outcome: CycleOutcome) => boolean,
  ): Promise<CycleOutcome> => untilDone(() => charge(change), isWanted, 60);
  const becomesDue = (change: Partial<CycleToCharge> = {}) =>
    charge(change).then(async ({ state, reason, nextAt }) => {
      expect({ state, reason }).toEqual({ state: 'open', reason: 'not due' });
      if (nextAt !== null) await control().clock.moveTo(nextAt);
    });
  const waitsForMethod = ({ reason }: CycleOutcome) => reason === 'waits for method';
  /** An instance that asks the platform in another way. */
  const asking = (graphqlOf: (context: ShopContext) => ShopContext['graphql']): Instance => ({
    contextOf: (of) => {
      const context = service.contextOf(of);
      return { ...context, graphql: graphqlOf(context) };
    },
  });
  /** An instance that reads a changed answer of the platform. */
  const misled = (
    mislead: (answer: unknown, variables: unknown) => void | Promise<void>,
    by: readonly string[] = ['CycleToCharge'],
  ): Instance =>
    asking((context) => async (operation, variables) => {
      const answer = await context.graphql(operation, variables);
      if (by.includes(operation.name)) await mislead(answer, variables);
      return answer;
    });
  /** An instance for which the platform's list of attempts lags behind. */
  const lagging = misled((answer) => {
    attemptsSchema.parse(answer).subscriptionContract.billingAttempts.nodes.length = 0;
  });
  const withoutCycles = misled((answer) => {
    cyclesSchema.parse(answer).subscriptionBillingCycles.nodes.length = 0;
  });
  const withoutNext = misled((answer) => {
    cyclesSchema.parse(answer).subscriptionBillingCycles.nodes.length = 1;
  });
  /** An instance that always reads this price, so that each price set seems forgotten. */
  const withPrice = (price = '') =>
    misled((answer) => {
      for (const line of linesSchema.parse(answer).subscriptionContract.lines.nodes) {
        line.currentPrice = price;
      }
    });
  const triesAgain = ({ reason }: CycleOutcome) => reason === 'tries again';
  /** Charges the first cycle, lets the second fall due, and returns the method that was charged. */
  async function triedMethod() {
    await becomesDue();
    await play();
    await becomesDue({ cycle: 2 });
    const [row] = await rows();
    return { method: row?.method };
  }
  const isBegun = ({ reason }: CycleOutcome) => reason === 'charging';

  async function contract() {
    const answer = await service.admin(
      shop,
      `query ($id: ID!) { subscriptionContract(id: $id) {
        status lines(first: 5) { nodes { productId currentPrice { amount } } }
        billingAttempts(first: 50) { nodes { id idempotencyKey errorCode order { id } } }
      } }`,
      { id: `gid://shopify/SubscriptionContract/${contractId}` },
    );
    const { status, lines, billingAttempts } = contractSchema.parse(answer).subscriptionContract;
    return {
      status,
      productId: Number(lines.nodes[0]?.productId.split('/').pop()),
      prices: lines.nodes.map(({ currentPrice }) => currentPrice.amount),
      attempts: billingAttempts.nodes,
      orders: billingAttempts.nodes.filter(({ order }) => order !== null).length,
    };
  }
  const change = (mutation: string, args: string, selection = 'userErrors { message }') =>
    service.admin(shop, `mutation { ${mutation}(${args}) { ${selection} } }`);
  const gid = () => `gid://shopify/SubscriptionContract/${contractId}`;
  const fate = (value: object) =>
    control().act(shop, 'payment-method', { paymentMethodId, fate: value });
  const declines = (code: string, times: number | null = null) =>
    fate({ kind: 'declined', code, times });
  const rows = () =>
    service.database
      .select()
      .from(billingAttemptTable)
      .where(eq(billingAttemptTable.shop, shop))
      .orderBy(billingAttemptTable.cycleIndex, billingAttemptTable.number);
  /** Begins an attempt at the second cycle that never gets to the platform. */
  const beginSecond = () =>
    service.database.insert(billingAttemptTable).values({
      ...{ shop, contractId: String(contractId), cycleIndex: 2, number: 1 },
      ...{ input: {}, begunAt: now() },
      state: 'begun',
    });
  const settings = (set: Partial<typeof billingSettingsTable.$inferInsert>) =>
    service.database.update(billingSettingsTable).set(set);
  const rules = (payment: Partial<DunningRules['payment']>) =>
    settings({ rules: { ...usualRules, payment: { ...usualRules.payment, ...payment } } });
  async function subscribe(planId: number, more: object = {}) {
    const opened = await control().act(shop, 'subscription', { planId, ...more });
    ({ contractId, paymentMethodId } = subscriptionSchema.parse(opened));
  }

  async function makePlans(): Promise<typeof plans> {
    const plan = (name: string, cycles: object, later: object[] = []) => ({
      name,
      options: name,
      category: 'SUBSCRIPTION',
      billingPolicy: { recurring: { interval: 'WEEK', intervalCount: 1, ...cycles } },
      deliveryPolicy: { recurring: { interval: 'WEEK', intervalCount: 1 } },
      pricingPolicies: [
        { fixed: { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage: 50 } } },
        ...later,
      ],
    });
    const full = {
      adjustmentType: 'PERCENTAGE',
      adjustmentValue: { percentage: 0 },
      afterCycle: 2,
    };
    const [plain = 0, stepped = 0, limited = 0] = await makePlansOf([
      plan('plain', {}),
      plan('stepped', {}, [{ recurring: full }]),
      plan('limited', { maxCycles: 3 }),
    ]);
    return { plain, stepped, limited };
  }

  beforeAll(async () => {
    second = await startSecondInstance(service);
  });
  afterAll(async () => await second?.close());
  beforeEach(async () => {
    control().reset();
    plans = await makePlans();
    await subscribe(plans.plain);
    const { database } = service;
    for (const table of [
      ...[billingAttemptTable, cycleBillingTable, billingSettingsTable],
      timelineEntryTable,
    ]) {
      await database.delete(table);
    }
    await database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    // This gets the instances their access tokens.
    await service.call(shop, 'GET', '/requested-scope');
    second.forgetSessions(shop);
  });

  it('asks nothing of a shop that has not gone live', async () => {
    await settings({ wentLiveAt: null });
    service.operations();
    expect(await charge()).toEqual({ state: 'off', reason: 'not live', nextAt: null });
    expect(service.operations()).toEqual([]);
  });

  it('makes one order on its day, however often it is called', async () => {
    await becomesDue();
    expect(await play()).toMatchObject({ state: 'paid' });
    for (const days of [0, 0, 1]) {
      await moveBy(days);
      expect(await charge()).toMatchObject({ state: 'paid' });
    }
    const { attempts, orders } = await contract();
    expect(orders).toBe(1);
    expect(attempts.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      `cadence/${shop}/${contractId}/1/1`,
    ]);
    const [row] = await rows();
    expect(row).toMatchObject({
      state: 'paid',
      orderId: attempts[0]?.order?.id.split('/').pop(),
      input: {
        billingCycleSelector: { index: 1 },
        paymentProcessingPolicy: 'FAIL_UNLESS_VALID_PAYMENT_METHOD',
      },
    });
  });

  it('keeps which order was made when the platform doesn’t show that any more', async () => {
    await play();
    const [paid] = await rows();
    expect(paid).toMatchObject({ state: 'paid', orderId: expect.any(String) });
    await moveBy(70);
    control().setScopes(shop, accessScopes);
    await charge({ cycle: 11 });
    const [kept] = await rows();
    expect(kept).toEqual(paid);
  });

  it('makes one order where two instances are at it at once', async () => {
    await becomesDue();
    const both = await Promise.all(
      [1, 2, 3, 4].map((one) => charge({}, one % 2 ? second : undefined)),
    );
    expect(both.filter(isBegun)).toHaveLength(1);
    expect(await play()).toMatchObject({ state: 'paid' });
    expect((await contract()).orders).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it.each(['CycleToCharge', 'ChargeCycle'])(
    'makes one order where another process takes over from one that is stuck before %s',
    async (stuckAt) => {
      await becomesDue();
      const context = contextOf(service);
      let isStuck = true;
      const stuck: typeof context = {
        ...context,
        graphql: async (operation, variables) => {
          if (operation.name === stuckAt && isStuck) {
            isStuck = false;
            await service.database.delete(leaseTable);
            expect(await charge({}, second)).toMatchObject({ state: 'open', reason: 'charging' });
          }
          return await context.graphql(operation, variables);
        },
      };
      const wanted = { contract: String(contractId), cycle: 1 };
      const known = { isUsageBased: false, hasFirstOrder: true };
      expect(await chargeCycle(stuck, { ...wanted, ...known })).toMatchObject({ state: 'busy' });
      expect(await play()).toMatchObject({ state: 'paid' });
      const { attempts, orders } = await contract();
      expect([attempts.length, orders]).toEqual([1, 1]);
      expect(await rows()).toHaveLength(1);
    },
  );

  describe('where the platform fails', () => {
    it.each([
      ['loses the answer after execution', { kind: 'disconnect', afterExecution: true }],
      ['answers 502 after execution', { kind: 'status', status: 502, afterExecution: true }],
      ['answers 502 before', { kind: 'status', status: 502 }],
      ['answers garbage', { kind: 'garbage' }],
    ] as const)('one order comes where it %s', async (_, fault) => {
      await becomesDue();
      control().addFault({ ...fault, operation: 'ChargeCycle' });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'answer lost' });
      expect(await rows()).toMatchObject([{ state: 'begun', number: 1 }]);
      expect(await play()).toMatchObject({ state: 'paid' });
      const { attempts, orders } = await contract();
      expect([attempts.length, orders]).toEqual([1, 1]);
      expect(await rows()).toHaveLength(1);
    });

    it('says what the call came to that was charged, where a price has changed since a lost one', async () => {
      await becomesDue();
      control().addFault({ kind: 'status', status: 502, operation: 'ChargeCycle' });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'answer lost' });
      const [lost] = await rows();
      await charge({}, withPrice('41.37'));
      const [made] = await rows();
      expect(made).toMatchObject({ state: 'pending', amount: 4627 });
      expect(lost?.amount).not.toBe(made?.amount);
    });

    it('nothing is sent twice where a restored backup has lost the row', async () => {
      await becomesDue();
      await play({}, isBegun);
      await service.database.delete(billingAttemptTable);
      await service.database.delete(cycleBillingTable);
      expect(await play()).toMatchObject({ state: 'paid' });
      expect((await contract()).orders).toBe(1);
      expect(await rows()).toMatchObject([{ number: 1, state: 'paid' }]);
    });

    it('an order is kept again that a restored backup has lost, also with the next one', async () => {
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'paid' });
      await becomesDue({ cycle: 2 });
      await service.database.delete(billingAttemptTable);
      await service.database.delete(cycleBillingTable);
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
      expect(await service.database.select().from(cycleBillingTable)).toMatchObject([
        { cycleIndex: 1, state: 'paid' },
        { cycleIndex: 2, state: 'paid' },
      ]);
    });

    it('an order is known whose attempt stands on a later page of the contract’s', async () => {
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'paid' });
      await becomesDue({ cycle: 2 });
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
      await service.database.delete(billingAttemptTable);
      await service.database.delete(cycleBillingTable);
      const withOne = (document: string) =>
        document.replace(/billingAttempts\(first: \d+/, 'billingAttempts(first: 1');
      const byOne = asking(
        (context) =>
          (asked, ...more) =>
            context.graphql({ ...asked, document: withOne(asked.document) }, ...more),
      );
      service.operations();
      expect(await charge({}, byOne)).toMatchObject({ state: 'paid' });
      expect(service.operations()).toContain('ContractAttempts');
      expect(await rows()).toMatchObject([
        { cycleIndex: 1, state: 'paid' },
        { cycleIndex: 2, state: 'paid' },
      ]);
      expect((await contract()).orders).toBe(2);
    });

    it('a row that is kept again bars no other contract, and takes a new method at once', async () => {
      await declines('EXPIRED_CARD');
      await becomesDue();
      await play({}, waitsForMethod);
      await service.database.delete(billingAttemptTable);
      await service.database.delete(cycleBillingTable);
      expect(await charge()).toMatchObject({ reason: 'waits for method' });
      expect(await rows()).toMatchObject([{ method: expect.stringMatching(/^presumed /) }]);
      await fate({ kind: 'good' });
      await control().act(shop, 'payment-method', { paymentMethodId, lastDigits: '1881' });
      expect(await play()).toMatchObject({ state: 'paid' });
    });

    it('a repeated call leaves an attempt the method that it charged', async () => {
      await declines('EXPIRED_CARD');
      await becomesDue();
      control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'ChargeCycle' });
      await charge();
      const [begun] = await rows();
      await moveBy(1 / 24);
      await control().act(shop, 'payment-method', { paymentMethodId, lastDigits: '1881' });
      await charge({}, lagging);
      const [failed] = await rows();
      expect(failed).toMatchObject({ number: 1, state: 'failed', method: begun?.method });
    });

    it('an attempt after a sure refusal keeps what it charged, also where its answer is lost', async () => {
      await becomesDue();
      await control().act(shop, 'attempt-limit', { perMinute: 0 });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'throttled' });
      await control().act(shop, 'attempt-limit', { perMinute: null });
      const [refused] = await rows();
      await control().act(shop, 'payment-method', { paymentMethodId, lastDigits: '1881' });
      await declines('EXPIRED_CARD');
      control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'ChargeCycle' });
      expect(await charge({}, withPrice('41.37'))).toMatchObject({ reason: 'answer lost' });
      expect(await play({}, waitsForMethod)).toMatchObject({ reason: 'waits for method' });
      const [failed, ...more] = await rows();
      expect(more).toEqual([]);
      expect(failed).toMatchObject({ state: 'failed', errorCode: 'EXPIRED_CARD', amount: 4627 });
      expect(failed?.method).not.toBe(refused?.method);
      expect((await contract()).attempts).toHaveLength(1);
    });

    it('throttles are waited for, and count as no attempt', async () => {
      await becomesDue();
      await control().act(shop, 'attempt-limit', { perMinute: 0 });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'throttled' });
      await control().act(shop, 'attempt-limit', { perMinute: null });
      expect(await play()).toMatchObject({ state: 'paid' });
      expect(await rows()).toMatchObject([{ number: 1, state: 'paid' }]);
    });

    it.each([
      ['whose answer was lost', () => new OutcomeUnknownError('lost')],
      ['in which the process died', () => new Error('died')],
    ] as const)('throttles leave unknown what a call made %s', async (_, failure) => {
      await becomesDue();
      const failing = asking((context) => async (operation, ...rest) => {
        const answer = await context.graphql(operation, ...rest);
        if (operation.name === 'ChargeCycle') throw failure();
        return answer;
      });
      await charge({}, failing).catch(() => undefined);
      for (let call = 1; call <= 2; call += 1) {
        const userErrors = [{ message: 'Later', code: 'THROTTLED' }];
        control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
        await charge({}, lagging);
      }
      expect(await rows()).toMatchObject([{ state: 'begun', errorCode: null }]);
      expect(await play()).toMatchObject({ state: 'paid' });
      expect(await contract()).toMatchObject({ orders: 1 });
    });

    it('throttles is asked for each minute at first, then more and more rarely, and listed after 7 days', async () => {
      await becomesDue();
      await control().act(shop, 'attempt-limit', { perMinute: 0 });
      let looks = 0;
      const last = await untilDone(
        () => {
          looks += 1;
          return charge({}, withoutNext);
        },
        () => false,
        200,
      );
      await control().act(shop, 'attempt-limit', { perMinute: null });
      expect(last).toEqual({ state: 'listed', reason: 'refused for 7 days', nextAt: null });
      expect(looks).toBeLessThan(100);
    });

    it('what may have been charged is not ended before the platform’s list is sure', async () => {
      await rules({ retries: 3, afterDays: 1 });
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      await play({}, triesAgain);
      await moveBy(1);
      control().addFault({ kind: 'status', status: 502, operation: 'ChargeCycle' });
      expect(await charge()).toMatchObject({ reason: 'answer lost' });
      await rules({ retries: 0 });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'answer lost' });
      expect(await play()).toMatchObject({ state: 'ended', reason: 'skip' });
    });

    it('our own charge is not taken for another’s where the platform’s list lags', async () => {
      await becomesDue();
      control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'ChargeCycle' });
      await charge();
      await moveBy(1 / 48);
      expect(await charge({}, lagging)).toMatchObject({ state: 'open', reason: 'answer lost' });
      expect(await play()).toMatchObject({ state: 'paid' });
    });

    it('another cycle of which nobody knows whether it was charged is waited for', async () => {
      await becomesDue();
      await beginSecond();
      expect(await charge()).toMatchObject({ reason: 'another charge is open' });
      expect(await play()).toMatchObject({ state: 'paid' });
    });

    it.each([
      ['pause', 'PauseContract', 'PAUSED'],
      ['cancel', 'CancelContract', 'CANCELLED'],
      ['skip', 'SkipCycle', 'ACTIVE'],
    ] as const)(
      'an end by %s is taken once where its answer is lost',
      async (end, operation, status) => {
        await rules({ retries: 0, end });
        await declines('CARD_DECLINED');
        await becomesDue();
        control().addFault({ kind: 'disconnect', afterExecution: true, operation });
        await expect(play()).rejects.toMatchObject({ kind: 'outcome unknown' });
        expect((await contract()).status).toBe(status);
        expect(await charge()).toEqual({ state: 'ended', reason: end, nextAt: null });
      },
    );

    it('an end is told as Cadence’s, also soon after a merchant did the same', async () => {
      await rules({ retries: 0, end: 'pause' });
      await declines('CARD_DECLINED');
      await becomesDue();
      const of = { shop, contractId: String(contractId), at: now(), kind: 'paused' } as const;
      await service.database
        .insert(timelineEntryTable)
        .values({ ...of, who: 'merchant', details: {} });
      expect(await play()).toMatchObject({ state: 'ended', reason: 'pause' });
      const told = await service.database.select().from(timelineEntryTable);
      expect(told.map(({ who }) => who)).toEqual(['merchant', 'cadence']);
    });

    it('an end that is refused is listed', async () => {
      await rules({ retries: 0, end: 'cancel' });
      await declines('CARD_DECLINED');
      await becomesDue();
      const userErrors = [{ message: 'No', code: 'INVALID' }];
      control().addFault({ kind: 'userErrors', userErrors, operation: 'CancelContract' });
      expect(await play()).toMatchObject({ state: 'listed', reason: 'end rule refused' });
    });

    it('an end that is refused since the customer has cancelled is none that somebody must look at', async () => {
      await rules({ retries: 0, end: 'pause' });
      await declines('CARD_DECLINED');
      await becomesDue();
      await charge();
      await moveBy(1 / 24);
      const context = contextOf(service);
      const outcome = await chargeCycle(
        {
          ...context,
          graphql: async (operation, variables) => {
            if (operation.name === 'PauseContract') {
              await change('subscriptionContractCancel', `subscriptionContractId: "${gid()}"`);
            }
            return await context.graphql(operation, variables);
          },
        },
        { contract: String(contractId), cycle: 1, isUsageBased: false, hasFirstOrder: true },
      );
      expect(outcome).toMatchObject({ state: 'ended', reason: 'contract cancelled' });
    });

    it('an end that is refused since somebody else took it is taken', async () => {
      await rules({ retries: 0, end: 'skip' });
      await declines('CARD_DECLINED');
      await becomesDue();
      const { nextAt } = await charge();
      if (nextAt !== null) await control().clock.moveTo(nextAt);
      const userErrors = [{ message: 'It is skipped', code: 'INVALID' }];
      control().addFault({ kind: 'userErrors', userErrors, operation: 'SkipCycle' });
      const skipped = misled(async () => {
        await change(
          'subscriptionBillingCycleSkip',
          `billingCycleInput: { contractId: "${gid()}", selector: { index: 1 } }`,
        );
      });
      expect(await charge({}, skipped)).toMatchObject({ state: 'ended', reason: 'skip' });
    });

    it('nothing is left to decide of an order whose repeated call is refused, while the first may have made it', async () => {
      await becomesDue();
      control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'ChargeCycle' });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'answer lost' });
      control().clearFaults();
      const userErrors = [{ message: 'It is invalid', code: 'INVALID' }];
      control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
      const { state, reason, nextAt } = await charge({}, lagging);
      expect({ state, reason }).toEqual({ state: 'open', reason: 'answer lost' });
      control().clearFaults();
      if (nextAt !== null) await control().clock.moveTo(nextAt);
      expect(await play()).toMatchObject({ state: 'paid' });
      expect((await contract()).attempts).toHaveLength(1);
    });

    it('an order whose repeated calls are refused for an hour is listed', async () => {
      await becomesDue();
      control().addFault({ kind: 'disconnect', operation: 'ChargeCycle' });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'answer lost' });
      control().clearFaults();
      const userErrors = [{ message: 'It is invalid', code: 'INVALID' }];
      control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle', times: 99 });
      expect(await play()).toMatchObject({ state: 'listed', reason: 'refused: INVALID' });
      expect((await contract()).attempts).toEqual([]);
    });

    describe('a cycle that the platform lists no more', () => {
      it('is left where nobody had looked at it', async () => {
        const expectedAt = new Date(now().getTime() - 1000);
        const left = { state: 'left', reason: 'no such cycle', nextAt: null };
        expect(await charge({ expectedAt }, withoutCycles)).toEqual(left);
        expect(await service.database.select().from(cycleBillingTable)).toMatchObject([
          { ...left, expectedAt },
        ]);
      });

      it('is waited for while its attempt is open, and paid where that was', async () => {
        await becomesDue();
        expect(await charge()).toMatchObject({ reason: 'charging' });
        const [{ expectedAt } = {}] = await service.database.select().from(cycleBillingTable);
        expect(await charge({}, withoutCycles)).toMatchObject({ state: 'open' });
        await moveBy(1);
        expect(await charge({}, withoutCycles)).toMatchObject({ state: 'paid' });
        const [kept] = await service.database.select().from(cycleBillingTable);
        expect(kept?.expectedAt).toEqual(expectedAt);
      });

      it('is listed where nothing was charged', async () => {
        await declines('CARD_DECLINED', 1);
        await becomesDue();
        await play({}, triesAgain);
        const listed = { state: 'listed', reason: 'cycle gone' };
        expect(await charge({}, withoutCycles)).toMatchObject(listed);
        expect(await charge()).toMatchObject(listed);
        expect((await contract()).attempts).toHaveLength(1);
      });

      it('is left of a contract that is not active, and ended where its end rule was taken', async () => {
        await rules({ retries: 0, end: 'cancel' });
        await declines('CARD_DECLINED');
        await becomesDue();
        control().addFault({
          kind: 'disconnect',
          afterExecution: true,
          operation: 'CancelContract',
        });
        await expect(play()).rejects.toMatchObject({ kind: 'outcome unknown' });
        expect(await charge({}, withoutCycles)).toMatchObject({ state: 'ended', reason: 'cancel' });
      });
    });

    it('an open attempt is asked for on where its contract isn’t found, and listed after 7 days', async () => {
      await becomesDue();
      expect(await charge()).toMatchObject({ reason: 'charging' });
      const gone = misled((answer) => {
        Object.assign(z.custom<object>().parse(answer), { subscriptionContract: null });
      });
      expect(await charge({}, gone)).toMatchObject({
        reason: 'charging',
        nextAt: expect.any(Date),
      });
      await moveBy(7);
      // The merchant may decide, and it is asked for on.
      expect(await charge({}, gone)).toMatchObject({
        ...{ state: 'listed', reason: 'cycle gone' },
        nextAt: expect.any(Date),
      });
      expect(await play()).toMatchObject({ state: 'paid' });
    });

    it('an order that the platform shows late is kept, also with a later cycle', async () => {
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'paid' });
      const [paid] = await rows();
      await service.database.update(billingAttemptTable).set({ orderId: null });
      await charge({ cycle: 2 });
      expect(await rows()).toMatchObject([{ orderId: paid?.orderId }]);
      expect(paid?.orderId).not.toBeNull();
    });

    it('one that never gets done is listed, once nothing may have been charged', async () => {
      await subscribe(plans.stepped);
      const [half] = (await contract()).prices;
      expect(await play()).toMatchObject({ state: 'paid' });
      await becomesDue({ cycle: 2 });
      await beginSecond();
      const stuck = () => charge({ cycle: 2 }, withPrice(half));
      expect(await stuck()).toMatchObject({ state: 'open', reason: 'answer lost' });
      await moveBy(1 / 12);
      const listed = { state: 'listed', reason: 'never done', nextAt: null };
      expect(await stuck()).toEqual(listed);
      expect(await charge({ cycle: 2 })).toMatchObject(listed);
      expect((await contract()).orders).toBe(1);
    });

    it('a call that fails while asking leaves nothing behind', async () => {
      await becomesDue();
      control().addFault({ kind: 'status', status: 502, operation: 'CycleToCharge' });
      await expect(charge()).rejects.toMatchObject({ kind: 'failed' });
      expect(await rows()).toEqual([]);
      expect(await play()).toMatchObject({ state: 'paid' });
    });
  });

  describe('what counts until the moment of the call', () => {
    it.each([
      [
        'paused',
        () => change('subscriptionContractPause', `subscriptionContractId: "${gid()}"`),
        'contract paused',
      ],
      [
        'cancelled',
        () => change('subscriptionContractCancel', `subscriptionContractId: "${gid()}"`),
        'contract cancelled',
      ],
      [
        'skipped',
        () =>
          change(
            'subscriptionBillingCycleSkip',
            `billingCycleInput: { contractId: "${gid()}", selector: { index: 1 } }`,
          ),
        'skipped',
      ],
    ] as const)('one that was %s is not charged', async (_, act, reason) => {
      await becomesDue();
      await act();
      expect(await charge()).toEqual({ state: 'left', reason, nextAt: null });
      expect((await contract()).attempts).toEqual([]);
      expect(await rows()).toEqual([]);
    });

    it('a refusal in between is no attempt', async () => {
      await becomesDue();
      const userErrors = [{ message: 'Skipped', code: 'BILLING_CYCLE_SKIPPED' }];
      control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
      const refused = await charge();
      expect(refused).toMatchObject({ state: 'left', reason: 'skipped' });
      expect(refused.nextAt).toEqual(expect.any(Date));
      expect(await rows()).toMatchObject([{ number: 1, state: 'begun' }]);
      expect(await play()).toMatchObject({ state: 'paid' });
      expect(await rows()).toMatchObject([{ number: 1, state: 'paid' }]);
    });

    it('a refusal that nobody foresaw is listed', async () => {
      await becomesDue();
      const userErrors = [{ message: 'New', code: 'A_NEW_CODE' }];
      control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'refused: A_NEW_CODE' });
      expect(await charge()).toMatchObject({ state: 'listed' });
      expect((await contract()).attempts).toEqual([]);
    });

    it.each(['never tried', 'refused before it'])(
      'one that fell due in a pause is not charged when that ends: %s',
      async (what) => {
        await becomesDue();
        if (what === 'refused before it') {
          const userErrors = [{ message: 'Not now', code: 'CONTRACT_UNDER_REVIEW' }];
          control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
          expect(await charge()).toMatchObject({ state: 'open', reason: 'under review' });
        }
        await change('subscriptionContractPause', `subscriptionContractId: "${gid()}"`);
        expect(await charge()).toMatchObject({ state: 'left' });
        await moveBy(1);
        await change('subscriptionContractActivate', `subscriptionContractId: "${gid()}"`);
        expect(await charge()).toMatchObject({ state: 'listed', reason: 'due while paused' });
        expect((await contract()).attempts).toEqual([]);
      },
    );

    it('a stop counts that comes after the truth was read', async () => {
      await becomesDue();
      const stopping = misled(async () => {
        await settings({ stoppedAt: now() });
      });
      expect(await charge({}, stopping)).toEqual({ state: 'off', reason: 'stopped', nextAt: null });
      expect(await rows()).toEqual([]);
      expect((await contract()).attempts).toEqual([]);
    });

    it('is not asked for where billing is stopped while the call waits for its turn', async () => {
      await becomesDue();
      control().addFault({ kind: 'throttled', operation: 'ChargeCycle' });
      const stopping = asking(
        (context) => (operation, variables, beforeCall) =>
          context.graphql(
            operation,
            variables,
            beforeCall &&
              (async () => {
                await beforeCall();
                await settings({ stoppedAt: now() });
              }),
          ),
      );
      expect(await charge({}, stopping)).toEqual({ state: 'off', reason: 'stopped', nextAt: null });
      expect((await contract()).attempts).toEqual([]);
      expect(await rows()).toEqual([]);
      expect(await charge()).toMatchObject({ state: 'off' });
      await settings({ stoppedAt: null, startedAgainAt: now() });
      // Nothing may have been made, so nobody waits for an answer that was lost.
      expect(await charge()).toMatchObject({ state: 'open', reason: 'charging' });
      expect(await play()).toMatchObject({ state: 'paid' });
      expect((await contract()).attempts).toHaveLength(1);
    });

    it('one under review waits', async () => {
      await becomesDue();
      await control().act(shop, 'contract-review', { contractId, isUnderReview: true });
      expect(await charge()).toMatchObject({ state: 'open', reason: 'under review' });
      await control().act(shop, 'contract-review', { contractId, isUnderReview: false });
      expect(await play()).toMatchObject({ state: 'paid' });
    });

    it('one under review is asked for hourly, then daily, and listed after 7 days', async () => {
      await becomesDue();
      const yearly = misled((answer) => {
        cyclesSchema.parse(answer).subscriptionBillingCycles.nodes.length = 1;
      });
      await control().act(shop, 'contract-review', { contractId, isUnderReview: true });
      const waits: number[] = [];
      let outcome = await charge({}, yearly);
      while (outcome.nextAt !== null && waits.length < 60) {
        waits.push(Math.round((outcome.nextAt.getTime() - now().getTime()) / 3_600_000));
        await control().clock.moveTo(outcome.nextAt);
        outcome = await charge({}, yearly);
      }
      expect(outcome).toMatchObject({ state: 'listed', reason: 'refused for 7 days' });
      expect(waits).toEqual([...Array(24).fill(1), ...Array(6).fill(24)]);
      expect((await contract()).attempts).toEqual([]);
      expect(await rows()).toMatchObject([{ number: 1 }]);
    });

    it('a charge of another app stops and is listed', async () => {
      await becomesDue();
      await control().act(shop, 'foreign-charge', { contractId });
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'charged elsewhere' });
      expect((await contract()).orders).toBe(1);
    });

    it('an attempt that nobody here knows stops and is listed', async () => {
      await declines('CARD_DECLINED', 1);
      await moveBy(1);
      await control().act(shop, 'foreign-charge', { contractId });
      await becomesDue();
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'unknown attempt' });
    });

    it('what is billed by usage, or by nobody knows what, is not charged by date', async () => {
      await becomesDue();
      expect(await charge({ isUsageBased: true })).toMatchObject({
        state: 'left',
        reason: 'usage-based',
      });
      expect(await charge({ isUsageBased: null })).toMatchObject({
        state: 'listed',
        reason: 'usage unknown',
      });
      expect((await contract()).attempts).toEqual([]);
    });

    it('a date that was moved counts', async () => {
      await becomesDue();
      const cycle = `contractId: "${gid()}", selector: { index: 2 }`;
      await change(
        'subscriptionBillingCycleScheduleEdit',
        `billingCycleInput: { ${cycle} }, input: { billingDate: "${new Date(now().getTime() + 3 * day).toISOString()}", reason: MERCHANT_INITIATED }`,
      );
      expect(await play()).toMatchObject({ state: 'paid' });
      const { nextAt } = await charge({ cycle: 2 });
      expect((nextAt?.getTime() ?? 0) - now().getTime()).toBeLessThan(4 * day);
    });

    it('a second cycle of one day is listed', async () => {
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'paid' });
      const { cycleEndAt } = z
        .object({ subscriptionBillingCycle: z.object({ cycleEndAt: z.coerce.date() }) })
        .parse(
          await service.admin(
            shop,
            `{ subscriptionBillingCycle(billingCycleInput: { contractId: "${gid()}", selector: { index: 1 } }) { cycleEndAt } }`,
          ),
        ).subscriptionBillingCycle;
      const sameDay = new Date(cycleEndAt.getTime() + 60_000).toISOString();
      await change(
        'subscriptionBillingCycleScheduleEdit',
        `billingCycleInput: { contractId: "${gid()}", selector: { index: 2 } }, input: { billingDate: "${sameDay}", reason: MERCHANT_INITIATED }`,
      );
      expect(await play({ cycle: 2 })).toMatchObject({
        state: 'listed',
        reason: 'second of the day',
      });
      expect((await contract()).orders).toBe(1);
    });

    it('one that another plan puts behind the next is charged on its own day', async () => {
      await becomesDue();
      const overtaken = misled((answer) => {
        const { nodes } = cyclesSchema.parse(answer).subscriptionBillingCycles;
        const [first, second] = z.array(cycleDateSchema).parse(nodes);
        const before = new Date(Number(first?.billingAttemptExpectedDate) - day);
        nodes[1] = { ...second, billingAttemptExpectedDate: before };
      });
      expect(await untilDone(() => charge({}, overtaken))).toMatchObject({ state: 'paid' });
    });

    it('one that was missed for too long is listed', async () => {
      await becomesDue();
      await moveBy(4);
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'missed' });
    });

    it('one that was missed is charged on the day to which somebody moves it', async () => {
      const moveTo = async (days: number) => {
        const date = new Date(now().getTime() + days * day).toISOString();
        const cycle = `{ contractId: "${gid()}", selector: { index: 1 } }`;
        await change(
          'subscriptionBillingCycleScheduleEdit',
          `billingCycleInput: ${cycle}, input: { billingDate: "${date}", reason: MERCHANT_INITIATED }`,
        );
      };
      await moveTo(1);
      await becomesDue();
      await moveBy(4);
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'missed' });
      await moveTo(1);
      expect(await charge()).toMatchObject({ state: 'open', reason: 'not due' });
      await moveBy(1);
      expect(await play()).toMatchObject({ state: 'paid' });
      expect((await contract()).orders).toBe(1);
    });

    it('a decision that nobody carried out in its day is asked for again', async () => {
      await charge();
      await moveBy(12);
      const decided = { decision: 'charge', decidedAt: now(), changedAt: now() } as const;
      await service.database
        .update(cycleBillingTable)
        .set({ ...decided, state: 'open', reason: 'decided', nextAt: now() });
      await moveBy(1.5);
      const monthly = misled((answer) => {
        const { nodes } = cyclesSchema.parse(answer).subscriptionBillingCycles;
        nodes.splice(1);
      });
      expect(await charge({}, monthly)).toMatchObject({ state: 'listed', reason: 'missed' });
      expect((await contract()).attempts).toEqual([]);
    });

    it('a stopped shop charges nothing until it starts again', async () => {
      await becomesDue();
      await settings({ stoppedAt: now() });
      expect(await charge()).toMatchObject({ state: 'off', reason: 'stopped' });
      await settings({ stoppedAt: null, startedAgainAt: now() });
      expect(await play()).toMatchObject({ state: 'paid' });
    });
  });

  describe('after a failure', () => {
    it('tries again by the rule, each time with a key of its own, and ends as it says', async () => {
      await rules({ retries: 2, afterDays: 1, end: 'pause' });
      await declines('INSUFFICIENT_FUNDS');
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'ended', reason: 'pause' });
      const { attempts, status } = await contract();
      expect(status).toBe('PAUSED');
      expect(attempts.map(({ idempotencyKey }) => idempotencyKey.split('/').pop())).toEqual([
        '1',
        '2',
        '3',
      ]);
      expect(await rows()).toMatchObject(
        [1, 2, 3].map((number) => ({ number, state: 'failed', failureClass: 'later' })),
      );
    });

    it('takes the order that a later try makes', async () => {
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'paid' });
      expect(await rows()).toMatchObject([{ state: 'failed' }, { state: 'paid' }]);
      expect((await contract()).orders).toBe(1);
    });

    it('waits for a new method, and tries that at once', async () => {
      await declines('EXPIRED_CARD');
      await becomesDue();
      await play({}, waitsForMethod);
      await moveBy(1);
      expect(await charge()).toMatchObject({ reason: 'waits for method' });
      expect((await contract()).attempts).toHaveLength(1);
      await fate({ kind: 'good' });
      expect(await charge()).toMatchObject({ reason: 'waits for method' });
      await control().act(shop, 'payment-method', { paymentMethodId, lastDigits: '1881' });
      expect(await charge()).toMatchObject({ reason: 'charging' });
      expect(await play()).toMatchObject({ state: 'paid' });
    });

    it('skips the order in the end where no method comes', async () => {
      await declines('EXPIRED_CARD');
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'ended', reason: 'skip' });
      expect((await contract()).status).toBe('ACTIVE');
      expect((await contract()).attempts).toHaveLength(1);
      expect(await charge()).toMatchObject({ state: 'ended' });
      await fate({ kind: 'good' });
      await control().act(shop, 'payment-method', { paymentMethodId, lastDigits: '1881' });
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
    });

    it('waits for stock, which may also be oversold where the merchant says so', async () => {
      const { productId } = await contract();
      await control().act(shop, 'product', { productId, inventoryQuantity: 0 });
      await becomesDue();
      await play({}, triesAgain);
      expect(await rows()).toMatchObject([
        { errorCode: 'INSUFFICIENT_INVENTORY', failureClass: 'stock' },
      ]);
      await control().act(shop, 'product', { productId, inventoryQuantity: 50 });
      expect(await play()).toMatchObject({ state: 'paid' });

      await control().act(shop, 'product', { productId, inventoryQuantity: 0 });
      await settings({ rules: { ...usualRules, isOversold: true } });
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
      expect((await rows()).at(-1)).toMatchObject({ number: 1, cycleIndex: 2 });
    });

    /** So many other contracts failed with the method of the only try, which is returned. */
    async function triedElsewhere(times: number) {
      const [row] = await rows();
      if (row === undefined) throw new Error('Nothing was tried');
      const others = Array.from({ length: times }, (_, index) => ({
        ...row,
        contractId: `other ${index}`,
        attemptId: null,
      }));
      await service.database.insert(billingAttemptTable).values(others);
      return row;
    }

    it('keeps the networks’ bounds of a method across contracts', async () => {
      await declines('CARD_DECLINED');
      await becomesDue();
      await play({}, triesAgain);
      await triedElsewhere(14);
      expect(await charge()).toMatchObject({ reason: 'waits for next order' });
      await service.database
        .update(billingAttemptTable)
        .set({ failureClass: 'method' })
        .where(eq(billingAttemptTable.contractId, 'other 1'));
      expect(await charge()).toMatchObject({ reason: 'waits for method' });
    });

    it('keeps them also where contracts of one method are charged at once', async () => {
      const first = { contractId, paymentMethodId };
      const ids: number[] = [];
      for (let one = 0; one < 3; one += 1) {
        await subscribe(plans.plain);
        control().changeContract(shop, contractId, { paymentMethodId: first.paymentMethodId });
        ids.push(contractId);
      }
      ({ contractId, paymentMethodId } = first);
      await declines('CARD_DECLINED');
      await becomesDue();
      await moveBy(1 / 24);
      await play({}, triesAgain);
      const row = await triedElsewhere(13);
      control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'ChargeCycle' });
      const all = ids.map((id) => ({ contract: String(id) }));
      await Promise.all(all.map((one) => charge(one)));
      for (const one of all) await charge(one);
      expect((await rows()).filter(({ method }) => method === row.method)).toHaveLength(15);
    });

    it('what was paid is no try of a method', async () => {
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      await play({}, triesAgain);
      const [row] = await rows();
      if (row === undefined) throw new Error('Nothing was tried');
      const others = Array.from({ length: 15 }, (_, index) => ({
        ...row,
        contractId: `other ${index}`,
        attemptId: null,
        failureClass: null,
        state: 'paid' as const,
      }));
      await service.database.insert(billingAttemptTable).values(others);
      expect(await charge()).toMatchObject({ reason: 'tries again' });
    });

    it('keeps when and why the shop was stopped first', async () => {
      const first = { at: now(), because: 'TEST_MODE' };
      await stopBilling(service.contextOf(shop), first);
      await stopBilling(service.contextOf(shop), {
        at: new Date(now().getTime() + day),
        because: null,
      });
      const [kept] = await service.database.select().from(billingSettingsTable);
      expect(kept).toMatchObject({ stoppedAt: first.at, stoppedBecause: 'TEST_MODE' });
    });

    it('stops the shop for its own fault, and goes on when it starts again', async () => {
      await declines('TEST_MODE', 1);
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'off', reason: 'stopped' });
      const [kept] = await service.database.select().from(billingSettingsTable);
      expect(kept).toMatchObject({ stoppedBecause: 'TEST_MODE' });
      // So that it is found again, and doesn't read as being charged meanwhile.
      const [stands] = await service.database.select().from(cycleBillingTable);
      expect(stands).toMatchObject({
        state: 'open',
        reason: 'tries again',
        nextAt: expect.any(Date),
      });
      await moveBy(1);
      await settings({ stoppedAt: null, startedAgainAt: now() });
      expect(await play()).toMatchObject({ state: 'paid' });
    });

    it('stops the shop also where its rules are saved in that moment', async () => {
      await declines('TEST_MODE', 1);
      await becomesDue();
      const { nextAt } = await play({}, isBegun);
      await control().clock.moveTo(nextAt ?? expect.fail());
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      let stopping: Promise<CycleOutcome> | undefined;
      await service.database.transaction(async (at) => {
        await lockSettings(at, shop);
        stopping = charge();
        await expect.poll(() => rowsOf(service.database, z.object({}), waiting)).toHaveLength(1);
        await lookAgain(at, { shop, now: now() });
      });
      expect(await stopping).toMatchObject({ state: 'off', reason: 'stopped' });
    });

    it.each([
      ['INVALID_SHIPPING_ADDRESS', 'merchant must act'],
      ['INVOICE_ALREADY_PAID', 'perhaps paid'],
      ['UNEXPECTED_ERROR', 'unknown failure'],
    ])('lists %s', async (code, reason) => {
      await declines(code);
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'listed', reason });
      expect((await contract()).attempts).toHaveLength(1);
    });

    it('ends before the next order is charged', async () => {
      await declines('CARD_DECLINED', 3);
      await becomesDue();
      await play({}, ({ reason }) => reason === 'waits for next order');
      await becomesDue({ cycle: 2 });
      expect(await charge({ cycle: 2 })).toMatchObject({
        reason: 'the order before must end first',
      });
      expect((await contract()).attempts).toHaveLength(3);
      expect(await charge()).toMatchObject({ state: 'ended', reason: 'skip' });
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
    });

    it('is asked for no sooner by the next order while Shopify limits charges', async () => {
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      await play({}, ({ reason }) => reason === 'tries again');
      await becomesDue({ cycle: 2 });
      await control().act(shop, 'attempt-limit', { perMinute: 0 });
      const decided = { decision: 'retry', decidedAt: now() } as const;
      await service.database.update(cycleBillingTable).set(decided);
      await charge();
      await moveBy(1 / 24);
      const { nextAt } = await charge();
      expect(await charge({ cycle: 2 })).toMatchObject({
        ...{ reason: 'the order before must end first', nextAt },
      });
      const [before] = await service.database.select().from(cycleBillingTable);
      expect(before).toMatchObject({ reason: 'throttled', nextAt });
      await control().act(shop, 'attempt-limit', { perMinute: null });
    });

    it('ends before the next order also where many in between are skipped', async () => {
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      await play({}, ({ reason }) => reason === 'tries again');
      for (let index = 2; index <= 8; index += 1) {
        const skip = `billingCycleInput: { contractId: "${gid()}", selector: { index: ${index} } }`;
        await change('subscriptionBillingCycleSkip', skip);
      }
      const next = { cycle: 9 };
      await becomesDue(next);
      expect(await charge(next)).toMatchObject({ reason: 'the order before must end first' });
      expect(await charge()).toMatchObject({ state: 'ended', reason: 'skip' });
    });

    it('ends before the next order also where 150 in between are skipped', async () => {
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      await play({}, triesAgain);
      // Its hour of billing comes before its own time.
      await moveBy(1);
      const skipping = misled(
        (answer, variables) => {
          const { from, to } = rangeSchema.parse(variables);
          const { nodes } = cyclesSchema.parse(answer).subscriptionBillingCycles;
          for (let index = Math.max(from, 2); index <= to; index += 1) {
            const skipped = index < 152;
            const known = { status: 'UNBILLED', editedContract: null, cycleStartAt: now() };
            const made = { ...known, cycleIndex: index, skipped };
            nodes[index - from] = { ...made, billingAttemptExpectedDate: now() };
          }
        },
        ['CycleToCharge', 'Cycles'],
      );
      expect(await charge({}, skipping)).toMatchObject({ state: 'ended', reason: 'skip' });
    });

    it.each([
      ['was not taken', false],
      ['was taken', true],
    ])(
      'ends before the next order also where its row was lost and its end %s',
      async (_, isTaken) => {
        await declines('CARD_DECLINED', 3);
        await becomesDue();
        await play({}, ({ reason }) => !isTaken && reason === 'waits for next order');
        await becomesDue({ cycle: 2 });
        await service.database.delete(billingAttemptTable);
        await service.database.delete(cycleBillingTable);
        const waits = { reason: 'the order before must end first' };
        expect(await charge({ cycle: 2 })).toMatchObject(waits);
        expect(await charge()).toMatchObject({ state: 'ended', reason: 'skip' });
        expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
      },
    );

    it('is not paused again where its row was lost', async () => {
      await rules({ retries: 0, end: 'pause' });
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      expect(await play()).toMatchObject({ state: 'ended', reason: 'pause' });
      await change('subscriptionContractActivate', `subscriptionContractId: "${gid()}"`);
      await becomesDue({ cycle: 2 });
      await service.database.delete(billingAttemptTable);
      await service.database.delete(cycleBillingTable);
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'missed' });
      expect((await contract()).status).toBe('ACTIVE');
    });

    it('in a pause is looked at again when the next order is due', async () => {
      await declines('CARD_DECLINED');
      await becomesDue();
      const { nextAt } = await play({}, ({ reason }) => reason === 'waits for next order');
      await change('subscriptionContractPause', `subscriptionContractId: "${gid()}"`);
      expect(await charge()).toEqual({ state: 'left', reason: 'contract paused', nextAt });
    });

    it('in a cancelled contract that has no next one is over', async () => {
      await declines('CARD_DECLINED');
      await becomesDue();
      await play({}, ({ reason }) => reason === 'waits for next order');
      await change('subscriptionContractCancel', `subscriptionContractId: "${gid()}"`);
      expect(await charge({}, withoutNext)).toMatchObject({
        state: 'ended',
        reason: 'contract cancelled',
      });
    });

    it('takes a new method also when it comes after the days for missed ones', async () => {
      const { method } = await triedMethod();
      const declined = { cycleIndex: 9, number: 1, input: {}, state: 'failed' as const };
      const elsewhere = { shop, contractId: 'other', failureClass: 'method' as const };
      await service.database
        .insert(billingAttemptTable)
        .values({ ...declined, ...elsewhere, method, begunAt: now() });
      expect(await charge({ cycle: 2 })).toMatchObject({ reason: 'waits for method' });
      await moveBy(4);
      await control().act(shop, 'payment-method', { paymentMethodId, lastDigits: '1881' });
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
    });

    it('does not undo a pause that somebody made meanwhile', async () => {
      await declines('CARD_DECLINED', 1);
      await becomesDue();
      await play({}, triesAgain);
      await change('subscriptionContractPause', `subscriptionContractId: "${gid()}"`);
      await moveBy(3);
      expect(await charge()).toMatchObject({ state: 'left', reason: 'contract paused' });
      expect((await contract()).status).toBe('PAUSED');
      await change('subscriptionContractActivate', `subscriptionContractId: "${gid()}"`);
      expect(await play()).toMatchObject({ state: 'paid' });
    });
  });

  describe('an attempt that is open', () => {
    it('is asked for hourly, then daily, listed after 7 days, and never replaced', async () => {
      await fate({ kind: 'silent' });
      await becomesDue();
      const { nextAt } = await charge();
      expect(now().getTime() + 3_600_000 - (nextAt?.getTime() ?? 0)).toBeLessThan(60_000);
      expect(nextAt?.getTime()).toBeLessThanOrEqual(now().getTime() + 3_600_000);
      await moveBy(2);
      const later = await charge();
      expect((later.nextAt?.getTime() ?? 0) - now().getTime()).toBeGreaterThan(day - 1000);
      await moveBy(5.1);
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'open for 7 days' });
      const listedAt = now();
      await moveBy(1);
      expect(await charge()).toMatchObject({ state: 'listed', reason: 'open for 7 days' });
      const [kept] = await service.database.select().from(cycleBillingTable);
      expect(kept?.changedAt.getTime()).toBeLessThanOrEqual(listedAt.getTime());
      expect((await contract()).attempts).toHaveLength(1);
    });

    it('stays on its day where other intervals give its cycle a later one', async () => {
      await fate({ kind: 'silent' });
      await becomesDue();
      await charge();
      const dayOf = async () =>
        (await service.database.select().from(cycleBillingTable))[0]?.expectedAt;
      const before = await dayOf();
      control().changeContract(shop, contractId, ({ schedules }) => ({
        schedules: schedules.map((one) => ({
          ...one,
          firstDate: new Date(Date.parse(one.firstDate) + 14 * day).toISOString(),
        })),
      }));
      expect(await charge()).toMatchObject({ state: 'open', reason: 'charging' });
      expect(await dayOf()).toEqual(before);
    });

    it('is waited for by the next cycle, which is listed when it is', async () => {
      await fate({ kind: 'silent' });
      await becomesDue();
      await charge();
      const [attempt] = await rows();
      await moveBy(6.9);
      await becomesDue({ cycle: 2 });
      const next = await play({ cycle: 2 });
      expect(next).toMatchObject({
        state: 'listed',
        reason: 'the order before is open for 7 days',
      });
      expect(now().getTime() - (attempt?.begunAt.getTime() ?? 0)).toBeGreaterThanOrEqual(7 * day);
      expect((await contract()).attempts).toHaveLength(1);
    });

    it('waits for the buyer who confirms', async () => {
      await fate({ kind: 'challenge' });
      await becomesDue();
      await charge();
      await moveBy(1);
      expect(await charge()).toMatchObject({ state: 'open', reason: 'the buyer must confirm' });
      const [attempt] = (await contract()).attempts;
      const attemptId = Number(attempt?.id.split('/').pop());
      await control().act(shop, 'payment-challenge', { attemptId, answer: 'confirmed' });
      expect(await charge()).toMatchObject({ state: 'paid' });
      expect((await contract()).attempts).toHaveLength(1);
    });
  });

  describe('the money of it', () => {
    const isPaid = ({ state }: CycleOutcome) => state === 'paid';

    it('sets the next price after the number of paid orders, skipped ones not counted', async () => {
      await subscribe(plans.stepped);
      const [half] = (await contract()).prices;
      const skip = `billingCycleInput: { contractId: "${gid()}", selector: { index: 1 } }`;
      await change('subscriptionBillingCycleSkip', skip);
      expect(await play()).toMatchObject({ state: 'left', reason: 'skipped' });
      expect((await contract()).prices).toEqual([half]);
      // This is the second paid order, after the checkout's.
      expect(await play({ cycle: 2 }, isPaid)).toMatchObject({ state: 'paid', nextAt: null });
      const [full] = (await contract()).prices;
      expect(Number(full)).toBeCloseTo(Number(half) * 2, 1);
      expect(await play({ cycle: 3 })).toMatchObject({ state: 'paid' });
      expect((await contract()).prices).toEqual([full]);
    });

    it('reads and sets the prices of all lines, also where the platform tells of them in pages', async () => {
      const later = { adjustmentType: 'PERCENTAGE', fixedValue: null, createdAt: '' } as const;
      const plan = {
        ...control().planEvery(shop, 1, 'WEEK'),
        pricing: [
          { ...later, afterCycle: null, percentage: 50 },
          { ...later, afterCycle: 2, percentage: 0 },
        ],
      };
      ({ contractId, paymentMethodId } = control().subscribe(shop, now(), { plan, lines: 120 }));
      // All lines have the price already, except one on each page and the last one.
      control().changeContract(shop, contractId, ({ lines }) => ({
        lines: lines.map((line, index) =>
          line.pricing === null || [49, 99, 119].includes(index)
            ? line
            : { ...line, currentPrice: line.pricing.basePrice },
        ),
      }));
      expect(await play()).toMatchObject({ state: 'paid' });
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
      const answer = await service.admin(
        shop,
        `query ($id: ID!) { subscriptionContract(id: $id) {
          lines(first: 250) { nodes { currentPrice { amount } pricingPolicy { basePrice { amount } } } }
          orders(first: 2, reverse: true) { nodes { totalPriceSet { shopMoney { amount } } } }
        } }`,
        { id: gid() },
      );
      const { lines, orders } = longContractSchema.parse(answer).subscriptionContract;
      expect(lines.nodes).toHaveLength(120);
      for (const { currentPrice, pricingPolicy } of lines.nodes) {
        expect(currentPrice).toEqual(pricingPolicy.basePrice);
      }
      const charged = orders.nodes.map(({ totalPriceSet }) =>
        Math.round(Number(totalPriceSet.shopMoney.amount) * 100),
      );
      expect((await rows()).map(({ amount }) => amount)).toEqual(charged.toReversed());
    });

    it('makes up for a price that could not be set, before it charges', async () => {
      await subscribe(plans.stepped);
      const [half] = (await contract()).prices;
      await becomesDue();
      await charge();
      control().addFault({ kind: 'status', status: 502, operation: 'SetLinePrice' });
      expect(await play({}, isPaid)).toMatchObject({ state: 'paid' });
      expect((await contract()).prices).toEqual([half]);
      await becomesDue({ cycle: 2 });
      const readAnew = () => refreshContract(contextOf(service), String(contractId));
      await readAnew();
      await play({ cycle: 2 }, isBegun);
      const [full] = (await contract()).prices;
      expect(Number(full)).toBeCloseTo(Number(half) * 2, 1);
      await readAnew();
      const told = await listTimeline(contextOf(service), String(contractId), { first: 9 });
      const [from, to] = [half, full].map((price) => `1 × $${Number(price).toFixed(2)}`);
      expect(told).toMatchObject([{ kind: 'line changed', who: 'cadence', details: { from, to } }]);
    });

    it('sets a price later that could not be set, which changes nothing else', async () => {
      await subscribe(plans.stepped);
      const [half] = (await contract()).prices;
      await becomesDue();
      await charge();
      control().addFault({ kind: 'status', status: 502, operation: 'SetLinePrice' });
      const paid = await play({}, isPaid);
      expect((paid.nextAt?.getTime() ?? 0) - now().getTime()).toBeGreaterThan(3_500_000);
      const [before] = await service.database.select().from(cycleBillingTable);
      await moveBy(1 / 24);
      control().addFault({ kind: 'status', status: 502, operation: 'CycleToCharge' });
      await expect(charge()).rejects.toThrow();
      await moveBy(1 / 24);
      expect(await charge()).toMatchObject({ state: 'paid', nextAt: null });
      const [full] = (await contract()).prices;
      expect(Number(full)).toBeCloseTo(Number(half) * 2, 1);
      const [after] = await service.database.select().from(cycleBillingTable);
      expect(after).toEqual({ ...before, nextAt: null });
      service.operations();
      await charge();
      expect(service.operations()).toEqual([]);
      expect((await contract()).attempts).toHaveLength(1);
    });

    it('sets a price once where the answer to that is lost', async () => {
      await subscribe(plans.stepped);
      const [half] = (await contract()).prices;
      await becomesDue();
      await charge();
      control().addFault({ kind: 'status', status: 502, operation: 'SetLinePrice' });
      expect(await play({}, isPaid)).toMatchObject({ state: 'paid' });
      await becomesDue({ cycle: 2 });
      control().addFault({ kind: 'disconnect', afterExecution: true, operation: 'SetLinePrice' });
      await expect(charge({ cycle: 2 })).rejects.toMatchObject({ kind: 'outcome unknown' });
      expect((await contract()).orders).toBe(1);
      service.operations();
      expect(await charge({ cycle: 2 })).toMatchObject({ reason: 'charging' });
      expect(service.operations()).not.toContain('SetLinePrice');
      expect(Number((await contract()).prices[0])).toBeCloseTo(Number(half) * 2, 1);
    });

    it('charges no more orders than the plan has, and expires the contract', async () => {
      await subscribe(plans.limited);
      expect(await play()).toMatchObject({ state: 'paid' });
      expect((await contract()).status).toBe('ACTIVE');
      expect(await play({ cycle: 2 })).toMatchObject({ state: 'paid' });
      expect((await contract()).status).toBe('EXPIRED');
      expect(await play({ cycle: 3 })).toMatchObject({ state: 'left' });
      expect((await contract()).orders).toBe(2);
    });
  });
});
