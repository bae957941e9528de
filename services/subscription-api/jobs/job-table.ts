import { eq, or, sql } from 'drizzle-orm';
import { jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import type { Database } from '../store/database.ts';
import { jobSchema } from './engine.ts';

// The engine makes these tables; here is only what we ask of them ourselves.
const schema = pgSchema(jobSchema);
const jobTable = schema.table('job', { groupId: text('group_id'), data: jsonb('data') });
const scheduleTable = schema.table('schedule', { data: jsonb('data') });

/** Erases a shop's jobs, also those that failed, and its schedules. */
export async function eraseJobs(database: Database, shop: string): Promise<void> {
  await database
    .delete(jobTable)
    .where(or(eq(jobTable.groupId, shop), eq(sql`${jobTable.data}->>'shop'`, shop)));
  await database.delete(scheduleTable).where(eq(sql`${scheduleTable.data}->>'shop'`, shop));
}
