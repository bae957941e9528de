import { HttpResponseError, InvalidJwtError } from '@shopify/shopify-api';

/**
 * The HTTP status behind a failure of the platform's library; 400 for a session token that the library itself refused;
 * null where there was no answer at all.
 */
export function statusOf(error: unknown): number | null {
  if (error instanceof HttpResponseError) return error.response.code;
  if (error instanceof InvalidJwtError) return 400;
  return null;
}
