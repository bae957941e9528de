import { z } from 'zod';
import { isDay } from './calendar.ts';

// Beyond the specification: what a roaster has to roast for the orders that subscriptions make.

/** How many days the plan covers, from the store's today. */
export const roastDays = 28;

/** An item of the plan: a variant, or what no variant says any more. */
const roastItemSchema = z.object({
  /** The variant's original id; a text that isn't a number for an item without one. */
  id: z.string(),
  /** The product's original id. */
  product: z.string().nullable(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  /** The weight of one bag, in grams; null if the platform has none or couldn't be asked. */
  grams: z.number().nullable(),
  /** How many bags can be sold now; null if the platform doesn't count them or couldn't be asked. */
  stock: z.number().int().nullable(),
});

export type RoastItem = z.infer<typeof roastItemSchema>;

/** How many bags of each item, by its id. */
const bagsSchema = z.record(z.string(), z.number().int());

export type Bags = z.infer<typeof bagsSchema>;

const roastDaySchema = z.object({
  day: z.string(),
  /** Orders that are charged on the day, and deliveries that were paid before. */
  orders: z.number().int(),
  deliveries: z.number().int(),
  bags: bagsSchema,
  /** How many of the bags the platform has taken out of stock already, because their orders are charged. */
  charged: bagsSchema,
  /** The plan as somebody said that they roast it; null if nobody has. */
  taken: z
    .object({
      at: z.iso.datetime(),
      by: z.enum(['you', 'somebody else']),
      bags: bagsSchema,
    })
    .nullable(),
  /** The `If-Match` of taking the day, or of taking it back: it names its bags, and when it was taken. */
  tag: z.string(),
});

export type RoastDay = z.infer<typeof roastDaySchema>;

/** Answer of GET /roast-plan and of whatever changes it: the store's coming 28 days, each of them, and the items in the order of their titles. */
export const roastPlanSchema = z.object({
  timeZone: z.string(),
  /** Of billing: `before` and `stopped` say that nothing is charged. */
  state: z.enum(['before', 'live', 'stopped']),
  /** Whether the store's subscriptions are known, as in `billingSchema`. */
  subscriptions: z.enum(['known', 'reading', 'refused']),
  /** Whether weights and stock could be asked for. */
  inventory: z.enum(['known', 'failed', 'not granted']),
  /** The share of its weight that green coffee loses in the roast, in percent; null until the merchant sets it. */
  lossPercent: z.number().nullable(),
  items: z.array(roastItemSchema),
  days: z.array(roastDaySchema),
});

export type RoastPlan = z.infer<typeof roastPlanSchema>;

const lossError = 'Must be a number from 0 to 50';

/** PATCH /roast-plan. */
export const roastSettingsSchema = z.object({
  lossPercent: z.number({ error: lossError }).min(0, lossError).max(50, lossError),
});

export type RoastSettings = z.output<typeof roastSettingsSchema>;

/** POST /roast-plan/day: says that a day is roasted as it is planned now, or takes that back. Repeating it does nothing. */
export const changeRoastDaySchema = z.object({
  day: z.string().refine(isDay, 'Not a day'),
  change: z.enum(['take', 'take back']),
});

export type ChangeRoastDay = z.output<typeof changeRoastDaySchema>;
