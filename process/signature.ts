import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether one of the app's secrets signed the content with HMAC-SHA256, compared in constant time. The platform signs with the
 * oldest secret that is not revoked (recurring-orders.md).
 */
export function isSigned(
  secrets: readonly string[],
  content: string | Uint8Array,
  hmac: string,
  encoding: 'base64' | 'hex',
): boolean {
  const given = Buffer.from(hmac);
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(content).digest(encoding));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
