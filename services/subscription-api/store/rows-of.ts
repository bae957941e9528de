import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from './database.ts';

/** The rows of a query that the query builder can't express, each checked by a schema. Both databases' drivers return `rows`. */
export async function rowsOf<Row>(
  database: Database,
  row: z.ZodType<Row>,
  query: SQL,
): Promise<Row[]> {
  return z.object({ rows: z.array(row) }).parse(await database.execute(query)).rows;
}
