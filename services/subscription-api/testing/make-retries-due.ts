import { sql } from 'drizzle-orm';
import type { Database } from '../store/database.ts';

/** Makes jobs that wait for their next attempt due now, as if the time had passed. */
export async function makeRetriesDue(database: Database): Promise<void> {
  await database.execute(sql`update jobs.job set start_after = now() where state = 'retry'`);
}
