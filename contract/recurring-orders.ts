import { z } from 'zod';
import { billingRulesSchema } from './billing-rules.ts';
import { isDay } from './calendar.ts';
import { listQuerySchema, pageSchema } from './pagination.ts';
import { failureClasses, recurringDecisions, recurringOutcomes } from './recurring-orders-names.ts';

export * from './recurring-orders-names.ts';

// Beyond the specification: the orders that subscriptions make by themselves, and how they are charged.

/** Sums before tax in whole minor units, one per currency (ISO 4217); empty if there are none. */
const moneySchema = z.array(z.object({ amount: z.number().int(), currencyCode: z.string() }));

/** A day of the store, such as `2026-11-23`. */
const daySchema = z.string().refine(isDay, 'Not a day');

/** A billing cycle of a contract; `contract` is the numeric tail of its global id. */
const recurringOrderNameSchema = z.object({
  contract: z.string().regex(/^\d{1,20}$/, 'Not the id of a subscription'),
  /** The range of a 32-bit integer column. */
  cycle: z.int32().min(0),
});

/** For the merchant: what happened, and what to do about it. */
const explanationSchema = z.object({ happened: z.string(), whatToDo: z.string().nullable() });

/** One order that a subscription has made, will make, or should have made. */
const recurringOrderSchema = recurringOrderNameSchema.extend({
  /** The store's day on which the order is expected. */
  day: z.string(),
  expectedAt: z.iso.datetime(),
  /** Null if the customer isn't known, or their data was erased. */
  customer: z.object({ displayName: z.string() }).nullable(),
  /** The items, such as `2 × House blend`, in the contract's order: those that were paid, or those of now. */
  items: z.array(z.string()),
  /** Before tax, in minor units: the charged sum, or the sum at today's prices. */
  amount: z.number().int(),
  currencyCode: z.string(),
  outcome: z.enum(recurringOutcomes),
  /** Null if there is nothing to explain, for instance after a successful charge. */
  explanation: explanationSchema.nullable(),
  /** How often Cadence tried to charge it. A decision names as many as the merchant has seen. */
  attempts: z.int32(),
  /** When Cadence checks it or tries it again. */
  nextAt: z.iso.datetime().nullable(),
  /** The order that the charge made; `id` is the numeric tail of its global id. */
  order: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** The decisions that the merchant can take about it now. */
  decisions: z.array(z.enum(recurringDecisions)),
});

export type RecurringOrder = z.infer<typeof recurringOrderSchema>;

/** The outcomes of a list's filter; the address joins them with commas. */
export const outcomesSchema = z.array(z.enum(recurringOutcomes));

/**
 * GET /recurring-orders. `query` searches the customer's name and address, the items and the order's name. The latest expected date comes
 * first; with `reverse`, the earliest. Without `day` or `until` the list ends 30 days ahead. `until` is its last day. Commas join several
 * outcomes.
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
});

export type RecurringOrderList = z.infer<typeof recurringOrderListSchema>;

/** How many orders of a day have each outcome. */
const countsSchema = z.record(z.enum(recurringOutcomes), z.number().int());

/** The orders that are due on one day of the store. */
const billingRunSchema = z.object({
  day: z.string(),
  counts: countsSchema,
  charged: moneySchema,
});

export type BillingRun = z.infer<typeof billingRunSchema>;

/** GET /recurring-orders/run: the days before `before`, or up to today; the latest come first. */
export const billingRunListQuerySchema = z.object({ before: daySchema.optional() });

/** Answer of GET /recurring-orders/run: today and the days with orders, out of 30. Those before `earlier` are the next page; null if there are none. */
export const billingRunListSchema = z.object({
  today: z.string(),
  runs: z.array(billingRunSchema),
  earlier: z.string().nullable(),
});

export type BillingRunList = z.infer<typeof billingRunListSchema>;

/** Answer of GET /recurring-orders/calendar: the next 30 days of the store, from today. */
export const recurringCalendarSchema = z.object({
  days: z.array(z.object({ day: z.string(), orders: z.number().int(), expected: moneySchema })),
});

export type RecurringCalendar = z.infer<typeof recurringCalendarSchema>;

/** Answer of GET /recurring-orders/summary: the figures that a merchant reads in the morning. */
export const recurringSummarySchema = z.object({
  /** `before`: billing has never been started. */
  state: z.enum(['before', 'live', 'stopped']),
  today: billingRunSchema,
  /** Failed orders of all days that may still succeed, counted by what happened, the most frequent first. */
  failures: z.array(
    z.object({
      failureClass: z.enum(failureClasses),
      happened: z.string(),
      orders: z.number().int(),
    }),
  ),
  /** How many orders of all days the merchant has to decide about. */
  toDecide: z.number().int(),
  /** Charges expected in the next 30 days. */
  expected: z.object({ orders: z.number().int(), money: moneySchema }),
});

export type RecurringSummary = z.infer<typeof recurringSummarySchema>;

/** A shop's billing: answer of GET and PATCH /recurring-orders/billing and of POST /recurring-orders/billing/state. */
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
   * Whether Cadence knows the store's subscriptions. `reading`: the first complete reading isn't over. `refused`: the platform doesn't let
   * Cadence read them.
   */
  subscriptions: z.enum(['known', 'reading', 'refused']),
  /** The address at which the merchant grants the permissions that billing lacks; null if it lacks none. */
  grantUrl: z.string().nullable(),
  activeSubscriptions: z.number().int(),
  rules: billingRulesSchema,
  timeZone: z.string(),
  /** The `If-Match` of a change of the rules; it covers the rules alone. */
  tag: z.string(),
});

export type Billing = z.infer<typeof billingSchema>;

/**
 * Answer of GET /recurring-orders/billing/first: the first charges if the merchant goes live or starts again now. `now` is charged at
 * once, `soon` within seven days. `first` has the earliest ten of both. `toDecide` orders wait for the merchant's decision.
 */
export const firstChargesSchema = z.object({
  now: z.object({ orders: z.number().int(), money: moneySchema }),
  soon: z.object({ orders: z.number().int(), money: moneySchema }),
  toDecide: z.number().int(),
  first: z.array(
    recurringOrderNameSchema.extend({
      day: z.string(),
      customer: z.object({ displayName: z.string() }).nullable(),
      amount: z.number().int(),
      currencyCode: z.string(),
    }),
  ),
  /** The `If-Match` of going live or starting. Cadence refuses an older tag, because the charges have changed since. */
  tag: z.string(),
});

export type FirstCharges = z.infer<typeof firstChargesSchema>;

/** POST /recurring-orders/billing/state. */
export const changeBillingSchema = z.object({ change: z.enum(['go live', 'stop', 'start']) });

export type BillingChange = z.infer<typeof changeBillingSchema>['change'];

/** The most orders in one decision. */
const ordersPerDecision = 50;

/** POST /recurring-orders/decision. Repeating a decision does nothing: what was tried more often than `attempts` isn't tried by it. */
export const decideRecurringOrdersSchema = z.object({
  decision: z.enum(recurringDecisions),
  orders: z
    .array(recurringOrderNameSchema.extend({ attempts: z.int32().min(0).optional() }))
    .min(1)
    .max(ordersPerDecision),
});

export type DecideRecurringOrders = z.output<typeof decideRecurringOrdersSchema>;

/** Answer of POST /recurring-orders/decision, in the request's order: why Cadence didn't take the decision, null where it did. */
export const decidedRecurringOrdersSchema = z.array(z.object({ refused: z.string().nullable() }));
