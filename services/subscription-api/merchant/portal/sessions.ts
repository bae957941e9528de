import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { portalSessionMilliseconds } from '#contract/portal.ts';
import type { Database } from '../../store/database.ts';
import { portalSessionTable } from '../../store/schema.ts';
import { hashOf, newToken } from '../magic-link/token.ts';

/** An open session of the vendor portal. It gives access to its own shop's portal only. */
export type OpenSession = {
  id: string;
  shop: string;
  shopName: string;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
};

const columns = {
  id: portalSessionTable.id,
  shop: portalSessionTable.shop,
  shopName: portalSessionTable.shopName,
  userAgent: portalSessionTable.userAgent,
  createdAt: portalSessionTable.createdAt,
  expiresAt: portalSessionTable.expiresAt,
};

/** Opens a session and returns its token, of which only a hash is stored. */
export async function openSession(
  database: Database,
  { shop, shopName, userAgent }: Pick<OpenSession, 'shop' | 'shopName' | 'userAgent'>,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + portalSessionMilliseconds);
  await database.insert(portalSessionTable).values({
    id: randomUUID(),
    tokenHash: hashOf(token),
    shop,
    shopName,
    userAgent,
    createdAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}

/** The open session of a token. */
export async function findSession(
  database: Database,
  token: string,
  now: Date,
): Promise<OpenSession | undefined> {
  const ofToken = eq(portalSessionTable.tokenHash, hashOf(token));
  const [session] = await database
    .select(columns)
    .from(portalSessionTable)
    .where(and(ofToken, gt(portalSessionTable.expiresAt, now)));
  return session;
}

/** The shop's open sessions, the newest first. */
export async function listSessions(
  database: Database,
  shop: string,
  now: Date,
): Promise<OpenSession[]> {
  return await database
    .select(columns)
    .from(portalSessionTable)
    .where(and(eq(portalSessionTable.shop, shop), gt(portalSessionTable.expiresAt, now)))
    .orderBy(desc(portalSessionTable.createdAt));
}

/** Ends one of the shop's sessions. Returns whether there was one. */
export async function endSession(database: Database, shop: string, id: string): Promise<boolean> {
  const ended = await database
    .delete(portalSessionTable)
    .where(and(eq(portalSessionTable.shop, shop), eq(portalSessionTable.id, id)))
    .returning({ id: portalSessionTable.id });
  return ended.length > 0;
}

/** Ends the session of a token, if there is one. */
export async function endSessionOf(database: Database, token: string): Promise<void> {
  await database.delete(portalSessionTable).where(eq(portalSessionTable.tokenHash, hashOf(token)));
}

/** Ends all of the shop's sessions, or with `openedUntil` those opened by then. */
export async function endSessions(
  database: Database,
  shop: string,
  openedUntil?: Date,
): Promise<void> {
  const ofShop = eq(portalSessionTable.shop, shop);
  await database
    .delete(portalSessionTable)
    .where(openedUntil ? and(ofShop, lte(portalSessionTable.createdAt, openedUntil)) : ofShop);
}

/** Deletes expired sessions. */
export async function forgetExpiredSessions(database: Database, now: Date): Promise<void> {
  await database.delete(portalSessionTable).where(lte(portalSessionTable.expiresAt, now));
}
