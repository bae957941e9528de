import { availableGroupsQuerySchema } from '#contract/delivery-profile.ts';
import { resourceLoader } from '../requests/resource-route.server.ts';

/** GET a page of the groups that the profile could take, for the dialog that adds them. */
export const loader = resourceLoader(
  availableGroupsQuerySchema,
  ({ client, params: { id = '' }, query }) => client.listAvailableGroups({ id, query }),
);
