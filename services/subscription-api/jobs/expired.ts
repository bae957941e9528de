import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { rowsOf } from '../store/rows-of.ts';
import { jobSchema } from './engine.ts';
import type { QueueName } from './queues.ts';

const schema = sql.identifier(jobSchema);
const jobs = sql`${schema}.job`;

const expiredSchema = z.object({ id: z.string(), data: z.record(z.string(), z.unknown()) });
type ExpiredJob = z.infer<typeof expiredSchema>;

/** Lists a queue's jobs that ran out of time at their last attempt: they hang, or their process died. */
export async function findLastExpired(database: Database, queue: QueueName): Promise<ExpiredJob[]> {
  return await rowsOf(
    database,
    expiredSchema,
    sql`select id, data from ${jobs} where name = ${queue} and state = 'active' and retry_count >= retry_limit
      and started_on + expire_seconds * interval '1 second' < ${schema}.job_now()`,
  );
}

/** Whether the engine has given up a job. */
export async function isGivenUp(
  database: Database,
  queue: QueueName,
  { id }: ExpiredJob,
): Promise<boolean> {
  const found = sql`select id from ${jobs} where name = ${queue} and id = ${id} and state = 'failed'`;
  return (await rowsOf(database, expiredSchema.pick({ id: true }), found)).length > 0;
}
