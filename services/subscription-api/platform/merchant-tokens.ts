import { RequestedTokenType, type Shopify } from '@shopify/shopify-api';
import { decodeJwt } from 'jose';
import { within } from '../deadline.ts';
import { notAuthorized } from '../service-error.ts';
import {
  type AccessToken,
  type AccessTokens,
  accessTokenOf,
  renewBeforeMilliseconds,
  type ShopAccess,
  tokenFailure,
  withTimeout,
} from './access-tokens.ts';

/** As many merchants at once; the one who asked longest ago has to exchange again. */
const rememberedMerchants = 1_000;

type Held = { token: AccessToken; expires: Date | undefined };

/**
 * Online access tokens of the merchants at the screen: each may do what the app may and that merchant too. In memory alone,
 * until they expire; a merchant's session token gets the next.
 */
export function createMerchantTokens(dependencies: {
  libraryFor: (shop: string) => Shopify;
  now: () => Date;
}): AccessTokens {
  const { libraryFor, now } = dependencies;
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
    const exchanged = withTimeout(
      libraryFor(shop).auth.tokenExchange({
        shop,
        sessionToken,
        requestedTokenType: RequestedTokenType.OnlineAccessToken,
      }),
    );
    const { session } = await (deadline === undefined
      ? exchanged
      : within(deadline, exchanged)
    ).catch((error: unknown) => {
      throw tokenFailure(error);
    });
    // Never a token that more than this merchant's rights could be in.
    if (!session.isOnline) throw notAuthorized(new Error('The platform gave no online token.'));
    const token = accessTokenOf(session);
    held.delete(key);
    const [longestAgo] = held.keys();
    if (held.size >= rememberedMerchants && longestAgo !== undefined) held.delete(longestAgo);
    held.set(key, { token, expires: session.expires });
    return token;
  }

  return {
    async get(access) {
      const known = held.get(merchantOf(access).key);
      const left = (known?.expires?.getTime() ?? 0) - now().getTime();
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
