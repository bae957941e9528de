import { and, eq, gt, lte } from 'drizzle-orm';
import { magicLinkMilliseconds } from '#contract/magic-link.ts';
import type { Database } from '../../store/database.ts';
import { magicLinkTable } from '../../store/schema.ts';
import { hashOf, newToken } from './token.ts';

type MagicLinkTarget = { shop: string; shopName: string; path: string };

/** Stores a new magic link and returns its token, of which only a hash is stored. */
export async function saveMagicLink(
  database: Database,
  target: MagicLinkTarget,
  now: Date,
): Promise<string> {
  const token = newToken();
  await database.insert(magicLinkTable).values({
    ...target,
    tokenHash: hashOf(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + magicLinkMilliseconds),
  });
  return token;
}

/**
 * Uses up a magic link and returns its target; undefined if there is none (any more). Of several simultaneous tries only one gets it, because the
 * database deletes a row once.
 */
export async function takeMagicLink(
  database: Database,
  token: string,
  now: Date,
): Promise<MagicLinkTarget | undefined> {
  const [link] = await database
    .delete(magicLinkTable)
    .where(and(eq(magicLinkTable.tokenHash, hashOf(token)), gt(magicLinkTable.expiresAt, now)))
    .returning({
      shop: magicLinkTable.shop,
      shopName: magicLinkTable.shopName,
      path: magicLinkTable.path,
    });
  return link;
}

/** Deletes links that nobody opened in time. */
export async function forgetExpiredMagicLinks(database: Database, now: Date): Promise<void> {
  await database.delete(magicLinkTable).where(lte(magicLinkTable.expiresAt, now));
}
