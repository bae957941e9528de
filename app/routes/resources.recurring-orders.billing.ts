import { changeBillingSchema } from '#contract/recurring-orders.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST starts or stops billing; answers the shop's billing afterwards (`billingSchema`). */
export const action = resourceAction(changeBillingSchema, ({ client, body, ifMatch }) =>
  client.changeBilling({ body, ifMatch }),
);
