import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { magicLinkTable } from '../../store/schema.ts';
import { endSessions } from './sessions.ts';

/** Ends the shop's portal sessions and unopened magic links that were created by then. */
export async function closePortal(
  database: Database,
  shop: string,
  madeUntil: Date,
): Promise<void> {
  await database
    .delete(magicLinkTable)
    .where(and(eq(magicLinkTable.shop, shop), lte(magicLinkTable.createdAt, madeUntil)));
  await endSessions(database, shop, madeUntil);
}
