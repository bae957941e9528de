import { streamingAction } from '../requests/resource-route.server.ts';

/** POST of a multipart form with one image as `file` (`pictureSchema`), streamed on to the API. */
export const action = streamingAction(({ client, request, idempotencyKey }) =>
  client.uploadPicture({ form: request, idempotencyKey }),
);
