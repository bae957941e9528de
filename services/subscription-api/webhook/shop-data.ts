import { eq, getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { eraseJobs } from '../jobs/job-table.ts';
import type { Database } from '../store/database.ts';
import { revokeLeases } from '../store/lease.ts';
import * as schema from '../store/schema.ts';

/** Erases every row of the shop in every table, and its jobs. */
export async function eraseShop(database: Database, shop: string): Promise<void> {
  await database.transaction(async (transaction) => {
    // First, so that a writer who holds a lease either has finished or can't write any more.
    await revokeLeases(transaction, shop);
    await eraseJobs(transaction, shop);
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable)) continue;
      const { shop: column } = getTableColumns(table);
      await transaction.delete(table).where(eq(column, shop));
    }
  });
}
