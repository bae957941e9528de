import { z } from 'zod';
import { isDay } from './calendar.ts';
import { cancelReasons } from './subscription-contract-names.ts';

/**
 * The entries of a subscription's timeline, beside its charges and decisions, which billing keeps. A new kind is a value here and its words in
 * app/recurring-orders/timeline-words.ts; both the table and the screen take it from then on.
 */
export const timelineKinds = [
  'paused',
  'resumed',
  'canceled',
  'skipped',
  'unskipped',
  'moved',
  'moved with following',
  'hastened',
  'ordered',
  'put off',
  'line changed',
  'address changed',
  'plan changed',
  'asked for method',
  'method changed',
  'method removed',
  'unsubscribed',
  'subscribed again',
  'expired',
  'marked failed',
  'passed over',
  'place moved',
  'added once',
  'removed once',
  'charged once',
  'left out once',
  'imported',
] as const;

export type TimelineKind = (typeof timelineKinds)[number];

/** Who did it. `elsewhere`: another app, the customer account pages, or Shopify itself. `scale`: one that orders by use. */
export const timelineActors = ['merchant', 'customer', 'cadence', 'elsewhere', 'scale'] as const;

const daySchema = z.string().refine(isDay);
/** A short text. A sign of two halves may have been cut in the middle, which the database refuses as JSON. */
export const textSchema = z
  .string()
  .max(255)
  .overwrite((text) => text.toWellFormed());

/** The details that a kind's words need, stored as JSON. Personal data doesn't belong here. */
export const timelineDetailsSchema = z
  .strictObject({
    /** The store's day of the order it is about, and the one it has instead. */
    day: daySchema,
    newDay: daySchema,
    /** Until when a pause lasts. */
    until: daySchema,
    /** Its subject, such as a product, a channel or a scale. */
    subject: textSchema,
    /** The product whose rotation it is about, by the numeric tail of its id. */
    product: z.string().regex(/^\d{1,20}$/),
    /** How it was, and how it is now, in words. */
    from: textSchema,
    to: textSchema,
    /** Of a cancellation. */
    reason: z.enum(cancelReasons),
    /** The id of the change of many subscriptions that it was one of. */
    bulk: z.uuid(),
  })
  .partial();

export type TimelineDetails = z.output<typeof timelineDetailsSchema>;
