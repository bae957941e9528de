import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/endpoints.ts';
import { portalEndpoints, portalSignInEndpoints } from '#contract/portal-endpoints.ts';

/** What a request must carry: the admin's session token, the token of a portal session, or nothing. */
export type Door = 'admin' | 'portal' | 'open';

export type NamedEndpoint = { name: string; door: Door; endpoint: Endpoint };

function named(door: Door, table: Readonly<Record<string, Endpoint>>): NamedEndpoint[] {
  return Object.entries(table).map(([name, endpoint]) => ({
    name: door === 'admin' ? name : `${name} of the portal`,
    door,
    endpoint,
  }));
}

/** Every endpoint of the API, from the tables that its routes are made of: a new one is among them by itself. */
export const everyEndpoint: readonly NamedEndpoint[] = [
  ...named('admin', endpoints),
  ...named('portal', portalEndpoints),
  ...named('open', portalSignInEndpoints),
];

/** The address of an endpoint. `id` stands in it as it is given, encoded or not. */
export function addressOf({ path }: Endpoint, id = '1', search = ''): string {
  return `${apiPrefix}${path.replace(':id', () => id)}${search === '' ? '' : `?${search}`}`;
}
