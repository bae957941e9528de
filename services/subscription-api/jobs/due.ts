import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { rowsOf } from '../store/rows-of.ts';
import { jobSchema } from './engine.ts';
import { type QueueName, queueNameSchema, queueNames } from './queues.ts';

/** Times until something are in ms, negative once it is due; null if there is none. */
export type DueQueue = {
  name: QueueName;
  /** Until the next job may begin. */
  untilDue: number | null;
  /** Until the first running job counts as dead. */
  untilExpired: number | null;
  /** When the next job may begin, in ms since 1970. */
  dueAt: number | null;
};

const schema = sql.identifier(jobSchema);
const jobs = sql`${schema}.job`;
const until = (time: ReturnType<typeof sql>) =>
  sql`(extract(epoch from (${time}) - ${schema}.job_now()) * 1000)::float8`;
const firstStart = (state: 'created' | 'retry') =>
  sql`(select min(start_after) from ${jobs} where name = queue.name and state = ${sql.raw(`'${state}'`)} and not blocked)`;

const firstDue = sql`least(${firstStart('created')}, ${firstStart('retry')})`;

const rowSchema = z.object({
  name: queueNameSchema,
  untilDue: z.number().nullable(),
  untilExpired: z.number().nullable(),
  dueAt: z.number().nullable(),
});

/** Reads when the jobs of each queue are due. It never writes, because a write empties PGlite's query cache. */
export async function findDueQueues(database: Database): Promise<DueQueue[]> {
  return await rowsOf(
    database,
    rowSchema,
    sql`select name,
      ${until(firstDue)} as "untilDue",
      (extract(epoch from ${firstDue}) * 1000)::float8 as "dueAt",
      ${until(sql`select min(started_on + expire_seconds * interval '1 second') from ${jobs} where name = queue.name and state = 'active'`)} as "untilExpired"
      from ${schema}.queue where name = any(${sql.param([...queueNames])})`,
  );
}
