import { contractRequestSchema } from '#contract/subscription-contract.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST changes a subscription; answers how it stands then (`subscriptionContractSchema`). */
export const action = resourceAction(
  contractRequestSchema,
  ({ client, body, ifMatch, params: { id = '' } }) =>
    client.changeSubscriptionContract({ id, body, ifMatch }),
);
