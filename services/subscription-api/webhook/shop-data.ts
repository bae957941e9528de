import { eq, getTableColumns, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { eraseJobs } from '../jobs/job-table.ts';
import type { Database } from '../store/database.ts';
import { revokeLeases } from '../store/lease.ts';
import * as schema from '../store/schema.ts';

/** Erases every row of the shop in every table, and its jobs. At most `rowsAtOnce` by one statement, as a large shop's take longer than one may. */
export async function eraseShop(
  database: Database,
  shop: string,
  rowsAtOnce = 20_000,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // First, so that a writer who holds a lease either has finished or can't write any more.
    await revokeLeases(transaction, shop);
    await eraseJobs(transaction, shop);
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable)) continue;
      const { shop: column } = getTableColumns(table);
      const some = sql`ctid = any(array(select ctid from ${table} where ${eq(column, shop)} limit ${rowsAtOnce}))`;
      const eraseSome = () => transaction.delete(table).where(some).returning({ shop: column });
      while ((await eraseSome()).length === rowsAtOnce);
    }
  });
}
