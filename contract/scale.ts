import { z } from 'zod';
import { isDay } from './calendar.ts';
import { nameSchema } from './name.ts';

// Beyond the specification: scales that order for usage-based subscriptions.

export const scaleLimits = { scales: 100, nameLength: 60, minHours: 1, maxHours: 72 } as const;

export const scaleTexts = {
  unknown: 'There’s no such scale',
  name: 'Please enter a name',
  longName: `Use at most ${scaleLimits.nameLength} characters`,
  taken: 'You have a scale with this name already',
  tooMany: `You have ${scaleLimits.scales} scales. Revoke one first.`,
  hours: `Enter a whole number from ${scaleLimits.minHours} to ${scaleLimits.maxHours}`,
} as const;

/** A scale's id of ours. */
export const scaleIdSchema = z.uuid(scaleTexts.unknown);

/** A scale without its token. `usedAt` is when it last asked for an order; null if never. */
const scaleSchema = z.object({
  id: scaleIdSchema,
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
});

export type Scale = z.infer<typeof scaleSchema>;

/**
 * Answer of GET and PATCH /vendor/scale. `noticeHours` is how long before the charge customers are told, `url` is where scales order. Without a
 * mail server (`hasMailServer`) customers aren't told, and their orders are charged as long after all the same.
 */
export const scaleListSchema = z.object({
  scales: z.array(scaleSchema),
  noticeHours: z.number().int(),
  hasMailServer: z.boolean(),
  url: z.string(),
  timeZone: z.string(),
});

export type ScaleList = z.infer<typeof scaleListSchema>;

/** Body of POST /vendor/scale. */
export const createScaleSchema = z.object({
  name: nameSchema(scaleLimits.nameLength, scaleTexts),
});

/** Answer of POST /vendor/scale: the only one that has the token. */
export const createdScaleSchema = z.object({ scale: scaleSchema, token: z.string() });

export type CreatedScale = z.infer<typeof createdScaleSchema>;

/** Body of PATCH /vendor/scale. */
export const updateScalesSchema = z.object({
  noticeHours: z.coerce
    .number<string | number>({ error: scaleTexts.hours })
    .int(scaleTexts.hours)
    .min(scaleLimits.minHours, scaleTexts.hours)
    .max(scaleLimits.maxHours, scaleTexts.hours),
});

/** Why a scale can’t order, in `details.reason` of the failure. `too soon` has `details.from`: when it may ask again. */
const orderRefusals = [
  'too soon',
  'paused',
  'cancelled',
  'out of stock',
  'billing stopped',
  'unknown contract',
  'not usage-based',
  'last order not over',
  'no payment method',
  'changed on the platform',
] as const;

export type OrderRefusal = (typeof orderRefusals)[number];

/** Answer of POST /subscription/contract/:id/order-now, to repeated requests too. `chargedFrom` is when the order is charged. */
export const orderedSchema = z.object({
  status: z.literal('ordered'),
  contract: z.string(),
  orderedAt: z.iso.datetime(),
  chargedFrom: z.iso.datetime(),
});

export type Ordered = z.infer<typeof orderedSchema>;

const putOffTokenSchema = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[\w.+/=-]+$/);

/** Query of GET /put-off: the sealed order of a mail’s link. */
export const putOffQuerySchema = z.object({ order: putOffTokenSchema });

/** By how many days a customer may put an order off. */
export const putOffDays = [1, 3, 7, 14] as const;

/** Body of POST /put-off. Without `days`, the order is left out until the scale asks again in the next period. */
export const putOffSchema = z.object({
  order: putOffTokenSchema,
  days: z.literal(putOffDays).optional(),
});

const daySchema = z.string().refine(isDay);

/** Answer of GET /put-off: an order that can still be put off, by which days, and from which day the scale may order again otherwise. */
export const puttableOffSchema = z.object({
  shopName: z.string(),
  items: z.array(z.string()),
  chargedFrom: z.iso.datetime(),
  timeZone: z.string(),
  choices: z.array(z.object({ days: z.literal(putOffDays), day: daySchema })),
  nextFrom: daySchema,
});

export type PuttableOff = z.infer<typeof puttableOffSchema>;

/** Answer of POST /put-off: the order’s new day; null if it is left out. */
export const putOffAnswerSchema = z.object({ day: daySchema.nullable(), nextFrom: daySchema });

export type PutOffAnswer = z.infer<typeof putOffAnswerSchema>;
