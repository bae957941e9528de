import { decodeJwt } from 'jose';
import { z } from 'zod';
import { shopOf } from '#contract/shop.ts';
import type { Credentials } from '#process/environment.ts';
import { verifySessionToken } from '#process/verify-session-token.ts';
import { notAuthorized } from '../service-error.ts';

/**
 * The shop and user of a request. `sessionToken` is verified and can be exchanged for an access token of `shop`; a request of the vendor portal has
 * none.
 */
export type Caller = {
  shop: string;
  /** Shopify's id of the user, from the token's `sub`. */
  actor: string | null;
  sessionToken: string | undefined;
};

const claimsSchema = z.object({
  iss: z.url(),
  dest: z.url(),
  sub: z.string().optional(),
  exp: z.number(),
  nbf: z.number(),
});

function shopInClaims(claims: { iss: string; dest: string }): string {
  const destination = new URL(claims.dest);
  const issuer = new URL(claims.iss);
  if (destination.protocol !== 'https:' || issuer.protocol !== 'https:')
    throw new Error('not https');
  if (destination.host !== issuer.host) throw new Error('iss and dest disagree');
  const shop = shopOf(destination.host);
  if (shop === undefined) throw new Error('dest is not a shop');
  return shop;
}

function sessionTokenIn(authorization: string | undefined): string {
  const sessionToken = authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/)?.[1];
  if (sessionToken === undefined) throw notAuthorized();
  return sessionToken;
}

/** Reads the caller from a session token that the app in this process has verified. Throws the specification's 401 if there is none. */
export function callerVerifiedByApp(authorization: string | undefined, shop: string): Caller {
  const sessionToken = sessionTokenIn(authorization);
  try {
    return { shop, actor: decodeJwt(sessionToken).sub ?? null, sessionToken };
  } catch (error) {
    throw notAuthorized(error);
  }
}

/**
 * Verifies `Authorization: Bearer <session token>`. The shop comes from the verified token alone.
 * @throws ServiceError the specification's 401
 */
export async function authenticate(
  authorization: string | undefined,
  credentialsOf: (shop: string) => Credentials | undefined,
  now: () => Date,
): Promise<Caller> {
  const sessionToken = sessionTokenIn(authorization);
  try {
    // Not verified yet: these claims only choose the secret to verify with.
    const claims = claimsSchema.parse(decodeJwt(sessionToken));
    const shop = shopInClaims(claims);
    const credentials = credentialsOf(shop);
    if (credentials === undefined) throw new Error('no credentials for this shop');
    await verifySessionToken(sessionToken, credentials, now());
    return { shop, actor: claims.sub ?? null, sessionToken };
  } catch (error) {
    throw notAuthorized(error);
  }
}
