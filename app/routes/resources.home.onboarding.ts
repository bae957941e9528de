import { updateProposedVendorSchema } from '#contract/proposed-vendor.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST dismisses onboarding for the shop, or brings it back. */
export const action = resourceAction(updateProposedVendorSchema, ({ client, body }) =>
  client.updateProposedVendor({ body }),
);
