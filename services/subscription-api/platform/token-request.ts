import '@shopify/shopify-api/adapters/node';
import { abstractFetch } from '@shopify/shopify-api/runtime';
import { z } from 'zod';
import type { Credentials } from '#process/environment.ts';
import { withTimeLimit } from '#process/time-limit.ts';
import { notAuthorized, ServiceError } from '../service-error.ts';
import { PlatformError, platformFailed, shopUnavailable } from './platform-error.ts';

const timeoutMilliseconds = 15_000;
/** The pause after a throttled token request, in ms. */
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
 * Errors that mean the session token, the refresh token or the installation isn't valid. Any other 4xx concerns the app, such as `invalid_client` for
 * a wrong secret, and not the shop.
 */
const refusalsOfGrant: ReadonlySet<string> = new Set([
  'app_not_installed',
  'invalid_grant',
  // For a refresh token that is no longer active.
  'invalid_request',
  'invalid_subject_token',
]);

/** Shopify's answer, with lifetimes in seconds. */
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
 * Requests an access token from Shopify, always with the newest of the app's secrets, because a token ends with the secret it was requested with.
 * Shopify's library knows only one secret, and would refuse a session token signed with another.
 * @throws ServiceError `not authorized` if Shopify refuses the grant; otherwise PlatformError, also if Shopify refuses the app itself
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
