import { decideBulkChangeSchema } from '#contract/bulk-change.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST begins, stops or goes on with a change of many; answers how it stands then (`bulkChangeSchema`). */
export const action = resourceAction(
  decideBulkChangeSchema,
  ({ client, body, params: { id = '' } }) => client.decideBulkChange({ id, body }),
);
