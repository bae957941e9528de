import { changeSyncRunSchema, syncRunIdSchema } from '#contract/sync-run.ts';
import { getRoute } from '../requests/get-route.server.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** GET a run of the order sync as it stands (`syncRunSchema`). */
export const loader = getRoute(({ client }, query) =>
  client.getSyncRun({ id: query.get('id') ?? '' }),
);

/** POST stops a run, lets it go on, or has what failed sent again; answers the run. */
export const action = postRoute(
  changeSyncRunSchema.extend({ id: syncRunIdSchema }),
  'Invalid change',
  (client, { id, ...body }) => client.changeSyncRun({ id, body }),
);
