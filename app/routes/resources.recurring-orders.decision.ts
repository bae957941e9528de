import { decideRecurringOrdersSchema } from '#contract/recurring-orders.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST takes a decision about orders; answers why each was refused (`decidedRecurringOrdersSchema`). */
export const action = resourceAction(decideRecurringOrdersSchema, ({ client, body }) =>
  client.decideRecurringOrders({ body }),
);
