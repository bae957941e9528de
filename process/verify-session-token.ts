import { errors, jwtVerify } from 'jose';

/** The platform's library allows the same drift between the two clocks. */
export const clockToleranceSeconds = 10;

/**
 * Verifies that one of the app's secrets signed a session token (platform.md: HS256, aud = API key), and that it is valid now.
 * @throws jose's error
 */
export async function verifySessionToken(
  sessionToken: string,
  { apiKey, apiSecrets }: { apiKey: string; apiSecrets: readonly string[] },
  now: Date,
): Promise<void> {
  let failure: unknown = new Error('no secret to verify with');
  for (const secret of apiSecrets) {
    try {
      await jwtVerify(sessionToken, new TextEncoder().encode(secret), {
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
