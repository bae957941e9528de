import type { Subscriber } from '#contract/store-order.ts';

/** A customer with a subscription, for tests. */
export const subscriberExample: Subscriber = {
  id: '7',
  displayName: 'Ada',
  email: null,
  activeSubscriptions: 1,
  subscriptionOrders: 2,
  firstOrderAt: '2026-01-01T00:00:00Z',
  lastOrderAt: '2026-02-01T00:00:00Z',
  revenue: 1250,
  hasOtherCurrencies: false,
  currencyCode: 'EUR',
  planNames: ['Weekly'],
};
