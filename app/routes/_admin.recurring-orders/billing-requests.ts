import type { z } from 'zod';
import type {
  Billing,
  BillingChange,
  decidedRecurringOrdersSchema,
  RecurringDecision,
  RecurringOrder,
} from '#contract/recurring-orders.ts';
import type { ResourceRequest } from '../../requests/request-resource.ts';

export const billingRequests = {
  first: {
    path: '/resources/recurring-orders/first',
    answer: async () => (await import('#contract/recurring-orders.ts')).firstChargesSchema,
  },

  change: (change: BillingChange, seen?: string): ResourceRequest<Billing> => ({
    method: 'POST',
    path: '/resources/recurring-orders/billing',
    body: { change },
    ...(seen !== undefined && { ifMatch: seen }),
    answer: async () => (await import('#contract/recurring-orders.ts')).billingSchema,
  }),

  decide: (
    decision: RecurringDecision,
    orders: readonly Pick<RecurringOrder, 'contract' | 'cycle' | 'attempts'>[],
  ): ResourceRequest<z.infer<typeof decidedRecurringOrdersSchema>> => ({
    method: 'POST',
    path: '/resources/recurring-orders/decision',
    body: {
      decision,
      orders: orders.map(({ contract, cycle, attempts }) => ({ contract, cycle, attempts })),
    },
    answer: async () =>
      (await import('#contract/recurring-orders.ts')).decidedRecurringOrdersSchema,
  }),
};
