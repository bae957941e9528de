import { z } from 'zod';
import { changeSyncRunSchema, syncRunIdSchema } from '#contract/order-sync.ts';
import { resourceAction, resourceLoader } from '../requests/resource-route.server.ts';

/** GET a run of the order sync as it stands (`syncRunSchema`). */
export const loader = resourceLoader(
  z.object({ id: z.string().default('') }),
  ({ client, query: { id } }) => client.getSyncRun({ id }),
);

/** POST stops a run, lets it go on, or has what failed sent again; answers the run. */
export const action = resourceAction(
  changeSyncRunSchema.extend({ id: syncRunIdSchema }),
  ({ client, body: { id, ...body } }) => client.changeSyncRun({ id, body }),
);
