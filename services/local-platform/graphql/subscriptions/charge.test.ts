import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Platform } from '../../server/platform.ts';
import { changePaymentMethod, limitAttempts } from '../../server/subscription-actions.ts';
import type { PaymentFate } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import {
  type Execute,
  executor,
  storeOf,
  temporaryFolder,
  testPlatform,
} from '../../test-platform.ts';
import { planEvery, subscribe } from '../../test-subscriptions.ts';
import type { Announcement } from '../context.ts';
import { totalOf } from '../order-totals.ts';
import { answerChallenge } from './process-attempt.ts';

const day = 86_400_000;
const createdAnswer = z.object({
  data: z.object({
    subscriptionBillingAttemptCreate: z.object({
      subscriptionBillingAttempt: z.object({ id: z.string(), ready: z.boolean() }).nullable(),
      userErrors: z.array(z.object({ code: z.string() })),
    }),
  }),
});
const attemptFields = `id ready errorCode errorMessage nextActionUrl order { id } processingError { code message }
  state { __typename
    ... on SubscriptionBillingAttemptPendingState { processing }
    ... on SubscriptionBillingAttemptActionRequiredState { action { ... on SubscriptionBillingAttemptPaymentChallenge { nextActionUrl status } } }
    ... on SubscriptionBillingAttemptSuccessState { order { id totalPriceSet { shopMoney { amount } } } }
    ... on SubscriptionBillingAttemptFailedState { error { __typename
      ... on SubscriptionBillingAttemptPaymentError { paymentCode: code }
      ... on SubscriptionBillingAttemptGeneralError { generalCode: code }
      ... on SubscriptionBillingAttemptInventoryError { stockCode: code insufficientStockProductVariants(first: 5) { nodes { id } } }
      ... on SubscriptionBillingAttemptUnexpectedError { message } } } }`;

