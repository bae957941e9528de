import { gifsSchema } from '#contract/notification-settings.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST says whether text messages carry GIFs (specification §7), and answers the manifest's fields that it changed. */
export const action = resourceAction(gifsSchema, ({ client, body }) => client.updateGifs({ body }));
