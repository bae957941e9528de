import { randomBytes } from 'node:crypto';
import type { Token } from '../store/records.ts';
import { type Store, type Transaction, View } from '../store/store.ts';

const accessTokenSeconds = 3600;
const onlineTokenSeconds = 24 * 3600;
const refreshTokenSeconds = 90 * 24 * 3600;
const codeSeconds = 600;

const tokensByValue = new View<ReadonlyMap<string, Token>>(['tokens'], (store) => {
  const tokens = new Map<string, Token>();
  for (const token of store.tables.tokens.all()) tokens.set(token.accessToken, token);
  return tokens;
});

function secret(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}

function isDead(token: Token, now: number): boolean {
  const usableUntil = token.refreshExpiresAt ?? token.expiresAt;
  return usableUntil !== null && usableUntil <= now;
}

export type TokenKind = 'expiring' | 'lasting';

function putToken(
  transaction: Transaction,
  store: Store,
  kind: TokenKind,
  now: number,
  replaces: number | null,
): Token {
  const expiring = kind === 'expiring';
  const token: Token = {
    id: transaction.newId(),
    accessToken: secret('shpat'),
    scope: store.shop.grantedScopes.join(','),
    expiresAt: expiring ? now + accessTokenSeconds * 1000 : null,
    refreshToken: expiring ? secret('shprt') : null,
    refreshExpiresAt: expiring ? now + refreshTokenSeconds * 1000 : null,
    userScope: null,
    replaces,
  };
  for (const old of store.tables.tokens.all()) {
    if (isDead(old, now)) transaction.remove('tokens', old.id);
  }
  transaction.put('tokens', token);
  return token;
}

export function issueToken(store: Store, kind: TokenKind, now: Date): Token {
  return store.transact((transaction) => putToken(transaction, store, kind, now.getTime(), null));
}

/** Issues a token limited to the current user's scopes. It expires after a day and can't be refreshed. */
export function issueOnlineToken(store: Store, userScope: readonly string[], now: Date): Token {
  return store.transact((transaction) => {
    const token = putToken(transaction, store, 'lasting', now.getTime(), null);
    const online: Token = {
      ...token,
      accessToken: secret('shpua'),
      expiresAt: now.getTime() + onlineTokenSeconds * 1000,
      userScope: userScope.join(','),
    };
    transaction.put('tokens', online);
    return online;
  });
}

/**
 * Issues a new token for a refresh token; null if that is unknown or expired. As on the platform, the used refresh token stays valid until
 * the new access token is first used, so that an app that lost the answer can try again.
 */
export function refreshToken(store: Store, value: string, now: Date): Token | null {
  const old = store.tables.tokens.all().find((token) => token.refreshToken === value);
  if (old === undefined || isDead(old, now.getTime())) return null;
  return store.transact((transaction) =>
    putToken(transaction, store, 'expiring', now.getTime(), old.id),
  );
}

/** The token of a call, if it's valid. Its first use ends the token that it replaced. */
export function acceptToken(store: Store, value: string, now: Date): Token | null {
  const token = tokensByValue.of(store).get(value);
  if (token === undefined) return null;
  if (token.expiresAt !== null && token.expiresAt <= now.getTime()) return null;
  const { replaces } = token;
  if (replaces !== null) {
    store.transact((transaction) => {
      transaction.remove('tokens', replaces);
      transaction.put('tokens', { ...token, replaces: null });
    });
  }
  return token;
}

/** Issues an authorization code that can be used once. */
export function issueCode(store: Store, now: Date): string {
  return store.transact((transaction) => {
    for (const old of store.tables.codes.all()) {
      if (old.expiresAt <= now.getTime()) transaction.remove('codes', old.id);
    }
    const code = randomBytes(16).toString('hex');
    const expiresAt = now.getTime() + codeSeconds * 1000;
    transaction.put('codes', { id: transaction.newId(), code, expiresAt });
    return code;
  });
}

/** Exchanges a code for a token and uses the code up; null if the code is unknown, used or expired. */
export function exchangeCode(store: Store, code: string, kind: TokenKind, now: Date): Token | null {
  const known = store.tables.codes.all().find((candidate) => candidate.code === code);
  if (known === undefined || known.expiresAt <= now.getTime()) return null;
  return store.transact((transaction) => {
    transaction.remove('codes', known.id);
    return putToken(transaction, store, kind, now.getTime(), null);
  });
}