describe('charging a contract', () => {
  let platform: Platform;
  let store: Store;
  let execute: Execute;
  let announced: Announcement[];
  /** A weekly subscription whose first charge is due now. */
  let subscription: ReturnType<typeof subscribe>;

  /** Starts a charge; returns the attempt's number, or the refusal's code. */
  async function charge(input: object = {}, contractId = subscription.contract.id) {
    const answer = await execute(
      `mutation ($id: ID!, $input: SubscriptionBillingAttemptInput!) {
        subscriptionBillingAttemptCreate(subscriptionContractId: $id, subscriptionBillingAttemptInput: $input) {
          subscriptionBillingAttempt { id ready } userErrors { field message code }
        }
      }`,
      {
        id: `gid://shopify/SubscriptionContract/${contractId}`,
        input: { idempotencyKey: 'one', billingCycleSelector: { index: 1 }, ...input },
      },
    );
    const { subscriptionBillingAttempt: attempt, userErrors } =
      createdAnswer.parse(answer).data.subscriptionBillingAttemptCreate;
    return attempt === null ? (userErrors[0]?.code ?? '') : Number(attempt.id.split('/').at(-1));
  }
  const pass = (milliseconds: number) =>
    platform.clock.moveTo(new Date(platform.clock.now().getTime() + milliseconds));
  async function attempt(id: number | string) {
    const answer = await execute(
      `query ($id: ID!) { subscriptionBillingAttempt(id: $id) { ${attemptFields} } }`,
      { id: `gid://shopify/SubscriptionBillingAttempt/${id}` },
    );
    expect(answer.errors).toBeUndefined();
    return answer.data;
  }
  function listen() {
    announced = [];
    platform.webhooks.announce = (_, topic, body) => void announced.push({ topic, body });
  }
  const method = (change: { fate?: PaymentFate; revokedReason?: string }) =>
    changePaymentMethod(platform, store, { paymentMethodId: subscription.method.id, ...change });
  const contract = () => store.tables.contracts.get(subscription.contract.id);

  beforeEach(() => {
    platform = testPlatform();
    store = storeOf(platform);
    execute = executor(platform);
    listen();
    const createdAt = new Date(Date.now() - 7 * day);
    subscription = subscribe(store, createdAt, { plan: planEvery(store, 1, 'WEEK'), quantity: 2 });
  });

  it('makes an order of its lines and takes them out of stock, after a while', async () => {
    const [line] = subscription.contract.lines;
    const stock = store.tables.variants.get(line?.variantId ?? null)?.inventoryQuantity ?? 0;
    const id = await charge();
    expect(await attempt(id)).toMatchObject({
      subscriptionBillingAttempt: { ready: false, state: { processing: true } },
    });
    await pass(2_000);
    const total = (Number(line?.currentPrice) * 2 + 4.9).toFixed(2);
    expect(await attempt(id)).toMatchObject({
      subscriptionBillingAttempt: {
        ready: true,
        errorCode: null,
        state: { order: { totalPriceSet: { shopMoney: { amount: total } } } },
      },
    });
    const order = store.tables.orders.all().at(-1);
    expect(order).toMatchObject({
      customerId: subscription.contract.customerId,
      financialStatus: 'PAID',
      shippingAddress: subscription.contract.delivery?.address,
      lines: [{ quantity: 2, sellingPlan: { id: line?.sellingPlanId } }],
    });
    if (order !== undefined) expect(totalOf(order)).toBe(Math.round(Number(total) * 100));
    expect(store.tables.variants.get(line?.variantId ?? null)?.inventoryQuantity).toBe(stock - 2);
    expect(contract()).toMatchObject({ lastPaymentStatus: 'SUCCEEDED', revisionId: 1 });
    expect(announced).toEqual([
      {
        topic: 'subscription_billing_attempts/success',
        body: expect.objectContaining({
          idempotency_key: 'one',
          admin_graphql_api_order_id: `gid://shopify/Order/${order?.id}`,
          ready: true,
          error_code: null,
        }),
      },
    ]);
    const cycles = await execute(
      `query ($id: ID!) { subscriptionBillingCycles(contractId: $id, first: 2) {
        nodes { status billingAttempts(first: 5) { nodes { id } } } } }`,
      { id: `gid://shopify/SubscriptionContract/${subscription.contract.id}` },
    );
    expect(cycles.data).toMatchObject({
      subscriptionBillingCycles: { nodes: [{ status: 'BILLED' }, { status: 'UNBILLED' }] },
    });
  });

  it('is of its contract also where that has no plan, as one that was imported', async () => {
    const { id, lines } = subscription.contract;
    const withoutPlan = lines.map((line) => ({ ...line, sellingPlanId: null, pricing: null }));
    store.transact((transaction) =>
      transaction.put('contracts', { ...subscription.contract, lines: withoutPlan }),
    );
    await charge();
    await pass(2_000);
    const order = store.tables.orders.all().at(-1);
    const answer = await execute(
      'query ($id: ID!) { order(id: $id) { lineItems(first: 1) { nodes { contract { id } } } } }',
      { id: `gid://shopify/Order/${order?.id}` },
    );
    expect(answer.data).toEqual({
      order: {
        lineItems: { nodes: [{ contract: { id: `gid://shopify/SubscriptionContract/${id}` } }] },
      },
    });
  });

  it('happens once by key and input, and again by another key', async () => {
    const first = await charge();
    expect(await charge()).toBe(first);
    await pass(2_000);
    expect(await charge()).toBe(first);
    const orders = store.tables.orders.size;
    expect(await charge({ idempotencyKey: 'two' })).not.toBe(first);
    await pass(2_000);
    expect(store.tables.orders.size).toBe(orders + 1);
  });

  it.each<[string, string]>([
    ['INSUFFICIENT_FUNDS', 'SubscriptionBillingAttemptPaymentError'],
    ['PAYMENT_PROVIDER_IS_NOT_ENABLED', 'SubscriptionBillingAttemptGeneralError'],
    ['UNEXPECTED_ERROR', 'SubscriptionBillingAttemptUnexpectedError'],
  ])('fails by %s where QA says so, in the state of %s', async (code, type) => {
    method({ fate: { kind: 'declined', code, times: 1 } });
    const id = await charge();
    await pass(2_000);
    expect(await attempt(id)).toMatchObject({
      subscriptionBillingAttempt: {
        ready: true,
        errorCode: code,
        state: { error: { __typename: type } },
      },
    });
    expect(announced).toMatchObject([
      {
        topic: 'subscription_billing_attempts/failure',
        body: { error_code: code.toLowerCase(), admin_graphql_api_order_id: null },
      },
    ]);
    expect(contract()?.lastPaymentStatus).toBe('FAILED');
    // The card declines only once, so the next attempt succeeds.
    const second = await charge({ idempotencyKey: 'two' });
    await pass(2_000);
    expect(await attempt(second)).toMatchObject({
      subscriptionBillingAttempt: { errorCode: null },
    });
  });

  it('fails without the method: revoked, expired', async () => {
    method({ revokedReason: 'MANUALLY_REVOKED' });
    const id = await charge();
    await pass(2_000);
    expect(await attempt(id)).toMatchObject({
      subscriptionBillingAttempt: { errorCode: 'PAYMENT_METHOD_NOT_FOUND' },
    });
    expect(announced[0]?.topic).toBe('customer_payment_methods/revoke');
    const expired = subscribe(store, new Date(Date.now() - 7 * day), {
      plan: planEvery(store, 1, 'WEEK'),
      method: { expiryMonth: 1, expiryYear: 2020 },
    });
    const second = await charge({}, expired.contract.id);
    await pass(2_000);
    expect(await attempt(second)).toMatchObject({
      subscriptionBillingAttempt: { errorCode: 'EXPIRED_PAYMENT_METHOD' },
    });
  });

  it('fails where stock is short, naming the variants, unless overselling is allowed', async () => {
    const variant = store.tables.variants.get(subscription.contract.lines[0]?.variantId ?? null);
    if (variant === undefined) throw new Error('no variant');
    store.transact((transaction) =>
      transaction.put('variants', { ...variant, inventoryQuantity: 1 }),
    );
    const id = await charge();
    await pass(2_000);
    expect(await attempt(id)).toMatchObject({
      subscriptionBillingAttempt: {
        state: {
          error: {
            stockCode: 'INSUFFICIENT_INVENTORY',
            insufficientStockProductVariants: {
              nodes: [{ id: `gid://shopify/ProductVariant/${variant.id}` }],
            },
          },
        },
      },
    });
    expect(contract()?.lastErrorType).toBe('INVENTORY_ERROR');
    await charge({ idempotencyKey: 'two', inventoryPolicy: 'ALLOW_OVERSELLING' });
    await pass(2_000);
    expect(store.tables.variants.get(variant.id)?.inventoryQuantity).toBe(-1);
  });

  it('waits for a buyer who must act, and ends by what they do', async () => {
    method({ fate: { kind: 'challenge' } });
    const id = await charge();
    await pass(2_000);
    expect(await attempt(id)).toMatchObject({
      subscriptionBillingAttempt: {
        ready: false,
        nextActionUrl: expect.stringContaining(String(id)),
        state: { action: { status: 'OFF_SESSION_REJECTED' } },
      },
    });
    expect(announced).toEqual([]);
    const cashier = platform.cashierOf(store);
    answerChallenge(cashier, Number(id), 'opened');
    expect(announced[0]?.topic).toBe('subscription_billing_attempts/challenged');
    answerChallenge(cashier, Number(id), 'confirmed');
    expect(await attempt(id)).toMatchObject({
      subscriptionBillingAttempt: { ready: true, errorCode: null },
    });
    const second = await charge({ idempotencyKey: 'two' });
    await pass(2_000);
    answerChallenge(cashier, Number(second), 'expired');
    expect(await attempt(second)).toMatchObject({
      subscriptionBillingAttempt: { errorCode: 'EXPIRED_BUYER_ACTION' },
    });
  });

  it('is refused in the states and at the times that the schema names', async () => {
    expect(await charge({ billingCycleSelector: { index: 2 } })).toBe(
      'BILLING_CYCLE_CHARGE_BEFORE_EXPECTED_DATE',
    );
    expect(await charge({ billingCycleSelector: { index: 0 } })).toBe('CYCLE_INDEX_OUT_OF_RANGE');
    expect(await charge({ billingCycleSelector: { index: 500 } })).toBe(
      'UPCOMING_CYCLE_LIMIT_EXCEEDED',
    );
    expect(await charge({ billingCycleSelector: { date: '2020-01-01T00:00:00Z' } })).toBe(
      'CYCLE_START_DATE_OUT_OF_RANGE',
    );
    expect(await charge({ originTime: '2020-01-01T00:00:00Z' })).toBe(
      'ORIGIN_TIME_BEFORE_CONTRACT_CREATION',
    );
    expect(await charge({ originTime: new Date(Date.now() + day).toISOString() })).toBe(
      'ORIGIN_TIME_OUT_OF_RANGE',
    );
    expect(await charge({ idempotencyKey: ' ' })).toBe('BLANK');
    expect(await charge({}, 99)).toBe('CONTRACT_NOT_FOUND');
    limitAttempts(platform, store, { perMinute: 0 });
    expect(await charge()).toBe('THROTTLED');
    limitAttempts(platform, store, { perMinute: null });
    for (const [status, code] of [
      ['PAUSED', 'CONTRACT_PAUSED'],
      ['CANCELLED', 'CONTRACT_TERMINATED'],
      ['EXPIRED', 'CONTRACT_TERMINATED'],
    ] as const) {
      const changed = { ...subscription.contract, status };
      store.transact((transaction) => transaction.put('contracts', changed));
      expect(await charge()).toBe(code);
    }
    const suspected = { ...subscription.contract, isUnderReview: true };
    store.transact((transaction) => transaction.put('contracts', suspected));
    expect(await charge()).toBe('CONTRACT_UNDER_REVIEW');
    expect(store.tables.attempts.size).toBe(0);
  });

  it('goes on after a restart', async () => {
    const folder = temporaryFolder();
    const first = testPlatform({ folder });
    const before = storeOf(first);
    subscription = subscribe(before, new Date(Date.now() - 7 * day), {
      plan: planEvery(before, 1, 'WEEK'),
    });
    execute = executor(first);
    const id = await charge();
    first.close();
    const restart = () => {
      platform = testPlatform({ folder });
      store = storeOf(platform);
      execute = executor(platform);
      listen();
    };
    restart();
    await pass(2_000);
    expect(await attempt(id)).toMatchObject({ subscriptionBillingAttempt: { ready: true } });

    method({ fate: { kind: 'silent' } });
    await pass(7 * day);
    const silent = await charge({ idempotencyKey: 'two', billingCycleSelector: { index: 2 } });
    await pass(2_000);
    method({ fate: { kind: 'good' } });
    platform.close();
    restart();
    await pass(2_000);
    expect(await attempt(silent)).toMatchObject({ subscriptionBillingAttempt: { ready: false } });
  });
});

