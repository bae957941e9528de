import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { AppIdentity } from '../graphql/context.ts';
import type { Store } from '../store/store.ts';

const sessionTokenSeconds = 60;

const claimsSchema = z.object({ iss: z.string(), dest: z.string(), sub: z.string() });

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

/** Makes a session token of the store's owner for the app, like App Bridge's. */
export async function mintSessionToken(store: Store, app: AppIdentity, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const { ownerUserId } = store.shop;
  const session = createHash('sha256').update(`${store.domain} ${ownerUserId}`).digest('hex');
  return await new SignJWT({ dest: `https://${store.domain}`, sid: session })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`https://${store.domain}/admin`)
    .setAudience(app.apiKey)
    .setSubject(String(ownerUserId))
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + sessionTokenSeconds)
    .setJti(randomUUID())
    .sign(keyOf(app.apiSecret));
}

/** The user of a valid session token for this store and app; null for any other token. */
export async function verifySessionToken(
  token: string,
  store: Store,
  app: AppIdentity,
  now: Date,
): Promise<{ userId: number } | null> {
  for (const secret of app.apiSecrets) {
    try {
      const { payload } = await jwtVerify(token, keyOf(secret), {
        algorithms: ['HS256'],
        audience: app.apiKey,
        currentDate: now,
        requiredClaims: ['exp', 'nbf'],
      });
      const claims = claimsSchema.parse(payload);
      const origin = `https://${store.domain}`;
      if (claims.dest !== origin || claims.iss !== `${origin}/admin`) return null;
      return { userId: Number(claims.sub) };
    } catch {
      // Another secret may have signed the token.
    }
  }
  return null;
}
