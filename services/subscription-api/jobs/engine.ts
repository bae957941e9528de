import { type Clock, type Db, PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { deadLetterQueue, queueNames, queues } from './queues.ts';

/** The engine's own schema, beside ours. The engine migrates its tables itself. */
export const jobSchema = 'jobs';

const day = 24 * 60 * 60;
/** Our nightly job does the engine's daily work, and may run some minutes earlier than the night before. */
const lessThanDay = day / 2;
/** How long the engine keeps dead letters, and jobs that no worker has taken. */
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

/** The engine's queues with their options. Queues that others name come first. */
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
 * Starts pg-boss on the database and brings its tables and our queues up to date. Its own timers stay off, because each of their checks writes, and
 * on PGlite a write empties the query cache. Our worker checks what is due instead (worker.ts).
 * @param options.clock by which jobs are due; the database's by default
 * @param options.isMigrated false leaves tables and queues as they are
 * @throws if they are left as they are, and are not those of this version of the engine
 */
export async function startEngine(
  connection: Db,
  logger: Logger,
  { clock, isMigrated = true }: { clock?: Clock | undefined; isMigrated?: boolean } = {},
): Promise<PgBoss> {
  const engine = new PgBoss({
    db: connection,
    ...(clock !== undefined && { clock }),
    schema: jobSchema,
    migrate: isMigrated,
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
    // Some errors are plain objects.
    const { message } = error;
    const told = error instanceof Error ? error : new Error(message);
    logger.warn({ error: told }, 'the engine of the jobs failed');
  });
  engine.on('warning', (warning) => logger.warn({ warning }, 'the engine of the jobs warns'));
  await engine.start();
  if (!isMigrated) return engine;
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
