/** What a document is answered whose session token was refused although it was fetched for it. */
export const refusedToken = { status: 401, statusText: 'Session token refused' } as const;

/** The reason that is likely, as far as the token tells, and whom to ask. */
export type RefusedToken = { reason: 'clock' | 'stale' | 'key'; supportEmail: string };

/** Asks the browser to send a refused request once more, with a fresh token; Shopify's library sets it too. */
export const retryWithFreshTokenHeader = 'X-Shopify-Retry-Invalid-Session-Request';
