import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { type DueQueue, findDueQueues } from './due.ts';
import { findLastExpired, isGivenUp } from './expired.ts';
import { failureOf } from './failure.ts';
import type { JobSender } from './jobs.ts';
import { type JobContents, type QueueName, queueNames, queues } from './queues.ts';

/**
 * Carries out a job of each queue. It may be called again for a job that it has carried out, so it must bear that. `signal` is aborted when
 * the process stops.
 */
export type JobHandlers = {
  [Name in QueueName]: (contents: JobContents[Name], signal: AbortSignal) => Promise<void>;
};

export type Worker = {
  /** Resolves when nothing is due and nothing under way. */
  settled(): Promise<void>;
  /** When the next job is due; null where none is. */
  nextDue(): Promise<Date | null>;
  /** Begins nothing more, tells what is under way to end, and waits for it. */
  stop(): Promise<void>;
};

/** How often a worker looks for what other processes have sent, in ms. */
const pollMilliseconds = 1_000;
/** How long it sleeps at most where nobody else sends anything: machines sleep too. */
const longestPause = 60_000;
const failurePause = 1_000;

type Job = JobWithMetadata<object>;
type Ended = { queue: QueueName; job: Job; failure?: unknown; hasFailed: boolean };

/**
 * Carries out what is due in this process. One loop looks, begins what there is room for, and marks what has ended: all of it that ended
 * meanwhile in one statement. It sleeps until a job is sent here, one ends, or the next is due; on PostgreSQL, where others send
 * too, for a second at most.
 */
