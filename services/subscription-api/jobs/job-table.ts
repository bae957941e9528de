import { and, eq, or, sql } from 'drizzle-orm';
import { jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import type { Database } from '../store/database.ts';
import { jobSchema } from './engine.ts';

// The engine makes these tables; here is only what we ask of them ourselves.
const schema = pgSchema(jobSchema);
const jobTable = schema.table('job', { groupId: text('group_id'), data: jsonb('data') });
const scheduleTable = schema.table('schedule', {
  name: text('name'),
  key: text('key'),
  cron: text('cron').notNull(),
  timeZone: text('timezone').notNull(),
  data: jsonb('data'),
});

/** A queue's schedule by its key; nobody erases it before the transaction ends. Null where there is none. */
export async function holdSchedule(
  transaction: Database,
  queue: string,
  key: string,
): Promise<{ cron: string; timeZone: string } | null> {
  const [row] = await transaction
    .select({ cron: scheduleTable.cron, timeZone: scheduleTable.timeZone })
    .from(scheduleTable)
    .where(and(eq(scheduleTable.name, queue), eq(scheduleTable.key, key)))
    .for('share');
  return row ?? null;
}

/** Erases a shop's jobs, also those that failed, and its schedules. */
export async function eraseJobs(database: Database, shop: string): Promise<void> {
  // First: whoever sends the next job of one holds it, and has sent it by then.
  await database.delete(scheduleTable).where(eq(sql`${scheduleTable.data}->>'shop'`, shop));
  await database
    .delete(jobTable)
    .where(or(eq(jobTable.groupId, shop), eq(sql`${jobTable.data}->>'shop'`, shop)));
}
