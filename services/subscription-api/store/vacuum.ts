import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from './database.ts';
import { rowsOf } from './rows-of.ts';

/**
 * Has PGlite clear away rows that were deleted or replaced, and count what its planner goes by; without that it slows down and grows. PostgreSQL
 * does both by itself. One table after the other, because requests wait meanwhile.
 */
export async function vacuumPglite(database: Database): Promise<void> {
  // Only PGlite has one.
  if (database.queryCache === undefined) return;
  const tables = await rowsOf(
    database,
    z.object({ schema: z.string(), name: z.string() }),
    sql`select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  for (const { schema, name } of tables) {
    await database.execute(sql`vacuum (analyze) ${sql.identifier(schema)}.${sql.identifier(name)}`);
  }
}
