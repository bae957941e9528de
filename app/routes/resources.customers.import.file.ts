import { streamingAction } from '../requests/resource-route.server.ts';

/** POST of a multipart form with a CSV file as `file`, streamed on to the API; answers the import as it is checked (`bulkChangeSchema`). */
export const action = streamingAction(({ client, request }) =>
  client.importSubscribers({ form: request }),
);
