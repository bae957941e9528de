import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { magicLinkTable } from '../../store/schema.ts';
import { endSessions } from './sessions.ts';

/** Ends all that opens the shop's portal and was made by then: its sessions and the links that nobody has opened yet. */
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
