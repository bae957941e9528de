import { z } from 'zod';
import { billingRulesSchema } from './billing-rules.ts';
import { isDay } from './calendar.ts';
import { listQuerySchema, pageSchema } from './pagination.ts';
import { failureClasses, recurringDecisions, recurringOutcomes } from './recurring-orders-names.ts';

export * from './recurring-orders-names.ts';

// Beyond the specification: the orders that subscription contracts make on their own, and how they are charged.

/** Money before tax in whole minor units, by ISO 4217 currency; empty where there is none. */
const moneySchema = z.array(z.object({ amount: z.number().int(), currencyCode: z.string() }));

/** A day of the store, such as `2026-11-23`. */
const daySchema = z.string().refine(isDay, 'Not a day');

/** A billing cycle of a contract; `contract` is the numeric tail of its global id. */
const recurringOrderNameSchema = z.object({
  contract: z.string().regex(/^\d{1,20}$/, 'Not the id of a subscription'),
  /** As far as a database's integer goes. */
  cycle: z.int32().min(0),
});

/** For the merchant: what happened, and what to do. */
const explanationSchema = z.object({ happened: z.string(), whatToDo: z.string().nullable() });

/** One order that a subscription made, is to make, or should have made. */
export const recurringOrderSchema = recurringOrderNameSchema.extend({
  /** The day of the store on which it is expected. */
  day: z.string(),
  expectedAt: z.iso.datetime(),
  /** Null if they aren't known, or their data was erased. */
  customer: z.object({ id: z.string(), displayName: z.string() }).nullable(),
  /** The items, such as `2 × House blend`, in the contract's order. */
  items: z.array(z.string()),
  /** Before tax, in minor units: what was charged, or what would be by now. */
  amount: z.number().int(),
  currencyCode: z.string(),
  outcome: z.enum(recurringOutcomes),
  /** Why its latest attempt failed, if it did. */
  failureClass: z.enum(failureClasses).nullable(),
  /** Null if there is nothing to explain, such as for a charged one. */
  explanation: explanationSchema.nullable(),
  /** How often the platform was asked to charge it. */
  attempts: z.number().int(),
  /** When it is looked at or tried again. */
  nextAt: z.iso.datetime().nullable(),
  /** The order that was made; `id` is the numeric tail. */
  order: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** The decisions that the merchant may take about it now. */
  decisions: z.array(z.enum(recurringDecisions)),
});

export type RecurringOrder = z.infer<typeof recurringOrderSchema>;

/** Outcomes that a list is narrowed to, joined by commas in its address. */
export const outcomesSchema = z.array(z.enum(recurringOutcomes));

/**
 * GET /recurring-orders. `query` looks in the customer's name and address, what is ordered, and the order's name. Those expected last come
 * first; `reverse` for the earliest first. Without `day` all of them up to 30 days ahead, with `until` those up to that day; several outcomes are
 * joined by commas.
 */
export const recurringOrderListQuerySchema = listQuerySchema.extend({
  day: daySchema.optional(),
  until: daySchema.optional(),
  outcome: z
    .string()
    .refine((text) => outcomesSchema.safeParse(text.split(',')).success, 'Not an outcome')
    .optional(),
  failureClass: z.enum(failureClasses).optional(),
});

export type RecurringOrderListQuery = z.output<typeof recurringOrderListQuerySchema>;

/** Answer of GET /recurring-orders. */
export const recurringOrderListSchema = pageSchema.extend({
  orders: z.array(recurringOrderSchema),
  timeZone: z.string(),
});

export type RecurringOrderList = z.infer<typeof recurringOrderListSchema>;

/** How many orders of a day have which outcome, in {@link recurringOutcomes}. */
const countsSchema = z.record(z.enum(recurringOutcomes), z.number().int());

/** The orders that were due on one day of the store. */
export const billingRunSchema = z.object({
  day: z.string(),
  counts: countsSchema,
  /** The sums that were charged. */
  charged: moneySchema,
});

export type BillingRun = z.infer<typeof billingRunSchema>;

/** GET /recurring-orders/run: `before` is a day; the latest come first. */
export const billingRunListQuerySchema = z.object({ before: daySchema.optional() });

