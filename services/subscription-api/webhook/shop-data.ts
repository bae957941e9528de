import { eq, getTableColumns, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { jobSchema } from '../jobs/engine.ts';
import type { Database } from '../store/database.ts';
import { revokeLeases } from '../store/lease.ts';
import * as schema from '../store/schema.ts';

/**
 * Erases every row of the shop in every table, and its jobs, failed ones too. First at most `rowsAtOnce` by one statement, each by itself: a large
 * shop's take longer than one statement may, and one transaction over all would lock its jobs as long, which holds up all shops' jobs. Then what was
 * written meanwhile.
 */
export async function eraseShop(
  database: Database,
  shop: string,
  rowsAtOnce = 20_000,
): Promise<void> {
  // If we die in between, the webhook's row and its job are still there to begin again.
  await eraseRows(database, schema.webhookTable);
  await database.transaction(async (transaction) => {
    // First, so that a writer who holds a lease either has finished or can't write any more.
    await revokeLeases(transaction, shop);
    await transaction.execute(
      sql`delete from ${sql.identifier(jobSchema)}.job where group_id = ${shop} or data->>'shop' = ${shop}`,
    );
    await eraseRows(transaction);
  });

  async function eraseRows(at: Database, except?: PgTable): Promise<void> {
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable) || table === except) continue;
      const { shop: column } = getTableColumns(table);
      const mine = eq(column, shop);
      const some = sql`ctid = any(array(select ctid from ${table} where ${mine} limit ${rowsAtOnce}))`;
      // A statement beside another attempt's finds few rows, which that one is erasing, though more are left.
      const isLeft = async () =>
        (await at.select({ shop: column }).from(table).where(mine).limit(1)).length > 0;
      while (await isLeft()) await at.delete(table).where(some);
    }
  }
}
