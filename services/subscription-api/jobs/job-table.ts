import { eq, or, sql } from 'drizzle-orm';
import { jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import type { Database } from '../store/database.ts';
import { jobSchema } from './engine.ts';

// The engine makes this table; here is only what we ask of it ourselves.
const jobTable = pgSchema(jobSchema).table('job', {
  groupId: text('group_id'),
  data: jsonb('data'),
});

/** Erases a shop's jobs, also those that failed. */
export async function eraseJobs(database: Database, shop: string): Promise<void> {
  await database
    .delete(jobTable)
    .where(or(eq(jobTable.groupId, shop), eq(sql`${jobTable.data}->>'shop'`, shop)));
}
