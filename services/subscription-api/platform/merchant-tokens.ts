import { decodeJwt } from 'jose';
import type { Credentials } from '#process/environment.ts';
import { DeadlineError, within } from '../deadline.ts';
import { notAuthorized, platformFailed } from '../service-error.ts';
import {
  type AccessToken,
  type AccessTokens,
  accessTokenOf,
  renewBeforeMilliseconds,
  type ShopAccess,
} from './access-tokens.ts';
import { requestToken } from './token-request.ts';

/** As many merchants at once; the one who asked longest ago has to exchange again. */
const rememberedMerchants = 1_000;

type Held = { token: AccessToken; expiresAt: number };

/**
 * Online access tokens of the merchants at the screen: each may do what the app may and that merchant too. In memory alone,
 * until they expire; a merchant's session token gets the next.
 */
export function createMerchantTokens(dependencies: {
  credentialsFor: (shop: string) => Credentials;
  now: () => Date;
}): AccessTokens {
  const { credentialsFor, now } = dependencies;
  const held = new Map<string, Held>();

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
    // Never a token that more than this merchant's rights could be in.
    if (answer.associated_user === undefined) {
      throw notAuthorized(new Error('The platform gave no online token.'));
    }
    const token = accessTokenOf(answer.access_token, answer.scope);
    held.delete(key);
    const [longestAgo] = held.keys();
    if (held.size >= rememberedMerchants && longestAgo !== undefined) held.delete(longestAgo);
    held.set(key, { token, expiresAt: now().getTime() + (answer.expires_in ?? 0) * 1000 });
    return token;
  }

  return {
    async get(access) {
      const known = held.get(merchantOf(access).key);
      const left = (known?.expiresAt ?? 0) - now().getTime();
      return known !== undefined && left > renewBeforeMilliseconds
        ? known.token
        : await exchange(access);
    },
    async renew(access, refused) {
      const known = held.get(merchantOf(access).key);
      return known !== undefined && known.token.token !== refused
        ? known.token
        : await exchange(access);
    },
  };
}
