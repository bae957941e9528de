import { rotationCandidatesQuerySchema } from '#contract/rotation.ts';
import { resourceLoader } from '../requests/resource-route.server.ts';

/** GET a page of the products that a rotation could take. */
export const loader = resourceLoader(
  rotationCandidatesQuerySchema,
  ({ client, params: { id = '' }, query }) => client.listRotationCandidates({ id, query }),
);
