import { decodeJwt } from 'jose';
import { z } from 'zod';
import { shopOf } from '#contract/shop.ts';
import type { Credentials } from '#process/environment.ts';
import { verifySessionToken } from '#process/verify-session-token.ts';
import { notAuthorized } from '../service-error.ts';

/**
 * Who a request is for. `sessionToken` is verified and can be exchanged for an access token of `shop`; a request of the vendor
 * portal has none.
 */
export type Caller = {
  shop: string;
  /** The platform's id of the user, from the token's `sub`. */
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

/** Whose request it is where the app in this process has verified its session token. Throws the 401 where there is none. */
export function callerVerifiedByApp(authorization: string | undefined, shop: string): Caller {
  const sessionToken = sessionTokenIn(authorization);
  try {
    return { shop, actor: decodeJwt(sessionToken).sub ?? null, sessionToken };
  } catch (error) {
    throw notAuthorized(error);
  }
}

/**
 * Verifies `Authorization: Bearer <session token>` and answers whose request it is. The shop comes from the verified token alone. Throws the 401 of the specification.
 */
export async function authenticate(
  authorization: string | undefined,
  credentialsOf: (shop: string) => Credentials | undefined,
  now: () => Date,
): Promise<Caller> {
  const sessionToken = sessionTokenIn(authorization);
  try {
    // Unverified so far: it only says with whose secret to verify.
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
