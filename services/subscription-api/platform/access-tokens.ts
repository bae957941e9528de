import { Session } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { decodeJwt } from 'jose';
import type { Logger } from 'pino';
import type { Credentials } from '#process/environment.ts';
import { clockToleranceSeconds } from '#process/verify-session-token.ts';
import { type Deadline, DeadlineError, within } from '../deadline.ts';
import { notAuthorized, ServiceError } from '../service-error.ts';
import type { Lease } from '../store/lease.ts';
import { platformFailed } from './platform-error.ts';
import { requestToken, type TokenAnswer } from './token-request.ts';

/** Renews tokens with less time left than this, so that none expires on its way. */
export const renewBeforeMilliseconds = 60_000;
/** Pauses in ms between looks for a token that another instance got but may not have stored yet. */
const untilStored = [0, 250, 750];

export type AccessToken = {
  token: string;
  scopes: readonly string[];
};

/** The shop that a call is for. `sessionToken` is already verified, and can be exchanged for an access token. */
export type ShopAccess = {
  shop: string;
  sessionToken?: string | undefined;
  /** When the caller stops waiting. Without it, only our own time-out for Shopify holds. */
  deadline?: Deadline | undefined;
  /** Whether the call is for a request that only reads. Few of these may wait at once. */
  isRead?: boolean;
  /** Whether to wait after an answer until Shopify's bucket is half full, so that a merchant at the screen isn't throttled. */
  leavesRoom?: boolean;
  /** Called right before each attempt leaves, after it has waited for its turn. If it throws, nothing is sent. */
  beforeCall?: (() => Promise<void>) | undefined;
};

export type AccessTokens = {
  /** The shop's stored token, refreshed or exchanged for the session token if necessary. */
  get(access: ShopAccess): Promise<AccessToken>;
  /** A new token after Shopify refused `refused`: by exchanging the session token, or else by a refresh. */
  renew(access: ShopAccess, refused: string): Promise<AccessToken>;
};

export function accessTokenOf(token: string, scope = ''): AccessToken {
  return { token, scopes: scope.split(',').filter((name) => name !== '') };
}

const idOf = ({ shop }: Pick<ShopAccess, 'shop'>): string => `offline_${shop}`;

/** The sessions that the app shares. `readSession` always reads the database. */
type TokenSessions = Pick<SessionStorage, 'loadSession' | 'storeSession'> & {
  readSession(id: string): Promise<Session | undefined>;
};

/**
 * The shops' offline access tokens, in the session storage that the app shares. In this process, renewals with a session token share one per shop,
 * and so do those without. Refreshes run one at a time across processes; a waiting one uses the token of the one before.
 */
