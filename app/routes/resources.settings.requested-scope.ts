import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** GET answers what the store has yet to grant (`requestedScopeSchema`), with `client_id` in its address. */
export const loader = resourceLoader(nothing, async ({ client, updateAddressOf }) => {
  const { scope, url } = await client.getRequestedScope();
  return { scope, url: updateAddressOf(url) };
});
