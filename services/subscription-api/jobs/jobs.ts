import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Db, fromDrizzle, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { rowsOf } from '../store/rows-of.ts';
import { jobSchema } from './engine.ts';
import { type JobContents, type QueueName, queueNames, queues } from './queues.ts';

/** When a recurring job runs: a cron expression of five fields, in a time zone such as `Europe/Berlin`. */
type Schedule = { cron: string; timeZone: string };

/** Sends jobs to the workers. */
export type Jobs = {
  /**
   * Sends a job. In a transaction, the job commits or rolls back with it. Call `wake` once that has committed, or the job waits until a worker
   * polls: within a second on PostgreSQL, a minute on PGlite. A `key` makes the job unique in its shop until a day after it ended.
   */
  send<Name extends QueueName>(
    at: Database,
    queue: Name,
    contents: JobContents[Name],
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>;
  /** The database's time, by which jobs are due. This machine's clock may be ahead or behind. */
  now(at: Database): Promise<Date>;
  /** Makes this process's worker look for jobs at once. */
  wake(): void;
};

const timeSchema = z.object({ now: z.coerce.date() });
const answerSchema = z.object({ rows: z.array(z.unknown()) });

const connectionOf = (at: Database): Db =>
  fromDrizzle(
    { execute: async (query) => answerSchema.parse(await at.execute(sql`${query}`)) },
    sql,
  );

/** The singleton key of jobs that a schedule sent. */
const scheduled = 'schedule.';

const shopOf = (contents: object): string | undefined =>
  'shop' in contents && typeof contents.shop === 'string' ? contents.shop : undefined;

/** The same id for the same parts, so that two processes sending the same job make only one. */
function idOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return hex.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

export class JobSender implements Jobs {
  readonly #engine: PgBoss;
  readonly #now: () => Date;
  readonly #wakeUps = new Set<() => void>();

  constructor(engine: PgBoss, now: () => Date) {
    this.#engine = engine;
    this.#now = now;
  }

  async send<Name extends QueueName>(
    at: Database,
    queue: Name,
    contents: JobContents[Name],
    { startAfter, key }: { startAfter?: Date; key?: string } = {},
  ): Promise<void> {
    const sent: object = queues[queue].contents.parse(contents);
    await this.#send(at, queue, sent, {
      startAfter,
      ...(key !== undefined && { id: idOf(queue, shopOf(sent) ?? '', key) }),
    });
  }

  async #send(
    at: Database,
    queue: QueueName,
    contents: object,
    options: { startAfter?: Date | undefined; id?: string; singletonKey?: string },
  ): Promise<void> {
    const shop = shopOf(contents);
    const { startAfter, ...others } = options;
    await this.#engine.send(queue, contents, {
      db: connectionOf(at),
      ...others,
      ...(startAfter !== undefined && { startAfter }),
      ...(shop !== undefined && { group: { id: shop } }),
    });
  }

  /** Sends the next job of every queue that has a schedule. */
  async startSchedules(database: Database): Promise<void> {
    for (const queue of queueNames) {
      const { schedule } = queues[queue];
      if (schedule !== undefined) await this.#sendNext(database, queue, schedule);
    }
  }

  /**
   * If a job came from a schedule, sends the schedule's next job. Call it before running the job, so that the schedule goes on whatever happens to
   * the job.
   */
  async sendFollowing(
    database: Database,
    queue: QueueName,
    { singletonKey, startAfter }: { singletonKey: string | null; startAfter: Date },
  ): Promise<void> {
    const { schedule } = queues[queue];
    if (schedule === undefined || singletonKey !== scheduled) return;
    await this.#sendNext(database, queue, schedule, startAfter);
  }

  async #sendNext(
    at: Database,
    queue: QueueName,
    { cron, timeZone }: Schedule,
    former = new Date(0),
  ): Promise<void> {
    const now = this.#now();
    const [next] = this.#engine.previewSchedule(cron, {
      tz: timeZone,
      // Jobs are due by the database's clock. If ours is behind it, the former job's time would come up again.
      from: former > now ? former : now,
      count: 1,
    });
    if (next === undefined) return;
    const id = idOf(queue, scheduled, cron, timeZone, next.toISOString());
    await this.#send(at, queue, {}, { startAfter: next, id, singletonKey: scheduled });
  }

  async now(at: Database): Promise<Date> {
    const [row] = await rowsOf(
      at,
      timeSchema,
      sql`select ${sql.identifier(jobSchema)}.job_now() as now`,
    );
    return row?.now ?? this.#now();
  }

  wake(): void {
    for (const wakeUp of this.#wakeUps) wakeUp();
  }

  /** @returns a function that unsubscribes */
  onWake(wakeUp: () => void): () => void {
    this.#wakeUps.add(wakeUp);
    return () => this.#wakeUps.delete(wakeUp);
  }
}
