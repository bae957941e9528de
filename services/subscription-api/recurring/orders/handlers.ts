import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { decideRecurringOrders } from './decide.ts';
import { getRecurringCalendar } from './expected.ts';
import { listRecurringOrders } from './list.ts';
import { listBillingRuns } from './runs.ts';
import { getRecurringSummary } from './summary.ts';

/** Lets in only shops with an active vendor. */
function forVendors<Input, Answer>(
  handle: (context: ShopContext, input: Input) => Promise<Answer>,
) {
  return async (context: ShopContext, input: Input): Promise<Answer> => {
    await requireActiveVendor(context.database, context.shop);
    return await handle(context, input);
  };
}

export const recurringOrderHandlers = {
  listRecurringOrders: forVendors((context, { query }) => listRecurringOrders(context, query)),
  listBillingRuns: forVendors((context, { query }) => listBillingRuns(context, query)),
  getRecurringCalendar: forVendors((context) => getRecurringCalendar(context)),
  decideRecurringOrders: forVendors((context, { body }) => decideRecurringOrders(context, body)),
  getRecurringSummary: forVendors((context) => getRecurringSummary(context)),
} satisfies Partial<SubscriptionApiHandlers>;
