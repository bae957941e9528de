import { vi } from 'vitest';

/** What the routes of the portal find in their environment. */
process.env.ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
process.env.SHOPIFY_APP_URL = 'https://cadence.example';
process.env.LOG_LEVEL = 'silent';

/** The subscription API's answers to the portal. */
export const api = vi.fn<(request: Request) => Promise<Response>>();

/** In place of `subscription-api/embedded.server.ts`. */
export const mounted = {
  mountedSubscriptionApi: { fetch: api, origin: 'http://subscription-api.invalid' },
};
