import '@shopify/shopify-api/adapters/node';
import { abstractFetch } from '@shopify/shopify-api/runtime';
import { z } from 'zod';
import type { Credentials } from '#process/environment.ts';
import { withTimeLimit } from '#process/time-limit.ts';
import { notAuthorized, ServiceError } from '../service-error.ts';
import { PlatformError, platformFailed, shopUnavailable } from './platform-error.ts';

const timeoutMilliseconds = 15_000;
/** Where a throttle doesn't say when to come again. */
const usualPause = 1_000;

const answerSchema = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
  associated_user: z.object({ id: z.number() }).optional(),
});

const refusalSchema = z.object({ error: z.string() });

/**
 * By these the platform says that the session token, the refresh token or the installation is no good. Any other 4xx is about the app,
 * such as `invalid_client` for a wrong secret, and says nothing of the shop.
 */
const refusalsOfGrant: ReadonlySet<string> = new Set([
  'app_not_installed',
  'invalid_grant',
  // Of a refresh token that is no longer active.
  'invalid_request',
  'invalid_subject_token',
]);

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
 * @throws ServiceError `not authorized` where the platform refuses the grant; else PlatformError, also where it refuses the app itself
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
      const said = refusalSchema.safeParse(await response.json().catch(() => undefined));
      const refusal = said.data?.error ?? '';
      const failure = new Error(`access_token: HTTP ${status} ${refusal}`);
      if (status === 429)
        throw new PlatformError('throttled', failure, { retryMilliseconds: usualPause });
      const unavailable = shopUnavailable(status, failure);
      if (unavailable !== null) throw unavailable;
      if (status >= 500 || !refusalsOfGrant.has(refusal)) throw failure;
      throw notAuthorized(failure);
    });
  } catch (error) {
    throw error instanceof ServiceError ? error : platformFailed(error);
  }
}
