import { updateProposedVendorSchema } from '#contract/proposed-vendor.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** POST dismisses onboarding for the shop, or brings it back. */
export const action = postRoute(updateProposedVendorSchema, 'Invalid onboarding', (client, body) =>
  client.updateProposedVendor({ body }),
);
