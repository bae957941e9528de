import { eq, or, sql } from 'drizzle-orm';
import { jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import type { Database } from '../store/database.ts';
import { jobSchema } from './engine.ts';

// The engine creates this table. Only the columns that we query ourselves are listed.
const jobTable = pgSchema(jobSchema).table('job', {
  groupId: text('group_id'),
  data: jsonb('data'),
});

/** Erases a shop's jobs, including failed ones. */
export async function eraseJobs(database: Database, shop: string): Promise<void> {
  await database
    .delete(jobTable)
    .where(or(eq(jobTable.groupId, shop), eq(sql`${jobTable.data}->>'shop'`, shop)));
}