/** Answer of GET /recurring-orders/run: 30 days at most that had orders, today's first. `hasMore` says whether earlier ones do. */
export const billingRunListSchema = z.object({
  today: z.string(),
  runs: z.array(billingRunSchema),
  hasMore: z.boolean(),
});

export type BillingRunList = z.infer<typeof billingRunListSchema>;

/** Answer of GET /recurring-orders/calendar: each of the coming 30 days of the store, today among them. */
export const recurringCalendarSchema = z.object({
  days: z.array(z.object({ day: z.string(), orders: z.number().int(), expected: moneySchema })),
});

export type RecurringCalendar = z.infer<typeof recurringCalendarSchema>;

/** Answer of GET /recurring-orders/summary: the figures for a merchant's morning. */
export const recurringSummarySchema = z.object({
  /** `before`: the store didn't go live yet. */
  state: z.enum(['before', 'live', 'stopped']),
  today: billingRunSchema,
  /** Of all days: what failed and is not over, by what happened, the most frequent first. */
  failures: z.array(
    z.object({
      failureClass: z.enum(failureClasses),
      happened: z.string(),
      orders: z.number().int(),
    }),
  ),
  /** Of all days. */
  toDecide: z.number().int(),
  /** The sums expected to be charged in the coming 30 days. */
  expected: z.object({ orders: z.number().int(), money: moneySchema }),
});

export type RecurringSummary = z.infer<typeof recurringSummarySchema>;

/** How the shop bills: answer of GET and PATCH /recurring-orders/billing and of POST /recurring-orders/billing/state. */
export const billingSchema = z.object({
  state: z.enum(['before', 'live', 'stopped']),
  wentLiveAt: z.iso.datetime().nullable(),
  stopped: z
    .object({
      at: z.iso.datetime(),
      /** Null if the merchant stopped it. */
      because: explanationSchema.nullable(),
    })
    .nullable(),
  /**
   * Whether the store's subscriptions are known: `reading` before all were read for the first time, `refused` where the platform lets
   * nobody read them; `grantUrl` is where the merchant allows it.
   */
  subscriptions: z.enum(['known', 'reading', 'refused']),
  grantUrl: z.string().nullable(),
  activeSubscriptions: z.number().int(),
  rules: billingRulesSchema,
  timeZone: z.string(),
  /** The `If-Match` of a change: a tag of everything the caller has seen here. */
  tag: z.string(),
});

export type Billing = z.infer<typeof billingSchema>;

/**
 * Answer of GET /recurring-orders/billing/first: what is charged first where the merchant goes live or starts again now. `now` is what
 * is charged at once, `soon` what is within seven days, the earliest 50 of it; `toDecide` is listed instead of charged.
 */
export const firstChargesSchema = z.object({
  now: z.object({ orders: z.number().int(), money: moneySchema }),
  soon: z.object({ orders: z.number().int(), money: moneySchema }),
  toDecide: z.number().int(),
  first: z.array(recurringOrderSchema),
  /** The `If-Match` of going live or starting: another one is refused, since the list has changed. */
  tag: z.string(),
});

export type FirstCharges = z.infer<typeof firstChargesSchema>;

/** POST /recurring-orders/billing/state. */
export const changeBillingSchema = z.object({ change: z.enum(['go live', 'stop', 'start']) });

export type BillingChange = z.infer<typeof changeBillingSchema>['change'];

/** The most orders that one decision may be about. */
export const ordersPerDecision = 50;

/** POST /recurring-orders/decision. The same decision again does nothing. */
export const decideRecurringOrdersSchema = z.object({
  decision: z.enum(recurringDecisions),
  orders: z.array(recurringOrderNameSchema).min(1).max(ordersPerDecision),
});

export type DecideRecurringOrders = z.output<typeof decideRecurringOrdersSchema>;

/** Answer of POST /recurring-orders/decision, in the order in which they were named; `refused` says why, null where it was taken. */
export const decidedRecurringOrdersSchema = z.array(
  z.object({ order: recurringOrderSchema.nullable(), refused: z.string().nullable() }),
);
