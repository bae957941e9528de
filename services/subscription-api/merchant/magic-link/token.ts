import { createHash, randomBytes } from 'node:crypto';

/** An unguessable secret: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which we store a token. A plain hash is enough, since there are too many tokens to try them all. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
