import { createHmac } from 'node:crypto';

/**
 * The platform's HMAC over an address's parameters: sorted by name, written as a query string with `%20` for spaces, SHA-256 in hex. A name
 * with brackets (`ids[]`) may occur several times.
 */
export function signParameters(parameters: URLSearchParams, secret: string): string {
  const names = [...new Set(parameters.keys())]
    .filter((name) => name !== 'hmac' && name !== 'signature')
    .sort((left, right) => left.localeCompare(right));
  const sorted = new URLSearchParams();
  for (const name of names) {
    for (const value of parameters.getAll(name)) sorted.append(name, value);
  }
  return createHmac('sha256', secret).update(sorted.toString().replace(/\+/g, '%20')).digest('hex');
}
