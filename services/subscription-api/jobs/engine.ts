import { type Clock, type Db, PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { deadLetterQueue, queueNames, queues } from './queues.ts';

/** The engine's own schema, beside ours. It brings its tables up to date by itself. */
export const jobSchema = 'jobs';

const day = 24 * 60 * 60;
/** A nightly job claims the engine's daily work, some minutes earlier than the night before. */
const lessThanDay = day / 2;
/** How long an operator finds a dead letter, and a job waits for a worker. */
export const keptDays = 90;

type Options = Required<Pick<QueueOptions, 'retentionSeconds' | 'deleteAfterSeconds'>> & {
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  retryDelayMax: number;
  expireInSeconds: number;
  deadLetter?: string;
};

const kept = { retentionSeconds: keptDays * day, deleteAfterSeconds: day };

/** The engine's queues with their options, those that others name first. */
const wanted: readonly (readonly [string, Options])[] = [
  [
    deadLetterQueue,
    {
      ...kept,
      retryLimit: 0,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 1,
      expireInSeconds: 60,
    },
  ],
  ...queueNames.map((name) => {
    const { seconds, retries } = queues[name];
    const options = {
      ...kept,
      retryLimit: retries.times,
      retryDelay: retries.firstSeconds,
      retryBackoff: true,
      retryDelayMax: retries.longestSeconds,
      expireInSeconds: seconds,
      deadLetter: deadLetterQueue,
    };
    return [name, options] as const;
  }),
];

/**
 * Starts pg-boss on the database, with its tables and our queues as they must be. None of its own timers runs: a worker looks by itself
 * when something is due (worker.ts), since each look of theirs writes, and on PGlite a write empties the cache of queries.
 * @param clock by which jobs are due; the database's without one
 */
export async function startEngine(connection: Db, logger: Logger, clock?: Clock): Promise<PgBoss> {
  const engine = new PgBoss({
    db: connection,
    ...(clock !== undefined && { clock }),
    schema: jobSchema,
    supervise: false,
    schedule: false,
    registerInstance: false,
    monitorVacuum: false,
    queueCacheIntervalSeconds: day,
    bamIntervalSeconds: day,
    maintenanceIntervalSeconds: lessThanDay,
    reindexIntervalSeconds: lessThanDay,
  });
  engine.on('error', (error) => {
    // Some of them are plain objects.
    const { message } = error;
    const told = error instanceof Error ? error : new Error(message);
    logger.warn({ error: told }, 'the engine of the jobs failed');
  });
  engine.on('warning', (warning) => logger.warn({ warning }, 'the engine of the jobs warns'));
  await engine.start();
  const present = new Map((await engine.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, options] of wanted) {
    const queue = present.get(name);
    if (queue === undefined) {
      await engine.createQueue(name, options);
      continue;
    }
    const isAsWanted = Object.entries(options).every(
      ([option, value]) => Object.entries(queue).find(([key]) => key === option)?.[1] === value,
    );
    if (!isAsWanted) await engine.updateQueue(name, options);
  }
  return engine;
}
