import { keyFigureDays } from '#contract/analytics-limits.ts';
import { isCountedByContracts, refreshOrders } from '../fulfilling/order/refresh-orders.ts';
import type { SubscriptionApiHandlers } from '../handlers.ts';
import { analyticsIn, comparedTotalsIn } from './answer.ts';
import { rangeOf } from './range.ts';

export const analyticsHandlers = {
  getAnalytics: async (context, { query }) => {
    const { orderImport, currencyCode } = await refreshOrders(context);
    const range = rangeOf(context, orderImport.timeZone, query);
    const { from, to, today } = range;
    const counting = { byContracts: isCountedByContracts(orderImport) };
    const answer = await analyticsIn(range, currencyCode, counting);
    return { orderImport, from, to, today, currencyCode, ...answer };
  },
  getSummary: async (context) => {
    const { orderImport, currencyCode } = await refreshOrders(context);
    const range = rangeOf(context, orderImport.timeZone, { days: keyFigureDays });
    const { from, to } = range;
    return {
      orderImport,
      from,
      to,
      currencyCode,
      ...(await comparedTotalsIn(range, currencyCode, {
        byContracts: isCountedByContracts(orderImport),
      })),
    };
  },
} satisfies Partial<SubscriptionApiHandlers>;
