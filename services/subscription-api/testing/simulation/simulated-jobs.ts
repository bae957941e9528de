import { AsyncLocalStorage } from 'node:async_hooks';
import type { Jobs } from '../../jobs/jobs.ts';
import { type JobContents, type QueueName, queues } from '../../jobs/queues.ts';
import type { JobHandlers } from '../../jobs/worker.ts';
import type { Database } from '../../store/database.ts';
import type { Interruptions } from './interruptions.ts';

export type SimulatedJob = {
  id: number;
  queue: QueueName;
  /** Null for jobs of no shop. */
  shop: string | null;
  carryOut(handlers: JobHandlers, signal: AbortSignal): Promise<void>;
  key: string | undefined;
  dueAt: number;
  failures: number;
  endedAt: number | null;
};

const day = 86_400_000;

/** Jobs that the simulation runs in any order it likes. Like real ones, they commit or roll back with the transaction that sends them. */
export class SimulatedJobs implements Jobs {
  readonly #interruptions: Interruptions;
  readonly #now: () => Date;
  /** In the order of sending. */
  #jobs: SimulatedJob[] = [];
  #sent = 0;
  readonly #sentInTransaction = new AsyncLocalStorage<SimulatedJob[]>();

  constructor(interruptions: Interruptions, now: () => Date) {
    this.#interruptions = interruptions;
    this.#now = now;
  }

  /** Runs a transaction. The jobs sent in it exist once it has committed. */
  async transact<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const sent: SimulatedJob[] = [];
    const answer = await this.#sentInTransaction.run(sent, work);
    for (const job of sent) this.#keep(job);
    return answer;
  }

  /** Backs up the jobs, and returns a function that restores them. */
  keep(): () => void {
    const kept = this.#jobs.map((job) => ({ ...job }));
    return () => {
      this.#jobs = kept;
    };
  }

  #keep(job: SimulatedJob): void {
    const isKnown = job.key !== undefined && this.#jobs.some(({ key }) => key === job.key);
    if (!isKnown) this.#jobs.push(job);
  }

  async send<Name extends QueueName>(
    _: Database,
    queue: Name,
    contents: JobContents[Name],
    { startAfter = this.#now(), key }: { startAfter?: Date; key?: string } = {},
  ): Promise<void> {
    const sent = queues[queue].contents.parse(contents);
    this.#sent += 1;
    const job = {
      id: this.#sent,
      queue,
      shop: 'shop' in sent ? sent.shop : null,
      carryOut: async (handlers: JobHandlers, signal: AbortSignal) =>
        await handlers[queue](sent, signal),
      key: key === undefined ? undefined : `${queue} ${JSON.stringify(sent)} ${key}`,
      dueAt: startAfter.getTime(),
      failures: 0,
      endedAt: null,
    };
    const transaction = this.#sentInTransaction.getStore();
    if (transaction !== undefined) transaction.push(job);
    else await this.#interruptions.call('query', async () => this.#keep(job));
  }

  now(): Promise<Date> {
    return Promise.resolve(this.#now());
  }

  wake(): void {}

  /** The due jobs, the earliest first. */
  due(): SimulatedJob[] {
    const now = this.#now().getTime();
    return this.#jobs
      .filter(({ endedAt, dueAt }) => endedAt === null && dueAt <= now)
      .sort((one, other) => one.dueAt - other.dueAt || one.id - other.id);
  }

  nextDue(): Date | null {
    const times = this.#jobs.flatMap(({ endedAt, dueAt }) => (endedAt === null ? dueAt : []));
    return times.length === 0 ? null : new Date(Math.min(...times));
  }

  end(job: SimulatedJob): void {
    const now = this.#now().getTime();
    job.endedAt = now;
    // An ended job stays for a day, in which its key prevents another one.
    this.#jobs = this.#jobs.filter(({ endedAt }) => endedAt === null || endedAt >= now - day);
  }

  /** Repeats a failed job as its queue says: after a while, or if its worker died, once that is noticed. */
  fail(job: SimulatedJob, hasDied: boolean): void {
    const { retries, seconds } = queues[job.queue];
    const wait = Math.min(retries.firstSeconds * 2 ** job.failures, retries.longestSeconds);
    const after = hasDied ? seconds + retries.firstSeconds : wait;
    const at = this.#now().getTime() + after * 1000;
    if (job.failures >= retries.times) job.endedAt = at;
    job.failures += 1;
    job.dueAt = at;
  }
}
