import { RequestedTokenType, type Session, type Shopify } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import type { Logger } from 'pino';
import type { Caller } from '../authentication.ts';
import { notAuthorized, platformFailed, ServiceError } from '../service-error.ts';
import { statusOf } from './library-errors.ts';

/** Renewed when less than this is left, so that a token doesn't expire on its way. */
const renewBeforeMilliseconds = 60_000;
/** The library's own calls have no limit; a merchant waits behind this one. */
const renewalTimeoutMilliseconds = 15_000;

/** An access token for the Admin API and the scopes it was granted. */
export interface AccessToken {
  token: string;
  scopes: readonly string[];
}

export interface AccessTokens {
  /** The stored token of the caller's shop; renewed, or exchanged for the session token, where it must be. */
  get(caller: Caller): Promise<AccessToken>;
  /** A new token by token exchange, after the platform refused `refused`. */
  exchange(caller: Caller, refused: string): Promise<AccessToken>;
}

function accessTokenOf(session: Session): AccessToken {
  if (!session.accessToken) throw platformFailed(new Error('The platform gave no access token.'));
  return {
    token: session.accessToken,
    scopes: (session.scope ?? '').split(',').filter((scope) => scope !== ''),
  };
}

/**
 * Offline access tokens of the shops, in the session storage that the app shares. At most one renewal per shop is
 * under way in this process: a second request waits for it and uses the same token.
 */
export function createAccessTokens(dependencies: {
  sessionStorage: SessionStorage;
  libraryFor: (shop: string) => Shopify;
  logger: Logger;
  now: () => Date;
}): AccessTokens {
  const { sessionStorage, libraryFor, logger, now } = dependencies;
  const renewals = new Map<string, Promise<AccessToken>>();

  function leftMilliseconds(expires: Date | undefined): number {
    return expires === undefined ? Number.POSITIVE_INFINITY : expires.getTime() - now().getTime();
  }

  async function exchangeToken(caller: Caller): Promise<AccessToken> {
    try {
      const { session } = await libraryFor(caller.shop).auth.tokenExchange({
        shop: caller.shop,
        sessionToken: caller.sessionToken,
        requestedTokenType: RequestedTokenType.OfflineAccessToken,
        expiring: true,
      });
      await sessionStorage.storeSession(session);
      return accessTokenOf(session);
    } catch (error) {
      throw tokenFailure(error);
    }
  }

  async function refreshToken(session: Session): Promise<AccessToken | null> {
    if (!session.refreshToken || leftMilliseconds(session.refreshTokenExpires) <= 0) return null;
    try {
      const refreshed = await libraryFor(session.shop).auth.refreshToken({
        shop: session.shop,
        refreshToken: session.refreshToken,
      });
      await sessionStorage.storeSession(refreshed.session);
      return accessTokenOf(refreshed.session);
    } catch (error) {
      // Another instance may have used the refresh token already; the session token gets a new one.
      logger.info({ shop: session.shop, status: statusOf(error) }, 'refresh token was refused');
      return null;
    }
  }

  async function once(shop: string, renew: () => Promise<AccessToken>): Promise<AccessToken> {
    const underWay = renewals.get(shop);
    if (underWay !== undefined) return await underWay;
    const renewal = withTimeout(renew()).finally(() => renewals.delete(shop));
    renewals.set(shop, renewal);
    return await renewal;
  }

  async function load(caller: Caller): Promise<Session | undefined> {
    const id = libraryFor(caller.shop).session.getOfflineId(caller.shop);
    return await sessionStorage.loadSession(id);
  }

  return {
    async get(caller) {
      const stored = await load(caller);
      if (stored?.accessToken && leftMilliseconds(stored.expires) > renewBeforeMilliseconds) {
        return accessTokenOf(stored);
      }
      return await once(caller.shop, async () => {
        // Read again: another request may have renewed it between our look and our turn.
        const session = await load(caller);
        if (session?.accessToken && leftMilliseconds(session.expires) > renewBeforeMilliseconds) {
          return accessTokenOf(session);
        }
        const refreshed = session === undefined ? null : await refreshToken(session);
        return refreshed ?? (await exchangeToken(caller));
      });
    },
    async exchange(caller, refused) {
      return await once(caller.shop, async () => {
        const session = await load(caller);
        if (session?.accessToken && session.accessToken !== refused) return accessTokenOf(session);
        if (session !== undefined) await sessionStorage.deleteSession(session.id);
        return await exchangeToken(caller);
      });
    },
  };
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(platformFailed(new Error('The platform did not answer the token request in time.')));
    }, renewalTimeoutMilliseconds);
  });
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

function tokenFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = statusOf(error);
  // The platform answers 400 invalid_subject_token to a session token that it doesn't accept.
  if (status !== null && status >= 400 && status < 500 && status !== 429) {
    return notAuthorized(error);
  }
  return platformFailed(error);
}
