import { SignJWT } from 'jose';

/** The app in tests. */
export const credentials = { apiKey: 'key', apiSecret: 'a secret of the app in tests' };

/** A session token as the admin signs it, but valid at any time a test may set. */
export async function sessionTokenOf(shop: string): Promise<string> {
  return await new SignJWT({ dest: `https://${shop}` })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(`https://${shop}/admin`)
    .setAudience(credentials.apiKey)
    .setSubject('1')
    .setNotBefore(0)
    .setExpirationTime('100y')
    .sign(new TextEncoder().encode(credentials.apiSecret));
}

const token = await sessionTokenOf('a.myshopify.com');

/** Adds the session token to a request, as the bridge does. */
export function asMerchant(request: Request): Request {
  request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}
