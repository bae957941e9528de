import { Session } from '@shopify/shopify-api';

/** How long the platform's expiring access tokens live (platform.md); assumed where its answer doesn't say. */
export const accessTokenMilliseconds = 3_600_000;

/**
 * An offline session with a moment of expiry. A token answer without `expires_in` would else be kept for ever: the platform's
 * library takes the token for one that never expires and stops refreshing (Shopify/shopify-app-js #3400), and where that
 * answer has no refresh token either, the one before is still good until the new access token is used.
 *
 * @param before what is stored for the shop so far; a shop without a refresh token has a lasting token, which stays one
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

/** A session that an earlier version kept without a moment of expiry counts as expired: the next request renews it. */
export function dueWithoutExpiry(session: Session): Session {
  if (session.isOnline || session.expires !== undefined || !session.refreshToken) return session;
  return new Session({ ...session.toObject(), expires: new Date(0) });
}
