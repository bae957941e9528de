import { z } from 'zod';

/**
 * What a job carries: ids alone. Whatever else a handler needs, it asks the database or the platform for. A stop of billing is known by its time and
 * the mails of a morning by the store's day: one that comes late must not tell of the next one, which has a job of its own.
 */
const contents = {
  /** Carries a webhook of the inbox out. */
  webhook: z.object({ shop: z.string(), webhook: z.string() }),
  /** Deletes what is too old to be of use, in every table and in the engine's own. */
  'forget-old': z.object({}),
  /** Holds the mirror of a shop's contracts against the platform. */
  'sweep-contracts': z.object({ shop: z.string() }),
  /** Sends every shop's sweep of the night. */
  'begin-sweeps': z.object({}),
  /** Charges what is due of a shop. */
  'charge-due': z.object({ shop: z.string() }),
  /** Holds the platform's list of unbilled cycles against ours; `search` is the platform's own job once that has begun. */
  'compare-cycles': z.object({ shop: z.string(), search: z.string().nullable() }),
  /** Mails the merchant that billing stopped by itself at a time (ISO 8601). */
  'mail-stop': z.object({ shop: z.string(), at: z.iso.datetime() }),
  /** Has the platform ask a customer for another payment method. */
  'ask-for-method': z.object({ shop: z.string(), contract: z.string(), cycle: z.number().int() }),
  /** Mails the merchant what failed on a day of the store. */
  'mail-morning': z.object({ shop: z.string(), day: z.string() }),
};

export const queueNameSchema = z.object(contents).keyof();
export type QueueName = z.infer<typeof queueNameSchema>;
export const queueNames = queueNameSchema.options;
export type JobContents = { [Name in QueueName]: z.infer<(typeof contents)[Name]> };

export type Queue<Contents> = {
  contents: z.ZodType<Contents>;
  /**
   * How many one process carries out at once, and about how many of one shop all processes together: those that fetch at the same moment
   * don't count each other's.
   */
  atOnce: number;
  perShop: number;
  /** A job that takes longer is taken for dead, and begun again. */
  seconds: number;
  /** After the first failure it waits `firstSeconds`, doubling with jitter up to `longestSeconds`. After the last it is a dead letter. */
  retries: { times: number; firstSeconds: number; longestSeconds: number };
  /** Of a job of no shop that comes by itself. */
  schedule?: { cron: string; timeZone: string };
};

export const queues: { readonly [Name in QueueName]: Queue<JobContents[Name]> } = {
  webhook: {
    contents: contents.webhook,
    atOnce: 20,
    perShop: 4,
    seconds: 60,
    // About four hours, for which the platform itself would have repeated it.
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
    // An outage of the platform of seven hours; the next night goes on.
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
    // It ends by itself after a minute; one whose worker was killed holds its shop up for this long.
    seconds: 5 * 60,
    // An outage of the platform of seven hours; the next sweep begins anew.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'compare-cycles': {
    contents: contents['compare-cycles'],
    atOnce: 2,
    perShop: 1,
    seconds: 10 * 60,
    // The platform's search may take a while; the next night has another.
    retries: { times: 8, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'mail-stop': {
    contents: contents['mail-stop'],
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // Two days: what it says is true until billing is started again.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 3 * 60 * 60 },
  },
  'ask-for-method': {
    contents: contents['ask-for-method'],
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // An outage of the platform of seven hours.
    retries: { times: 12, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
  'mail-morning': {
    contents: contents['mail-morning'],
    atOnce: 4,
    perShop: 1,
    seconds: 2 * 60,
    // As long as the day may last; on the next it says nothing any more.
    retries: { times: 24, firstSeconds: 60, longestSeconds: 60 * 60 },
  },
};

/** Where jobs of all queues end that failed too often; an operator lists them and sends them again. */
export const deadLetterQueue = 'dead-letters';
