import { Session } from '@shopify/shopify-api';
import { vi } from 'vitest';
import { accessScopes } from '#process/access-scopes.ts';
import type { ApiFetch } from '../subscription-api/transport.ts';
import { credentials } from './as-merchant.ts';

/** The environment of the routes. */
process.env.ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
process.env.SHOPIFY_API_KEY = credentials.apiKey;
process.env.SHOPIFY_API_SECRET = credentials.apiSecret;
process.env.SHOPIFY_APP_URL = 'https://cadence.example';
process.env.LOG_LEVEL = 'silent';

/** The subscription API's answers. */
export const api = vi.fn<ApiFetch>();

/** Mocks `subscription-api/embedded.server.ts`. Every shop has an access token, so that no test asks Shopify for one. */
export const mounted = {
  mountedSubscriptionApi: {
    origin: 'http://subscription-api.invalid',
    fetch: api,
    fetchFor: () => api,
    sessionStorage: {
      deleteSession: vi.fn(),
      loadSession: async (id: string) =>
        new Session({
          id,
          shop: id.replace('offline_', ''),
          state: '',
          isOnline: false,
          accessToken: 'an access token',
          scope: accessScopes.join(','),
        }),
    },
  },
};
