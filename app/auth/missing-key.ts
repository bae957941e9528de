/** The answer by which the shell knows that no embedded-app key is configured for the shop (specification §2). */
export const missingKey = { status: 500, statusText: 'Missing Shopify API key' } as const;
