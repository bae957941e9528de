/** Tells the shell that no embedded-app key is configured for the shop (specification §2). */
export const missingKey = { status: 500, statusText: 'Missing Shopify API key' } as const;

/** The answer to a document whose session token was refused although it was fetched for it. */
export const refusedToken = { status: 401, statusText: 'Session token refused' } as const;

/** The likely reason, as far as the token tells, and whom to ask. */
export type RefusedToken = { reason: 'clock' | 'stale' | 'key'; supportEmail: string };

/** Asks the browser to send a refused request once more, with a fresh token; Shopify's library sets it too. */
export const retryWithFreshTokenHeader = 'X-Shopify-Retry-Invalid-Session-Request';
