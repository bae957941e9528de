import { RequestedTokenType, type Session, type Shopify } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import type { Logger } from 'pino';
import { type Deadline, DeadlineError, within } from '../deadline.ts';
import { notAuthorized, platformFailed, ServiceError } from '../service-error.ts';
import { statusOf } from './library-errors.ts';

/** Renewed when less than this is left, so that a token doesn't expire on its way. */
export const renewBeforeMilliseconds = 60_000;
/** The library's own calls have no limit; a merchant waits behind this one. */
const renewalTimeoutMilliseconds = 15_000;

/** An access token for the Admin API and the scopes it was granted. */
export type AccessToken = {
  token: string;
  scopes: readonly string[];
};

/** For whom the platform is asked. `sessionToken`, already verified, can be exchanged for an access token. */
export type ShopAccess = {
  shop: string;
  sessionToken?: string | undefined;
  /** Until when the answer is of use; without one only the platform's own limit holds. */
  deadline?: Deadline | undefined;
  /** Whether it is for a request that only reads, of which few may wait at once. */
  isRead?: boolean;
  /** Whether it waits after an answer until the platform's bucket is half full, so that a merchant at the screen isn't throttled. */
  leavesRoom?: boolean;
};

export type AccessTokens = {
  /** The shop's stored token; refreshed, or exchanged for the session token, where it must be. */
  get(access: ShopAccess): Promise<AccessToken>;
  /** A new token, after the platform refused `refused`: by exchange of the session token, else by refresh. */
  renew(access: ShopAccess, refused: string): Promise<AccessToken>;
};

export function accessTokenOf(session: Session): AccessToken {
  if (!session.accessToken) throw platformFailed(new Error('The platform gave no access token.'));
  return {
    token: session.accessToken,
    scopes: (session.scope ?? '').split(',').filter((scope) => scope !== ''),
  };
}

/** The sessions that the app shares; `readSession` always asks the database. */
type TokenSessions = Pick<SessionStorage, 'loadSession' | 'storeSession'> & {
  readSession(id: string): Promise<Session | undefined>;
};

/**
 * Offline access tokens of the shops, in the session storage that the app shares. At most one renewal per shop is
 * under way in this process: a second request waits for it and uses the same token.
 */
export function createAccessTokens(dependencies: {
  sessionStorage: TokenSessions;
  libraryFor: (shop: string) => Shopify;
  logger: Logger;
  now: () => Date;
}): AccessTokens {
  const { sessionStorage, libraryFor, logger, now } = dependencies;
  const renewals = new Map<string, Promise<AccessToken>>();

  function leftMilliseconds(expires: Date | undefined): number {
    return expires === undefined ? Number.POSITIVE_INFINITY : expires.getTime() - now().getTime();
  }

  async function exchangeToken({ shop, sessionToken }: ShopAccess): Promise<AccessToken> {
    if (sessionToken === undefined) {
      throw notAuthorized(new Error('No access token is stored and no merchant is there for one.'));
    }
    try {
      const { session } = await libraryFor(shop).auth.tokenExchange({
        shop,
        sessionToken,
        requestedTokenType: RequestedTokenType.OfflineAccessToken,
        expiring: true,
      });
      await sessionStorage.storeSession(session);
      return accessTokenOf(session);
    } catch (error) {
      throw tokenFailure(error);
    }
  }

  /** Null where the refresh token is no good. */
  async function refresh(
    { sessionToken }: ShopAccess,
    session: Session,
  ): Promise<AccessToken | null> {
    if (!session.refreshToken || leftMilliseconds(session.refreshTokenExpires) <= 0) return null;
    try {
      const refreshed = await libraryFor(session.shop).auth.refreshToken({
        shop: session.shop,
        refreshToken: session.refreshToken,
      });
      await sessionStorage.storeSession(refreshed.session);
      return accessTokenOf(refreshed.session);
    } catch (error) {
      logger.info({ shop: session.shop, status: statusOf(error) }, 'refresh token was refused');
      // Another instance may have used the refresh token already; a session token gets a new one.
      if (sessionToken !== undefined || isRefusal(error)) return null;
      throw platformFailed(error);
    }
  }

  async function oneRenewal(
    { shop, sessionToken, deadline }: ShopAccess,
    renew: () => Promise<AccessToken>,
  ): Promise<AccessToken> {
    // A merchant's request can do more than one without a session token, and so doesn't wait for it.
    const key = `${shop} ${sessionToken !== undefined}`;
    const renewal = renewals.get(key) ?? withTimeout(renew()).finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    if (deadline === undefined) return await renewal;
    // Each of those who wait has time of its own; the renewal itself goes on for the next.
    return await within(deadline, renewal).catch((error: unknown) => {
      throw error instanceof DeadlineError ? platformFailed(error) : error;
    });
  }

  const idOf = ({ shop }: ShopAccess): string => libraryFor(shop).session.getOfflineId(shop);

  return {
    async get(access) {
      const stored = await sessionStorage.loadSession(idOf(access));
      if (stored?.accessToken && leftMilliseconds(stored.expires) > renewBeforeMilliseconds) {
        return accessTokenOf(stored);
      }
      return await oneRenewal(access, async () => {
        // Read again: another request may have renewed it between our look and our turn.
        const session = await sessionStorage.readSession(idOf(access));
        if (session?.accessToken && leftMilliseconds(session.expires) > renewBeforeMilliseconds) {
          return accessTokenOf(session);
        }
        const refreshed = session === undefined ? null : await refresh(access, session);
        return refreshed ?? (await exchangeToken(access));
      });
    },
    async renew(access, refused) {
      return await oneRenewal(access, async () => {
        const session = await sessionStorage.readSession(idOf(access));
        if (session?.accessToken && session.accessToken !== refused) return accessTokenOf(session);
        if (access.sessionToken === undefined && session !== undefined) {
          const refreshed = await refresh(access, session);
          if (refreshed !== null) return refreshed;
        }
        // The refused one stays until another takes its place: a job can still refresh it.
        return await exchangeToken(access);
      });
    },
  };
}

/** Gives up on a call of the platform's library after a while: 502. */
export async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(platformFailed(new Error('The platform did not answer the token request in time.')));
    }, renewalTimeoutMilliseconds);
  });
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** What the caller is told where the platform gave no token: 401 where it refused, else 502. */
export function tokenFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  // The platform answers 400 invalid_subject_token to a session token that it doesn't accept.
  return isRefusal(error) ? notAuthorized(error) : platformFailed(error);
}

function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && status >= 400 && status < 500 && status !== 429;
}
