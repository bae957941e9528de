import '@shopify/shopify-api/adapters/node';
import { abstractFetch } from '@shopify/shopify-api/runtime';
import { z } from 'zod';
import type { Credentials } from '#process/environment.ts';
import { withTimeLimit } from '#process/time-limit.ts';
import {
  notAuthorized,
  platformFailed,
  platformThrottles,
  ServiceError,
} from '../service-error.ts';
import { shopUnavailable } from './shop-unavailable.ts';

const timeoutMilliseconds = 15_000;
/** Where a 429 doesn't say when to come again. */
const usualPause = 1_000;

const answerSchema = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
  associated_user: z.object({ id: z.number() }).optional(),
});

/** The platform's answer, lives in seconds. */
export type TokenAnswer = z.infer<typeof answerSchema>;

type Grant = { sessionToken: string; requested: 'offline' | 'online' } | { refreshToken: string };

function parametersOf(grant: Grant): Record<string, string> {
  if ('refreshToken' in grant) {
    return { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
  }
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: grant.sessionToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: `urn:shopify:params:oauth:token-type:${grant.requested}-access-token`,
    expiring: grant.requested === 'offline' ? '1' : '0',
  };
}

/**
 * Asks the platform for an access token, always with the newest of the app's secrets: tokens that an older one got end with it. The
 * platform's library knows one secret and would refuse a session token that another one signed.
 * @throws ServiceError 401 where the platform refuses; PlatformError for all else
 */
export async function requestToken(
  shop: string,
  { apiKey, apiSecrets }: Credentials,
  grant: Grant,
): Promise<TokenAnswer> {
  try {
    return await withTimeLimit(timeoutMilliseconds, undefined, async (signal) => {
      const response = await abstractFetch(`https://${shop}/admin/oauth/access_token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({
          client_id: apiKey,
          client_secret: apiSecrets[0],
          ...parametersOf(grant),
        }),
        redirect: 'error',
        signal,
      });
      if (response.ok) return answerSchema.parse(await response.json());
      const { status } = response;
      const failure = new Error(`access_token: HTTP ${status}`);
      await response.body?.cancel();
      if (status === 429) throw platformThrottles(failure, usualPause);
      if (status >= 500) throw failure;
      // 400 invalid_subject_token for a session token that it doesn't accept.
      throw shopUnavailable(status, failure) ?? notAuthorized(failure);
    });
  } catch (error) {
    throw error instanceof ServiceError ? error : platformFailed(error);
  }
}
