import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Credentials } from '#process/environment.ts';
import { DeadlineError, within } from '../deadline.ts';
import { notAuthorized } from '../service-error.ts';
import {
  type AccessToken,
  type AccessTokens,
  accessTokenOf,
  renewBeforeMilliseconds,
  type ShopAccess,
} from './access-tokens.ts';
import { platformFailed } from './platform-error.ts';
import { requestToken } from './token-request.ts';

/** How many merchants have a cached token. The least recently active one has to exchange again. */
const rememberedMerchants = 1_000;

/**
 * Online access tokens of the merchants at the screen. Each allows only what both the app and that merchant may do. They stay in memory until they
 * expire; then the merchant's session token gets the next.
 */
export function createMerchantTokens(dependencies: {
  credentialsFor: (shop: string) => Credentials;
  now: () => Date;
}): AccessTokens {
  const { credentialsFor, now } = dependencies;
  const tokens = new LRUCache<string, AccessToken>({
    max: rememberedMerchants,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
  });

  function merchantOf({ shop, sessionToken }: ShopAccess) {
    const user = sessionToken === undefined ? undefined : decodeJwt(sessionToken).sub;
    if (sessionToken === undefined || user === undefined) {
      throw notAuthorized(new Error('No merchant is there whose rights could be used.'));
    }
    return { sessionToken, key: `${shop} ${user}` };
  }

  async function exchange(access: ShopAccess): Promise<AccessToken> {
    const { sessionToken, key } = merchantOf(access);
    const { shop, deadline } = access;
    const grant = { sessionToken, requested: 'online' } as const;
    const exchanged = requestToken(shop, credentialsFor(shop), grant);
    const answer = await (deadline === undefined ? exchanged : within(deadline, exchanged)).catch(
      (error: unknown) => {
        throw error instanceof DeadlineError ? platformFailed(error) : error;
      },
    );
    // Refuses a token without a user, since it could carry more than this merchant's rights.
    if (answer.associated_user === undefined) {
      throw notAuthorized(new Error('The platform gave no online token.'));
    }
    const token = accessTokenOf(answer.access_token, answer.scope);
    const ttl = (answer.expires_in ?? 0) * 1000 - renewBeforeMilliseconds;
    if (ttl > 0) tokens.set(key, token, { ttl });
    else tokens.delete(key);
    return token;
  }

  return {
    async get(access) {
      return tokens.get(merchantOf(access).key) ?? (await exchange(access));
    },
    async renew(access, refused) {
      const known = tokens.get(merchantOf(access).key);
      return known !== undefined && known.token !== refused ? known : await exchange(access);
    },
  };
}