export function createAccessTokens(dependencies: {
  sessionStorage: TokenSessions;
  credentialsFor: (shop: string) => Credentials;
  logger: Logger;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** Lets one process at a time refresh a shop's token; null if another one takes too long. Called outside of transactions. */
  takeTurn: (shop: string) => Promise<Pick<Lease, 'end'> | null>;
}): AccessTokens {
  const { sessionStorage, credentialsFor, logger, now, wait, takeTurn } = dependencies;
  const renewals = new Map<string, Promise<AccessToken>>();

  function leftMilliseconds(expires: Date | undefined): number {
    return expires === undefined ? Number.POSITIVE_INFINITY : expires.getTime() - now().getTime();
  }

  /** The session's token if it lasts long enough; otherwise null. */
  function fresh(session: Session | undefined): AccessToken | null {
    return session?.accessToken && leftMilliseconds(session.expires) > renewBeforeMilliseconds
      ? accessTokenOf(session.accessToken, session.scope)
      : null;
  }

  /** Drops an expired session token. It lives for a minute, and background work can outlive it. */
  function whileItLives(access: ShopAccess): ShopAccess {
    if (access.sessionToken === undefined) return access;
    const { exp = 0 } = decodeJwt(access.sessionToken);
    const isAlive = (exp + clockToleranceSeconds) * 1000 > now().getTime();
    return isAlive ? access : { ...access, sessionToken: undefined };
  }

  async function keep(shop: string, answer: TokenAnswer): Promise<AccessToken> {
    const { access_token: accessToken, scope, refresh_token: refreshToken } = answer;
    const { expires_in: life, refresh_token_expires_in: refreshLife } = answer;
    const inSeconds = (seconds: number) => new Date(now().getTime() + seconds * 1000);
    await sessionStorage.storeSession(
      new Session({
        id: idOf({ shop }),
        shop,
        state: '',
        isOnline: false,
        accessToken,
        scope,
        ...(life && { expires: inSeconds(life) }),
        ...(refreshToken && { refreshToken }),
        ...(refreshToken && refreshLife && { refreshTokenExpires: inSeconds(refreshLife) }),
      }),
    );
    return accessTokenOf(accessToken, scope);
  }

  async function exchangeToken({ shop, sessionToken }: ShopAccess): Promise<AccessToken> {
    if (sessionToken === undefined) {
      throw notAuthorized(new Error('No access token is stored and no merchant is there for one.'));
    }
    const grant = { sessionToken, requested: 'offline' } as const;
    return await keep(shop, await requestToken(shop, credentialsFor(shop), grant));
  }

  /** The token that another instance got for the same refresh token, perhaps not stored yet; null if there is none. */
  async function renewedElsewhere(access: ShopAccess, used: Session): Promise<AccessToken | null> {
    for (const pause of access.sessionToken === undefined ? untilStored : [0]) {
      if (pause > 0) await wait(pause);
      const stored = await sessionStorage.readSession(used.id);
      if (stored?.accessToken !== used.accessToken) return fresh(stored);
    }
    return null;
  }

  /** Null if there is no valid refresh token, or if the refresh failed and a session token can get a new token instead. */
  async function refresh(access: ShopAccess, session: Session): Promise<AccessToken | null> {
    const { shop, refreshToken } = session;
    if (!refreshToken || leftMilliseconds(session.refreshTokenExpires) <= 0) return null;
    // Refreshes even without a turn: the platform takes a refresh token twice, and a shop must not wait for a process that hangs.
    const turn = await takeTurn(shop);
    try {
      const stored = await sessionStorage.readSession(session.id);
      const renewed = stored?.accessToken === session.accessToken ? null : fresh(stored);
      return renewed ?? (await refreshInTurn(access, session, refreshToken));
    } finally {
      await turn?.end();
    }
  }

  async function refreshInTurn(
    access: ShopAccess,
    session: Session,
    refreshToken: string,
  ): Promise<AccessToken | null> {
    const { shop } = session;
    try {
      return await keep(shop, await requestToken(shop, credentialsFor(shop), { refreshToken }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      logger.info({ shop, kind: error.kind }, 'refresh token was refused');
      const isRefused = error.kind === 'not authorized';
      const renewed = isRefused ? await renewedElsewhere(access, session) : null;
      // A session token can get a new one, whatever happened to the refresh.
      if (renewed !== null || access.sessionToken !== undefined || isRefused) return renewed;
      throw error;
    }
  }

  async function oneRenewal(
    { shop, sessionToken, deadline }: ShopAccess,
    renew: () => Promise<AccessToken>,
  ): Promise<AccessToken> {
    // With a session token, a renewal can do more than one without, so it doesn't join that one.
    const key = `${shop} ${sessionToken !== undefined}`;
    const renewal = renewals.get(key) ?? renew().finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    if (deadline === undefined) return await renewal;
    // Each waiter has its own deadline; the renewal continues for the others.
    return await within(deadline, renewal).catch((error: unknown) => {
      throw error instanceof DeadlineError ? platformFailed(error) : error;
    });
  }

  return {
    async get(given) {
      const access = whileItLives(given);
      const id = idOf(access);
      const stored = fresh(await sessionStorage.loadSession(id));
      if (stored !== null) return stored;
      return await oneRenewal(access, async () => {
        // Reads again, because another request may have renewed it since.
        const session = await sessionStorage.readSession(id);
        const renewed = session && (fresh(session) ?? (await refresh(access, session)));
        return renewed ?? (await exchangeToken(access));
      });
    },
    async renew(given, refused) {
      const access = whileItLives(given);
      return await oneRenewal(access, async () => {
        const session = await sessionStorage.readSession(idOf(access));
        if (session?.accessToken && session.accessToken !== refused) {
          return accessTokenOf(session.accessToken, session.scope);
        }
        if (access.sessionToken === undefined && session !== undefined) {
          const refreshed = await refresh(access, session);
          if (refreshed !== null) return refreshed;
        }
        // Leaves the refused token stored until a new one replaces it, because a job can still refresh it.
        return await exchangeToken(access);
      });
    },
  };
}
