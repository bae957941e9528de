import { errors, jwtVerify } from 'jose';

/** The platform's library allows the same drift between the two clocks. */
export const clockToleranceSeconds = 10;

const keys = new Map<string, Promise<CryptoKey>>();

/** A secret as the key that tokens are verified with, made once. */
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder().encode(secret);
  const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  keys.set(secret, key);
  return key;
}

/**
 * Verifies that one of the app's secrets signed a session token (platform.md: HS256, aud = API key), and that it is valid now.
 * @throws what jose says of it
 */
export async function verifySessionToken(
  sessionToken: string,
  { apiKey, apiSecrets }: { apiKey: string; apiSecrets: readonly string[] },
  now: Date,
): Promise<void> {
  let failure: unknown = new Error('no secret to verify with');
  for (const secret of apiSecrets) {
    try {
      await jwtVerify(sessionToken, await keyOf(secret), {
        algorithms: ['HS256'],
        audience: apiKey,
        clockTolerance: clockToleranceSeconds,
        currentDate: now,
        requiredClaims: ['exp', 'nbf'],
      });
      return;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      failure = error;
    }
  }
  throw failure;
}
