import type { SubscriptionApiHandlers } from '../handlers.ts';
import { refreshedOrders } from '../order/collection.ts';
import { analyticsIn } from './answer.ts';
import { revenueBetween } from './orders.ts';
import { rangeOf } from './range.ts';
import { subscriptionsAt } from './subscriptions.ts';

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

export const analyticsHandlers = {
  getAnalytics: async (context, { query }) => {
    const { collection, currencyCode } = await refreshedOrders(context);
    const range = rangeOf(context, collection.timeZone, query);
    const { from, to } = range;
    return {
      collection,
      from,
      to,
      currencyCode,
      ...(await analyticsIn(range, currencyCode)),
    };
  },
  getSummary: async (context) => {
    const { collection, currencyCode } = await refreshedOrders(context);
    const { database, shop } = context;
    const terms = { database, shop, timeZone: collection.timeZone };
    const now = context.now();
    const before = new Date(now.getTime() - thirtyDays);
    const longBefore = new Date(before.getTime() - thirtyDays);
    const [current, previous] = await subscriptionsAt(terms, [now, before]);
    const revenue = async (from: Date, to: Date) =>
      currencyCode === null ? 0 : await revenueBetween(terms, currencyCode, [from, to]);
    return {
      collection,
      currencyCode,
      activeSubscriptions: { current: current?.active ?? 0, previous: previous?.active ?? 0 },
      newSubscriptions: { current: current?.begun ?? 0, previous: previous?.begun ?? 0 },
      revenue: {
        current: await revenue(before, now),
        previous: await revenue(longBefore, before),
      },
    };
  },
} satisfies Partial<SubscriptionApiHandlers>;
