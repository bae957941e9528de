import { getRoute } from '../requests/get-route.server.ts';

/** GET answers what the store has yet to grant (`requestedScopeSchema`), with `client_id` in its address. */
export const loader = getRoute(async ({ client, updateAddressOf }) => {
  const { scope, url } = await client.getRequestedScope();
  return { scope, url: updateAddressOf(url) };
});