export function startWorker(options: {
  engine: PgBoss;
  sender: JobSender;
  database: Database;
  handlers: JobHandlers;
  logger: Logger;
  /** What comes before the first look, tried again until it succeeds. */
  prepare?: () => Promise<void>;
}): Worker {
  const { engine, sender, database, handlers, logger } = options;
  const isAlone = database.queryCache !== undefined;
  const stopping = new AbortController();
  const running = new Map(queueNames.map((name) => [name, 0]));
  let ended: Ended[] = [];
  let waiting: (() => void)[] = [];
  let isWoken = false;
  let endPause = (): void => {};

  const isBusy = () => ended.length > 0 || [...running.values()].some((count) => count > 0);
  const isOver = () => stopping.signal.aborted && !isBusy();
  const wake = (): void => {
    isWoken = true;
    endPause();
  };
  const stopListening = sender.onWake(wake);

  async function carryOut<Name extends QueueName>(name: Name, job: Job): Promise<void> {
    const contents = queues[name].contents.parse(job.data);
    await sender.sendFollowing(database, name, job);
    await handlers[name](contents, stopping.signal);
  }

  async function begin(queue: QueueName): Promise<number> {
    const room = queues[queue].atOnce - (running.get(queue) ?? 0);
    if (room <= 0 || stopping.signal.aborted) return 0;
    const jobs = await engine.fetch<object>(queue, {
      batchSize: room,
      groupConcurrency: queues[queue].perShop,
      includeMetadata: true,
    });
    for (const job of jobs) {
      running.set(queue, (running.get(queue) ?? 0) + 1);
      void carryOut(queue, job)
        .then(
          () => ended.push({ queue, job, hasFailed: false }),
          (failure: unknown) => ended.push({ queue, job, hasFailed: true, failure }),
        )
        .finally(() => {
          running.set(queue, (running.get(queue) ?? 0) - 1);
          wake();
        });
    }
    return jobs.length;
  }

  /** @param group jobs of one queue that succeeded, or one that failed */
  async function mark(group: readonly Ended[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const { queue, job, hasFailed, failure } = first;
    if (!hasFailed) {
      const attempts = group.map((each) => attemptOf(each.job));
      await engine.complete(queue, attempts);
      return;
    }
    await engine.fail(queue, attemptOf(job), failureOf(failure));
    const attempt = job.retryCount + 1;
    const told = { job: job.id, queue, ...job.data, attempt, error: failure };
    if (job.retryCount >= job.retryLimit) {
      logger.error(told, 'a job failed for the last time: it is a dead letter');
    } else {
      logger.warn(told, 'a job failed and is tried again');
    }
  }

  /** Marks what has ended. What can't be marked waits for the next look, and holds nothing else up. */
  async function markEnded(): Promise<void> {
    const marking = ended;
    ended = [];
    const succeeded = marking.filter(({ hasFailed }) => !hasFailed);
    const groups = [
      ...queueNames.map((name) => succeeded.filter(({ queue }) => queue === name)),
      ...marking.filter(({ hasFailed }) => hasFailed).map((each) => [each]),
    ];
    await Promise.all(
      groups.map(async (group) => {
        try {
          await mark(group);
        } catch (error) {
          const jobs = group.map(({ job }) => job.id);
          logger.warn({ error, jobs }, 'jobs that ended could not be marked');
          // Marking twice does no harm. At a stop they are left, taken for dead later, and begun again.
          if (!stopping.signal.aborted) ended.push(...group);
        }
      }),
    );
  }

  /** Has jobs that were taken for dead begun again, or given up; processes that look at the same moment may all tell of the latter. */
  async function free(queue: QueueName): Promise<void> {
    const last = await findLastExpired(database, queue);
    await engine.supervise(queue);
    for (const job of last) {
      if (!(await isGivenUp(database, queue, job))) continue;
      const told = { job: job.id, queue, ...job.data };
      logger.error(told, 'a job took too long for the last time: it is a dead letter');
    }
  }

  /** @returns for how long to pause, in ms */
  async function look(): Promise<number> {
    const asking = waiting;
    waiting = [];
    let began = 0;
    let hasFreed = false;
    let due: DueQueue[] = [];
    try {
      await markEnded();
      due = await findDueQueues(database);
      for (const { name, untilDue, untilExpired } of due) {
        if (untilExpired !== null && untilExpired <= 0) {
          await free(name);
          hasFreed = true;
        }
        if (untilDue !== null && untilDue <= 0) began += await begin(name);
      }
    } catch (error) {
      waiting.push(...asking);
      throw error;
    }
    const isIdle =
      began === 0 && !isBusy() && due.every(({ untilDue }) => untilDue === null || untilDue > 0);
    if (isIdle) for (const resolve of asking) resolve();
    else waiting.push(...asking);
    if (began > 0) return 0;
    // When a job that was taken for dead is due again, the next look reads.
    const longest = isAlone && !hasFreed && ended.length === 0 ? longestPause : pollMilliseconds;
    const next = due.flatMap(({ untilDue, untilExpired }) => [untilDue, untilExpired]);
    const times = next.filter((time) => time !== null && time > 0);
    return Math.min(longest, ...times.map(Number));
  }

  async function pause(milliseconds: number): Promise<void> {
    if (isWoken || isOver()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.ceil(milliseconds));
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function loop(): Promise<void> {
    let prepare = options.prepare;
    while (!isOver()) {
      isWoken = false;
      try {
        await prepare?.();
        prepare = undefined;
        await pause(await look());
      } catch (error) {
        logger.warn({ error }, 'the jobs could not be looked at');
        // What is not marked is taken for dead later, and begun again.
        if (stopping.signal.aborted) break;
        await pause(failurePause);
      }
    }
    for (const resolve of waiting) resolve();
  }
  const ending = loop();

  return {
    async settled() {
      if (stopping.signal.aborted) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        wake();
      });
    },
    async nextDue() {
      const due = (await findDueQueues(database)).flatMap(({ dueAt }) => dueAt ?? []);
      return due.length === 0 ? null : new Date(Math.ceil(Math.min(...due)));
    },
    async stop() {
      stopping.abort();
      stopListening();
      wake();
      await ending;
    },
  };
}

/** Only the attempt that was fetched is marked: another process may have begun the next. */
function attemptOf({ id, retryCount }: Job): { id: string; retryCount: number } {
  return { id, retryCount };
}
