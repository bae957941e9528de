import { gifsSchema } from '#contract/notification-settings.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** POST says whether text messages carry GIFs (specification §7), and answers the manifest's fields that it changed. */
export const action = postRoute(gifsSchema, 'Invalid GIFs settings', (client, body) =>
  client.updateGifs({ body }),
);
