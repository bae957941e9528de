import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { forVendors } from '../../shop/active-vendor.ts';
import { decideRecurringOrders } from './decide.ts';
import { getRecurringCalendar } from './expected.ts';
import { listRecurringOrders } from './list.ts';
import { listBillingRuns } from './runs.ts';
import { getRecurringSummary } from './summary.ts';

export const recurringOrderHandlers = {
  listRecurringOrders: forVendors((context, { query }) => listRecurringOrders(context, query)),
  listBillingRuns: forVendors((context, { query }) => listBillingRuns(context, query)),
  getRecurringCalendar: forVendors((context) => getRecurringCalendar(context)),
  decideRecurringOrders: forVendors((context, { body }) => decideRecurringOrders(context, body)),
  getRecurringSummary: forVendors((context) => getRecurringSummary(context)),
} satisfies Partial<SubscriptionApiHandlers>;
