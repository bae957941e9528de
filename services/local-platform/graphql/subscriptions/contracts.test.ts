import { beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { type Execute, executor, storeOf, testPlatform } from '../../test-platform.ts';
import { planEvery, recurringPlan, subscribe } from '../../test-subscriptions.ts';

import { cycleOf } from './cycles.ts';

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);
const gid = (type: string, id: number) => `gid://shopify/${type}/${id}`;

describe('subscription contracts', () => {
  let store: Store;
  let asAdmin: Execute;
  let withScopes: (...scopes: string[]) => Execute;
  beforeEach(() => {
    const platform = testPlatform();
    store = storeOf(platform);
    asAdmin = executor(platform);
    withScopes = (...scopes) => executor(platform, scopes);
  });

  it('are opened with the prices of their plan and notes about later ones', async () => {
    const plan = recurringPlan(store, {
      pricing: [
        {
          afterCycle: null,
          adjustmentType: 'PERCENTAGE',
          percentage: 25,
          fixedValue: null,
          createdAt: '',
        },
        {
          afterCycle: 2,
          adjustmentType: 'FIXED_AMOUNT',
          percentage: null,
          fixedValue: '1.50',
          createdAt: '',
        },
      ] satisfies Plan['pricing'],
    });
    const { contract, method } = subscribe(store, ago(3), { plan, quantity: 2 });
    const [line] = contract.lines;
    const price = Number(store.tables.variants.get(line?.variantId ?? null)?.price);
    const current = (Math.round(price * 75) / 100).toFixed(2);
    const answer = await asAdmin(
      `query ($id: ID!) { subscriptionContract(id: $id) {
        id status currencyCode revisionId nextBillingDate lastPaymentStatus note linesCount { count }
        customer { id subscriptionContracts(first: 5) { nodes { id } } paymentMethods(first: 5) { nodes { id } } }
        originOrder { id } deliveryPrice { amount currencyCode }
        billingPolicy { interval intervalCount minCycles maxCycles anchors { day } } deliveryPolicy { interval intervalCount }
        deliveryMethod { ... on SubscriptionDeliveryMethodShipping { address { city zip } shippingOption { title } } }
        customerPaymentMethod { id revokedAt instrument { ... on CustomerCreditCard { brand lastDigits expiryMonth expiresSoon } } }
        lines(first: 5) { nodes {
          quantity sellingPlanId sellingPlanName variantId productId currentPrice { amount } lineDiscountedPrice { amount }
          pricingPolicy { basePrice { amount } cycleDiscounts {
            afterCycle adjustmentType computedPrice { amount }
            adjustmentValue { ... on MoneyV2 { amount } ... on SellingPlanPricingPolicyPercentageValue { percentage } }
          } }
        } }
      } }`,
      { id: gid('SubscriptionContract', contract.id) },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toMatchObject({
      subscriptionContract: {
        status: 'ACTIVE',
        revisionId: '1',
        linesCount: { count: 1 },
        nextBillingDate: contract.nextBillingDate,
        customer: {
          subscriptionContracts: { nodes: [{ id: gid('SubscriptionContract', contract.id) }] },
          paymentMethods: { nodes: [{ id: gid('CustomerPaymentMethod', method.id) }] },
        },
        deliveryPrice: { amount: '4.90', currencyCode: 'USD' },
        customerPaymentMethod: {
          instrument: { brand: 'visa', lastDigits: '4242', expiresSoon: false },
        },
        lines: {
          nodes: [
            {
              quantity: 2,
              sellingPlanId: gid('SellingPlan', plan.id),
              currentPrice: { amount: current },
              lineDiscountedPrice: { amount: (Number(current) * 2).toFixed(2) },
              pricingPolicy: {
                basePrice: { amount: price.toFixed(2) },
                cycleDiscounts: [
                  {
                    afterCycle: 0,
                    computedPrice: { amount: current },
                    adjustmentValue: { percentage: 25 },
                  },
                  {
                    afterCycle: 2,
                    computedPrice: { amount: (price - 1.5).toFixed(2) },
                    adjustmentValue: { amount: '1.50' },
                  },
                ],
              },
            },
          ],
        },
      },
    });
  });

  it('are found by status and by when they were changed, newest first', async () => {
    const old = subscribe(store, ago(30)).contract;
    const young = subscribe(store, ago(2)).contract;
    const paused = { ...subscribe(store, ago(9)).contract, status: 'PAUSED' as const };
    store.transact((transaction) => transaction.put('contracts', paused));
    const list = (query: string) =>
      asAdmin(
        `query ($query: String) {
          subscriptionContracts(first: 250, query: $query, sortKey: UPDATED_AT, reverse: true) { nodes { id } }
        }`,
        { query },
      );
    const since = new Date(Date.now() - 5 * day).toISOString();
    const seen = await list(`updated_at:>='${since}'`);
    expect(seen.data).toMatchObject({
      subscriptionContracts: { nodes: [{ id: gid('SubscriptionContract', young.id) }] },
    });
    const ids = JSON.stringify((await list('status:ACTIVE created_at:<2030-01-01')).data);
    expect(ids).toContain(gid('SubscriptionContract', old.id));
    expect(ids.indexOf(String(young.id))).toBeLessThan(ids.indexOf(String(old.id)));
    expect(
      JSON.stringify((await list('status:PAUSED')).data).match(/SubscriptionContract/g),
    ).toHaveLength(1);
  });

  it('list their cycles by page, by index and by date, past ones and a year ahead', async () => {
    const { contract } = subscribe(store, ago(15), { plan: planEvery(store, 1, 'WEEK') });
    const contractId = gid('SubscriptionContract', contract.id);
    const fields =
      'cycleIndex cycleStartAt cycleEndAt billingAttemptExpectedDate status skipped edited';
    const list = (selector = '') =>
      asAdmin(
        `query ($contractId: ID!) { subscriptionBillingCycles(contractId: $contractId, first: 100 ${selector}) {
          nodes { ${fields} } pageInfo { hasNextPage } } }`,
        { contractId },
      );
    const indexes = (answer: unknown) =>
      [...JSON.stringify(answer).matchAll(/"cycleIndex":(\d+)/g)].map(([, index]) => Number(index));
    const all = await list();
    expect(all.data).toMatchObject({
      subscriptionBillingCycles: {
        nodes: expect.arrayContaining([
          expect.objectContaining({
            cycleIndex: 1,
            cycleStartAt: contract.createdAt,
            status: 'UNBILLED',
          }),
        ]),
      },
    });
    expect(indexes(all)).toEqual(Array.from({ length: 55 }, (_, index) => index + 1));
    expect(
      indexes(await list(', billingCyclesIndexRangeSelector: { startIndex: 2, endIndex: 4 }')),
    ).toEqual([2, 3, 4]);
    const dates = `startDate: "${ago(0.5).toISOString()}", endDate: "${ago(-14).toISOString()}"`;
    expect(indexes(await list(`, billingCyclesDateRangeSelector: { ${dates} }`))).toEqual([
      3, 4, 5,
    ]);

    const one = (selector: string) =>
      asAdmin(
        `query ($contractId: ID!) { subscriptionBillingCycle(billingCycleInput: { contractId: $contractId, selector: { ${selector} } }) { cycleIndex } }`,
        { contractId },
      );
    expect(indexes(await one('index: 3'))).toEqual([3]);
    expect(indexes(await one(`date: "${new Date().toISOString()}"`))).toEqual([3]);
    for (const none of ['index: 0', 'index: 900', `date: "${ago(40).toISOString()}"`]) {
      expect((await one(none)).data).toEqual({ subscriptionBillingCycle: null });
    }
  });

  it('begin the second cycle where the first began when both have one date', () => {
    const anchors = [20, 10].map((monthDay) => ({ type: 'MONTHDAY' as const, day: monthDay }));
    const plan = planEvery(store, 1, 'MONTH', { anchors, preAnchorBehavior: 'NEXT' });
    const { contract } = subscribe(store, ago(3), { plan });
    const [first, second, third] = [1, 2, 3].map((index) => cycleOf(store, contract, index));
    expect(second).toMatchObject({ startAt: first?.startAt, endAt: first?.endAt });
    expect(third?.startAt.getTime()).toBe((second?.endAt.getTime() ?? 0) + 1000);
  });

  it('are shown only to who may see them', async () => {
    const { contract, method } = subscribe(store, ago(3));
    const byId = `query ($id: ID!) { subscriptionContract(id: $id) { id customerPaymentMethod { id } } }`;
    const id = gid('SubscriptionContract', contract.id);
    const refused = await withScopes('read_customers')(byId, { id });
    expect(refused.errors).toMatchObject([{ extensions: { code: 'ACCESS_DENIED' } }]);
    const half = await withScopes('read_own_subscription_contracts')(byId, { id });
    expect(half).toMatchObject({
      data: { subscriptionContract: { id, customerPaymentMethod: null } },
      errors: [{ message: expect.stringContaining('read_customer_payment_methods') }],
    });
    const methodQuery = `query ($id: ID!) { customerPaymentMethod(id: $id) { id } }`;
    const card = { id: gid('CustomerPaymentMethod', method.id) };
    expect((await withScopes('read_customer_payment_methods')(methodQuery, card)).data).toEqual({
      customerPaymentMethod: card,
    });
    expect((await withScopes('read_customers')(methodQuery, card)).errors).toHaveLength(1);
  });
});
