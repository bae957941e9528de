import { createSyncRunSchema } from '#contract/sync-run.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** POST makes a run of the orders that the body names, up to 10,000, or of all that wait to be shipped; answers it. */
export const action = postRoute(
  createSyncRunSchema,
  (error) => error.issues[0]?.message ?? 'Invalid orders',
  (client, body, idempotencyKey) => client.createSyncRun({ body, idempotencyKey }),
);
