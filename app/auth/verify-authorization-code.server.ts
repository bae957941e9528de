import { isSigned } from '#process/signature.ts';
import { credentialFor } from '../environment.server.ts';

/** How old a signed authorisation may be, in seconds. */
const lifetime = 90;

/**
 * Whether the query of an authorisation callback is signed by the platform for this shop: HMAC-SHA256 over the sorted
 * other parameters, hex, by one of the app's secrets, and not older than 90 s.
 */
export function verifyAuthorizationCode(query: URLSearchParams, shop: string): boolean {
  const credential = credentialFor(shop);
  const given = query.get('hmac') ?? '';
  if (!credential || query.get('shop') !== shop || !/^[0-9a-f]{64}$/.test(given)) return false;
  const signed = new URLSearchParams(
    [...query].filter(([name]) => name !== 'hmac').sort(([a], [b]) => a.localeCompare(b)),
  );
  const age = Date.now() / 1_000 - Number(query.get('timestamp'));
  return (
    isSigned(credential.apiSecrets, signed.toString(), given, 'hex') && Math.abs(age) <= lifetime
  );
}
