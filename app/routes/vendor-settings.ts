import { updateVendorSettingsSchema } from '#contract/vendor-settings.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** POST saves one setting of the vendor (specification §7), on a condition where it has an If-Match; answers `updatedVendorSchema`. */
export const action = postRoute(
  updateVendorSettingsSchema,
  'Invalid setting',
  (client, body, _, ifMatch) => client.updateVendorSettings({ body, ifMatch }),
);
