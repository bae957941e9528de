import { contractHistoryQuerySchema } from '#contract/subscription-contract.ts';
import { resourceLoader } from '../requests/resource-route.server.ts';

/** GET a page of a subscription's history (`contractHistorySchema`). */
export const loader = resourceLoader(
  contractHistoryQuerySchema,
  ({ client, params: { id = '' }, query }) => client.getContractHistory({ id, query }),
);
