import { sql } from 'drizzle-orm';
import type { Database } from '../store/database.ts';
import { leaseTable } from '../store/schema.ts';

/** Ages every lease, as if so many seconds had passed by the database's clock. */
export async function ageLeases(database: Database, seconds: number): Promise<void> {
  await database
    .update(leaseTable)
    .set({ expiresAt: sql`${leaseTable.expiresAt} - ${seconds} * interval '1 second'` });
}
