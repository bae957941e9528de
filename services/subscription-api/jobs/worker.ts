import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { describeError } from '#process/logger.ts';
import type { Database } from '../store/database.ts';
import { type DueQueue, findDueQueues } from './due.ts';
import { findLastExpired, isGivenUp } from './expired.ts';
import type { JobSender } from './jobs.ts';
import { type JobContents, type QueueName, queueNames, queues } from './queues.ts';

/**
 * One handler per queue. It may be called again for a job that it already did, so it must be repeatable. `signal` aborts when the process stops.
 */
export type JobHandlers = {
  [Name in QueueName]: (contents: JobContents[Name], signal: AbortSignal) => Promise<void>;
};

export type Worker = {
  /** Resolves when no job is due or running. */
  settled(): Promise<void>;
  nextDue(): Promise<Date | null>;
  /** Starts no more jobs, aborts the running ones, and waits for them. */
  stop(): Promise<void>;
};

/** How often a worker looks for jobs that other processes sent, in ms. */
const pollMilliseconds = 1_000;
/** The longest pause, in ms, if no other process sends jobs. Machines sleep too, so the timer alone isn't reliable. */
const longestPause = 60_000;
const failurePause = 1_000;

type Job = JobWithMetadata<object>;
type Ended = { queue: QueueName; job: Job; failure?: unknown; hasFailed: boolean };

/**
 * Runs due jobs in this process. One loop marks the jobs that ended (a queue's successes in one statement) and starts as many due ones as there is
 * room for. It sleeps until a job is sent here, ends or falls due; on PostgreSQL, where other processes send jobs too, for at most a second.
 */
export function startWorker(options: {
  engine: PgBoss;
  sender: JobSender;
  database: Database;
  handlers: JobHandlers;
  logger: Logger;
  /** Runs before the first look, again and again until it succeeds. */
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

  /** @param group a queue's successful jobs, or one failed job */
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

  /** Marks the jobs that ended. Those that can't be marked wait for the next look without blocking the others. */
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
          // Marking twice does no harm. When stopping, leave them: they count as dead later and start again.
          if (!stopping.signal.aborted) ended.push(...group);
        }
      }),
    );
  }

  /** Restarts dead jobs, or gives them up. Processes that look at the same moment may all log one that was given up. */
  async function free(queue: QueueName): Promise<void> {
    const last = await findLastExpired(database, queue);
    await engine.supervise(queue);
    for (const job of last) {
      if (!(await isGivenUp(database, queue, job))) continue;
      const told = { job: job.id, queue, ...job.data };
      logger.error(told, 'a job took too long for the last time: it is a dead letter');
    }
  }

  /** @returns how long to pause, in ms */
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
    // `due` was read before the dead jobs were freed, so it can't tell when they are due again: look soon.
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
        // Unmarked jobs count as dead later and start again.
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

/** Names the attempt that we fetched. Another process may already run the next one, which must not be marked. */
function attemptOf({ id, retryCount }: Job): { id: string; retryCount: number } {
  return { id, retryCount };
}

const longestMessage = 500;

/** A failure as an operator reads it: cleaned as for the log, at most 500 characters, and storable in PostgreSQL. */
function failureOf(error: unknown): { message: string } {
  const { type, message, cause } = describeError(error);
  const told = [type, message, cause?.message].filter((part) => part !== undefined).join(': ');
  // PostgreSQL refuses NUL characters and lone surrogates, which the slice may leave.
  return { message: told.slice(0, longestMessage).replaceAll('\0', '').toWellFormed() };
}
