import { z } from 'zod';

export type Queue<Contents> = {
  /**
   * The payload: ids only. A handler reads everything else from the database or the platform. `at` identifies a stop of billing and `day` a morning,
   * so that a late job doesn't report the next one, which has its own job.
   */
  contents: z.ZodType<Contents>;
  /**
   * `atOnce` is how many jobs a process runs at once, `perShop` about how many of one shop run in all processes together: those that fetch at the
   * same moment don't see each other's.
   */
  atOnce: number;
  perShop: number;
  /** A job that takes longer counts as dead and starts again. */
  seconds: number;
  /** A failed job waits `firstSeconds` or up to twice that, doubling each time up to `longestSeconds`. After the last retry it is a dead letter. */
  retries: { times: number; firstSeconds: number; longestSeconds: number };
  /** For a recurring job that belongs to no shop. */
  schedule?: { cron: string; timeZone: string };
};

const table = {
  /** Handles a webhook from the inbox. */
  webhook: {
    contents: z.object({ shop: z.string(), webhook: z.string() }),
    atOnce: 20,
    perShop: 4,
    seconds: 60,
    // About three hours. The platform itself would have repeated it for four.
    retries: { times: 12, firstSeconds: 5, longestSeconds: 45 * 60 },
  },
  /** Deletes outdated rows in our tables and the engine's. */
  'forget-old': {
    contents: z.object({}),
    atOnce: 1,
    perShop: 1,
    seconds: 10 * 60,
    retries: { times: 3, firstSeconds: 60, longestSeconds: 60 * 60 },
    schedule: { cron: '20 3 * * *', timeZone: 'UTC' },
  },
  /** Compares the mirror of a shop's contracts with the platform. */
  'sweep-contracts': {
    contents: z.object({ shop: z.string() }),
    atOnce: 4,
    perShop: 1,
    seconds: 10 * 60,
    // Covers a seven-hour outage of the platform. The next night tries again.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  /** Sends every shop's nightly sweep. */
  'begin-sweeps': {
    contents: z.object({}),
    atOnce: 1,
    perShop: 1,
    seconds: 10 * 60,
    retries: { times: 12, firstSeconds: 5, longestSeconds: 60 * 60 },
    schedule: { cron: '5 0 * * *', timeZone: 'UTC' },
  },
  'charge-due': {
    contents: z.object({ shop: z.string() }),
    atOnce: 4,
    perShop: 1,
    // The job ends by itself after a minute. If its worker is killed, it blocks its shop for this long.
    seconds: 5 * 60,
    // Covers a seven-hour outage of the platform. The next sweep starts a new job.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  /** Compares the platform's list of unbilled cycles with ours; `search` is the id of the platform's search job once that runs. */
  'compare-cycles': {
    contents: z.object({ shop: z.string(), search: z.string().nullable() }),
    atOnce: 2,
    perShop: 1,
    seconds: 10 * 60,
    // The platform's search may take a while. The next night starts another.
    retries: { times: 8, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  /** Mails the merchant that billing stopped by itself; `at` is when (ISO 8601). */
  'mail-stop': {
    contents: z.object({ shop: z.string(), at: z.iso.datetime() }),
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // Two days. The mail stays true until billing starts again.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
  /** Has the platform ask a customer for another payment method. */
  'ask-for-method': {
    contents: z.object({ shop: z.string(), contract: z.string(), cycle: z.number().int() }),
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // Covers a seven-hour outage of the platform.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  /** Resumes a subscription whose pause is over. */
  'resume-contract': {
    contents: z.object({ shop: z.string(), contract: z.string() }),
    atOnce: 4,
    perShop: 2,
    seconds: 5 * 60,
    // Two days of an outage of the platform.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
  /** Carries out a change of many subscriptions. */
  'change-many': {
    contents: z.object({ shop: z.string(), change: z.string() }),
    atOnce: 4,
    perShop: 1,
    // The job ends by itself after a minute, and the change's next job goes on.
    seconds: 5 * 60,
    // Two days of an outage of the platform. After that, the merchant lets it go on.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
  /** Mails the merchant what went wrong on one of the store's days. */
  'mail-morning': {
    contents: z.object({ shop: z.string(), day: z.string() }),
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // 19 hours. On the next day the job sends nothing.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  /** Has customers reminded on one of the store's days. */
  'remind-customers': {
    contents: z.object({ shop: z.string(), day: z.string() }),
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  /** Sends what customers are to be told by now. */
  'tell-customers': {
    contents: z.object({ shop: z.string() }),
    atOnce: 4,
    perShop: 1,
    // The job ends by itself after a minute.
    seconds: 5 * 60,
    // Two days of a mail server that is away. After three, what was to be told is no news.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
} satisfies Record<string, Queue<object>>;

export type QueueName = keyof typeof table;
export type JobContents = { [Name in QueueName]: z.infer<(typeof table)[Name]['contents']> };
export const queues: { readonly [Name in QueueName]: Queue<JobContents[Name]> } = table;

export const queueNames = Object.keys(table).filter((name): name is QueueName => name in table);
export const queueNameSchema = z.enum(queueNames);

/** Collects the jobs of all queues that failed too often. Operators list them and send them again. */
export const deadLetterQueue = 'dead-letters';
