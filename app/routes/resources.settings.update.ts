import { updateVendorSettingsSchema } from '#contract/vendor-settings.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST saves one setting of the vendor (specification §7), under the condition of an If-Match; answers `updatedVendorSchema`. */
export const action = resourceAction(updateVendorSettingsSchema, ({ client, body, ifMatch }) =>
  client.updateVendorSettings({ body, ifMatch }),
);
