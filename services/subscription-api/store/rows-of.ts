import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from './database.ts';

const answerSchema = z.object({ rows: z.array(z.unknown()) });

/** The rows of a query that the query builder can't express, each checked by a schema. Both databases' drivers return `rows`. */
export async function rowsOf<Row>(
  database: Database,
  row: z.ZodType<Row>,
  query: SQL,
): Promise<Row[]> {
  const { rows } = answerSchema.parse(await database.execute(query));
  return rows.map((one) => row.parse(one));
}
