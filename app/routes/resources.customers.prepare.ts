import { prepareBulkChangeSchema } from '#contract/bulk-change.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST prepares a change of many subscriptions, or the way back from one; answers its preview (`bulkChangeSchema`). */
export const action = resourceAction(prepareBulkChangeSchema, ({ client, body }) =>
  client.prepareBulkChange({ body }),
);
