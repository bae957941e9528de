import { passedOverListQuerySchema } from '#contract/rotation.ts';
import { resourceLoader } from '../requests/resource-route.server.ts';

/** GET a page of whom a rotation passed a product over for. */
export const loader = resourceLoader(
  passedOverListQuerySchema,
  ({ client, params: { id = '' }, query }) => client.listPassedOver({ id, query }),
);
