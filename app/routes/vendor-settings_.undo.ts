import { undoChangeSchema } from '#contract/vendor-settings.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** POST takes one of the latest changes of the settings back; answers `updatedVendorSchema`. */
export const action = postRoute(undoChangeSchema, 'Invalid change', (client, body) =>
  client.undoSettingChange({ body }),
);
