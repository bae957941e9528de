import { createHash, randomBytes } from 'node:crypto';

/** A secret that nobody can guess: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. A plain hash is enough: there are too many tokens to try them all. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
