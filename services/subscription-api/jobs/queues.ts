import { z } from 'zod';

/**
 * Each queue's payload: ids only. A handler reads everything else from the database or the platform. `at` identifies a stop of billing and `day` a
 * morning, so that a late job doesn't report the next one, which has its own job.
 */
const contents = {
  /** Handles a webhook from the inbox. */
  webhook: z.object({ shop: z.string(), webhook: z.string() }),
  /** Deletes outdated rows in our tables and the engine's. */
  'forget-old': z.object({}),
  /** Compares the mirror of a shop's contracts with the platform. */
  'sweep-contracts': z.object({ shop: z.string() }),
  /** Sends every shop's nightly sweep. */
  'begin-sweeps': z.object({}),
  'charge-due': z.object({ shop: z.string() }),
  /** Compares the platform's list of unbilled cycles with ours; `search` is the id of the platform's search job once that runs. */
  'compare-cycles': z.object({ shop: z.string(), search: z.string().nullable() }),
  /** Mails the merchant that billing stopped by itself; `at` is when (ISO 8601). */
  'mail-stop': z.object({ shop: z.string(), at: z.iso.datetime() }),
  /** Has the platform ask a customer for another payment method. */
  'ask-for-method': z.object({ shop: z.string(), contract: z.string(), cycle: z.number().int() }),
  /** Resumes a subscription whose pause is over. */
  'resume-contract': z.object({ shop: z.string(), contract: z.string() }),
  /** Carries out a change of many subscriptions. */
  'change-many': z.object({ shop: z.string(), change: z.string() }),
  /** Mails the merchant what went wrong on one of the store's days. */
  'mail-morning': z.object({ shop: z.string(), day: z.string() }),
  /** Has customers reminded on one of the store's days. */
  'remind-customers': z.object({ shop: z.string(), day: z.string() }),
  /** Sends what customers are to be told by now. */
  'tell-customers': z.object({ shop: z.string() }),
};

export const queueNameSchema = z.object(contents).keyof();
export type QueueName = z.infer<typeof queueNameSchema>;
export const queueNames = queueNameSchema.options;
export type JobContents = { [Name in QueueName]: z.infer<(typeof contents)[Name]> };

export type Queue<Contents> = {
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

export const queues: { readonly [Name in QueueName]: Queue<JobContents[Name]> } = {
  webhook: {
    contents: contents.webhook,
    atOnce: 20,
    perShop: 4,
    seconds: 60,
    // About three hours. The platform itself would have repeated it for four.
    retries: { times: 12, firstSeconds: 5, longestSeconds: 45 * 60 },
  },
  'forget-old': {
    contents: contents['forget-old'],
    atOnce: 1,
    perShop: 1,
    seconds: 10 * 60,
    retries: { times: 3, firstSeconds: 60, longestSeconds: 60 * 60 },
    schedule: { cron: '20 3 * * *', timeZone: 'UTC' },
  },
  'sweep-contracts': {
    contents: contents['sweep-contracts'],
    atOnce: 4,
    perShop: 1,
    seconds: 10 * 60,
    // Covers a seven-hour outage of the platform. The next night tries again.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'begin-sweeps': {
    contents: contents['begin-sweeps'],
    atOnce: 1,
    perShop: 1,
    seconds: 10 * 60,
    retries: { times: 12, firstSeconds: 5, longestSeconds: 60 * 60 },
    schedule: { cron: '5 0 * * *', timeZone: 'UTC' },
  },
  'charge-due': {
    contents: contents['charge-due'],
    atOnce: 4,
    perShop: 1,
    // The job ends by itself after a minute. If its worker is killed, it blocks its shop for this long.
    seconds: 5 * 60,
    // Covers a seven-hour outage of the platform. The next sweep starts a new job.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'compare-cycles': {
    contents: contents['compare-cycles'],
    atOnce: 2,
    perShop: 1,
    seconds: 10 * 60,
    // The platform's search may take a while. The next night starts another.
    retries: { times: 8, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'mail-stop': {
    contents: contents['mail-stop'],
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // Two days. The mail stays true until billing starts again.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
  'ask-for-method': {
    contents: contents['ask-for-method'],
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // Covers a seven-hour outage of the platform.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'resume-contract': {
    contents: contents['resume-contract'],
    atOnce: 4,
    perShop: 2,
    seconds: 5 * 60,
    // Two days of an outage of the platform.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
  'change-many': {
    contents: contents['change-many'],
    atOnce: 4,
    perShop: 1,
    // The job ends by itself after a minute, and the change's next job goes on.
    seconds: 5 * 60,
    // Two days of an outage of the platform. After that, the merchant lets it go on.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
  'mail-morning': {
    contents: contents['mail-morning'],
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // 19 hours. On the next day the job sends nothing.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'remind-customers': {
    contents: contents['remind-customers'],
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'tell-customers': {
    contents: contents['tell-customers'],
    atOnce: 4,
    perShop: 1,
    // The job ends by itself after a minute.
    seconds: 5 * 60,
    // Two days of a mail server that is away. After three, what was to be told is no news.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
};

/** Collects the jobs of all queues that failed too often. Operators list them and send them again. */
export const deadLetterQueue = 'dead-letters';
