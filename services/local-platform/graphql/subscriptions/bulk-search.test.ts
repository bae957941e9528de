import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Platform } from '../../server/platform.ts';
import type { Store } from '../../store/store.ts';
import { executor, storeOf, testPlatform } from '../../test-platform.ts';
import { planEvery, subscribe } from '../../test-subscriptions.ts';

const day = 86_400_000;
const searched = z.object({
  data: z.object({
    subscriptionBillingCycleBulkSearch: z.object({
      job: z.object({ id: z.string(), done: z.literal(false) }).nullable(),
      userErrors: z.array(z.object({ code: z.string() })),
    }),
  }),
});

describe('the bulk search of cycles', () => {
  let platform: Platform;
  let store: Store;
  beforeEach(() => {
    platform = testPlatform();
    store = storeOf(platform);
  });

  async function search(fromDays: number, toDays: number, filters = {}) {
    const at = (days: number) => new Date(Date.now() + days * day).toISOString();
    const answer = await executor(platform)(
      `mutation ($range: SubscriptionBillingCyclesDateRangeSelector!, $filters: SubscriptionBillingCycleBulkFilters) {
        subscriptionBillingCycleBulkSearch(billingAttemptExpectedDateRange: $range, filters: $filters) {
          job { id done } userErrors { field message code }
        }
      }`,
      { range: { startDate: at(fromDays), endDate: at(toDays) }, filters },
    );
    return searched.parse(answer).data.subscriptionBillingCycleBulkSearch;
  }
  async function found(id: string | undefined) {
    const answer = await executor(platform)(
      `query ($id: ID!) {
        job(id: $id) { done }
        subscriptionBillingCycleBulkResults(jobId: $id, first: 250) {
          nodes { cycleIndex sourceContract { id } } pageInfo { hasNextPage }
        }
      }`,
      { id },
    );
    return JSON.stringify(answer);
  }

  it('finds what is due by status and attempts, once its job is done', async () => {
    const weekly = planEvery(store, 1, 'WEEK');
    const due = subscribe(store, new Date(Date.now() - 7 * day), { plan: weekly }).contract;
    const later = subscribe(store, new Date(Date.now() - 3 * day), { plan: weekly }).contract;
    const paused = subscribe(store, new Date(Date.now() - 7 * day), { plan: weekly }).contract;
    store.transact((transaction) => transaction.put('contracts', { ...paused, status: 'PAUSED' }));
    const { job } = await search(-1, 1, {
      contractStatus: ['ACTIVE'],
      billingCycleStatus: ['UNBILLED'],
    });
    expect(await found(job?.id)).toContain('"done":false');
    const text = await found(job?.id);
    expect(text).toContain('"done":true');
    expect(text).toContain(`SubscriptionContract/${due.id}"`);
    for (const { id } of [later, paused]) expect(text).not.toContain(`SubscriptionContract/${id}"`);

    const tried = await search(-1, 1, { billingAttemptStatus: 'HAS_ATTEMPT' });
    await found(tried.job?.id);
    expect(await found(tried.job?.id)).toContain('"nodes":[]');
  });

  it('is refused for a range that is too long, too far ahead or backwards', async () => {
    expect((await search(-8, 0)).userErrors).toMatchObject([{ code: 'INVALID_DATE_RANGE' }]);
    expect((await search(0, 2)).userErrors).toMatchObject([{ code: 'END_DATE_IN_THE_FUTURE' }]);
    expect((await search(0, -1)).userErrors).toMatchObject([
      { code: 'START_DATE_BEFORE_END_DATE' },
    ]);
  });
});

describe('a new card', () => {
  it('is asked for by mail, and by address only for Shop Pay', async () => {
    const platform = testPlatform();
    const store = storeOf(platform);
    const { method } = subscribe(store, new Date());
    const shopPay = subscribe(store, new Date(), { method: { kind: 'SHOP_PAY' } }).method;
    const ask = (name: string, id: number, answer: string) =>
      executor(platform, ['write_customers', 'read_customer_payment_methods'])(
        `mutation ($id: ID!) { payload: customerPaymentMethod${name}(customerPaymentMethodId: $id) { ${answer} } }`,
        { id: `gid://shopify/CustomerPaymentMethod/${id}` },
      );
    const mailed = await ask(
      'SendUpdateEmail',
      method.id,
      'customer { id } userErrors { message }',
    );
    expect(mailed.data).toMatchObject({ payload: { userErrors: [] } });
    const [mail] = platform.mailbox.mails;
    expect(mail?.to).toEqual([store.tables.customers.get(method.customerId)?.email]);
    expect(mail?.text).toContain(`/payment-methods/${method.id}`);
    const url = 'updatePaymentMethodUrl userErrors { code }';
    expect((await ask('GetUpdateUrl', method.id, url)).data).toMatchObject({
      payload: { userErrors: [{ code: 'INVALID_INSTRUMENT' }] },
    });
    expect((await ask('GetUpdateUrl', shopPay.id, url)).data).toMatchObject({
      payload: { updatePaymentMethodUrl: expect.stringContaining(String(shopPay.id)) },
    });
    expect((await ask('GetUpdateUrl', 1, url)).data).toMatchObject({
      payload: { userErrors: [{ code: 'PAYMENT_METHOD_DOES_NOT_EXIST' }] },
    });
  });
});
