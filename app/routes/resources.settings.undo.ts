import { undoChangeSchema } from '#contract/vendor-settings.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST undoes one of the latest changes of the settings; answers `updatedVendorSchema`. */
export const action = resourceAction(undoChangeSchema, ({ client, body }) =>
  client.undoSettingChange({ body }),
);
