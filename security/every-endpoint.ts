import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/endpoints.ts';
import { portalEndpoints, portalSignInEndpoints } from '#contract/portal-endpoints.ts';
import { putOffEndpoints, scaleEndpoints } from '#contract/scale-endpoints.ts';
import { unsubscribeEndpoints } from '#contract/unsubscribe.ts';

/** Proof that an endpoint asks for: the session token of the admin, the token of a portal session or of a scale, or none. */
export type Access = 'admin' | 'portal' | 'scale' | 'open';

export type NamedEndpoint = { name: string; access: Access; endpoint: Endpoint };

function named(
  access: Access,
  table: Readonly<Record<string, Endpoint>>,
  whose = ' of the portal',
): NamedEndpoint[] {
  return Object.entries(table).map(([name, endpoint]) => ({
    name: access === 'admin' ? name : name + whose,
    access,
    endpoint,
  }));
}

/** Every endpoint of the API, from the tables that its routes are made of: a new one is among them by itself. */
export const everyEndpoint: readonly NamedEndpoint[] = [
  ...named('admin', endpoints),
  ...named('portal', portalEndpoints),
  ...named('open', portalSignInEndpoints),
  ...named('scale', scaleEndpoints, ' of a scale'),
  ...named('open', { ...putOffEndpoints, ...unsubscribeEndpoints }, ' of a mail'),
];

/** The address of an endpoint. `id` stands in it as it is given, encoded or not. */
export function addressOf({ path }: Endpoint, id = '1', search = ''): string {
  return `${apiPrefix}${path.replace(':id', () => id)}${search === '' ? '' : `?${search}`}`;
}

type Proofs = { portalToken: string; scaleToken: string };

/** The token that an endpoint takes; a session token is made anew, since it lasts a minute. */
export async function proofFor(
  access: Access,
  { portalToken, scaleToken }: Proofs,
  sessionToken: () => Promise<string>,
): Promise<string> {
  if (access === 'scale') return scaleToken;
  return access === 'admin' ? await sessionToken() : portalToken;
}