describe('the status of a contract', () => {
  it('is changed and announced, until it is terminated', async () => {
    const platform = testPlatform();
    const store = storeOf(platform);
    const announced: string[] = [];
    platform.webhooks.announce = (_, topic) => void announced.push(topic);
    const { contract } = subscribe(store, new Date(Date.now() - 7 * day));
    const change = async (name: string) => {
      const answer = await executor(platform)(
        `mutation ($id: ID!) { answer: subscriptionContract${name}(subscriptionContractId: $id) {
          contract { status revisionId } userErrors { code } } }`,
        { id: `gid://shopify/SubscriptionContract/${contract.id}` },
      );
      return answer.data;
    };
    expect(await change('Activate')).toMatchObject({
      answer: { contract: { status: 'ACTIVE', revisionId: '1' } },
    });
    expect(announced).toEqual([]);
    for (const [name, status, revisionId] of [
      ['Pause', 'PAUSED', '2'],
      ['Activate', 'ACTIVE', '3'],
      ['Fail', 'FAILED', '4'],
      ['Activate', 'ACTIVE', '5'],
      ['Cancel', 'CANCELLED', '6'],
    ] as const) {
      expect(await change(name)).toMatchObject({
        answer: { contract: { status, revisionId }, userErrors: [] },
      });
    }
    expect(announced.filter((topic) => topic !== 'subscription_contracts/update')).toEqual([
      'subscription_contracts/pause',
      'subscription_contracts/activate',
      'subscription_contracts/fail',
      'subscription_contracts/activate',
      'subscription_contracts/cancel',
    ]);
    for (const name of ['Activate', 'Pause', 'Expire', 'Fail', 'Cancel']) {
      expect(await change(name)).toEqual({
        answer: { contract: null, userErrors: [{ code: 'CONTRACT_TERMINATED' }] },
      });
    }
  });
});
