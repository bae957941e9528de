import { z } from 'zod';
import { portalPathSchema } from './magic-link.ts';

/** How long the portal stays open after a magic link opened it, in ms. */
export const portalSessionMilliseconds = 8 * 60 * 60 * 1000;

/** 256 random bits, base64url: what a magic link or the cookie of a portal session holds. */
export const portalTokenSchema = z.string().regex(/^[\w-]{43}$/);

/** How many characters of a browser's `User-Agent` are kept. */
export const maximumUserAgentLength = 400;

/**
 * Body of POST /portal/session: opens a magic link. `endedToken` is that of the session which the browser had so far and which
 * the new one takes the place of; `userAgent` is what the browser says of itself.
 */
export const openPortalSessionSchema = z.object({
  token: portalTokenSchema,
  endedToken: portalTokenSchema.optional(),
  userAgent: z.string().max(maximumUserAgentLength),
});

/** Answer of POST /portal/session: the new session's token, which proves its shop to every endpoint of the portal. */
export const openedPortalSessionSchema = z.object({
  sessionToken: portalTokenSchema,
  path: portalPathSchema,
  expiresAt: z.iso.datetime(),
});

/** A browser in which the shop's portal is open. `isCurrent` is the one that asks. */
const portalSessionSchema = z.object({
  id: z.uuid(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});

/** `timeZone` is the store's (IANA). */
export const portalSessionListSchema = z.object({
  sessions: z.array(portalSessionSchema),
  timeZone: z.string(),
});

/** Answer of GET /portal: whose portal it is, and where the store's admin shows its subscribers. */
export const portalSchema = z.object({
  shop: z.string(),
  shopName: z.string(),
  subscribersUrl: z.url(),
});
export type Portal = z.infer<typeof portalSchema>;
