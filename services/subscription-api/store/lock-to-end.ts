import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Waits for a name's lock, and holds it to the end of the transaction. For what has no row to lock yet, or no single one.
 * @param transaction the database's own, not the database: otherwise it is free again at once
 */
export async function lockToEnd(
  transaction: Pick<Database, 'execute'>,
  name: string,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
