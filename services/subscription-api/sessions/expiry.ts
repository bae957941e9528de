import { Session } from '@shopify/shopify-api';

/** The lifetime of Shopify's expiring access tokens (platform.md), assumed if its answer doesn't name one. */
export const accessTokenMilliseconds = 3_600_000;

/**
 * Gives an offline session an expiry. Without `expires_in` in the token answer, Shopify's library treats the token as permanent and stops refreshing
 * it (Shopify/shopify-app-js #3400). If the answer has no refresh token either, the previous one stays valid until the new access token is used.
 * @param before the shop's stored session; a shop without a refresh token has a permanent token, which stays one
 */
export function withExpiry(session: Session, before: Session | undefined, now: Date): Session {
  if (session.isOnline || session.expires !== undefined) return session;
  const { refreshToken, refreshTokenExpires } = session.refreshToken ? session : (before ?? {});
  if (!refreshToken) return session;
  const expires = new Date(now.getTime() + accessTokenMilliseconds);
  return new Session({
    ...session.toObject(),
    expires,
    refreshToken,
    ...(refreshTokenExpires && { refreshTokenExpires }),
  });
}

/** A session that an earlier version stored without an expiry counts as expired, so the next request renews it. */
export function dueWithoutExpiry(session: Session): Session {
  if (session.isOnline || session.expires !== undefined || !session.refreshToken) return session;
  return new Session({ ...session.toObject(), expires: new Date(0) });
}
