import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** GET the plans that a subscription could have in place of its own (`contractPlansSchema`). */
export const loader = resourceLoader(nothing, ({ client, params: { id = '' } }) =>
  client.getContractPlans({ id }),
);
