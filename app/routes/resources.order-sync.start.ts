import { createSyncRunSchema } from '#contract/order-sync.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST creates a run of the orders that the body names, up to 10,000, or of all that wait to be shipped; answers it. */
export const action = resourceAction(createSyncRunSchema, ({ client, body, idempotencyKey }) =>
  client.createSyncRun({ body, idempotencyKey }),
);
