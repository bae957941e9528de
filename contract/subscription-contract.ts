import { z } from 'zod';
import { isDay } from './calendar.ts';
import { deliveryAddressSchema } from './delivery-address.ts';
import { intervals } from './limits.ts';
import { noticeChannels, noticeNames, unsentReasonNames } from './notices.ts';
import { listQuerySchema, pageSchema } from './pagination.ts';
import { highestPrice, largestQuantity } from './recurring-limits.ts';
import { recurringDecisions, recurringOutcomes } from './recurring-orders-names.ts';
import { rotationPrices } from './rotation-texts.ts';
import { savedViewSchema } from './saved-view.ts';
import {
  cancelReasons,
  contractChanges,
  contractSortKeys,
  contractStatuses,
  nextOrderWindows,
  orderChanges,
  paymentTroubles,
} from './subscription-contract-names.ts';
import { timelineActors, timelineDetailsSchema, timelineKinds } from './timeline.ts';

// Beyond the specification: who subscribes to what, by the subscription contracts of the platform.

const numberSchema = z.string().regex(/^\d{1,20}$/);

/** How often, in the platform's words. */
export const frequencySchema = z.object({
  interval: z.enum(intervals),
  intervalCount: z.number().int(),
});

/** The fields of a subscription that the list and its page share. */
const commonSchema = z.object({
  /** The numeric tail of the contract's global id. */
  id: z.string(),
  /** Null if they aren't known, or their data was erased. */
  customer: z.object({ displayName: z.string(), email: z.string().nullable() }).nullable(),
  status: z.enum(contractStatuses),
  /** It is charged when the customer uses it up, not by date. Null if nobody knows: its plan is gone. */
  isUsageBased: z.boolean().nullable(),
  every: frequencySchema,
  /** The price of an order now, before tax, in minor units. */
  amount: z.number().int(),
  currencyCode: z.string(),
  /** Null where nothing speaks against the next charge, and where the subscription is over. */
  paymentTrouble: z.enum(paymentTroubles).nullable(),
});

const listedContractSchema = commonSchema.extend({
  /** Such as `2 × House blend`, in the contract's order. */
  items: z.array(z.string()),
  /** The store's day of the next order; null where none is known, as more than 45 days ahead. */
  nextDay: z.string().nullable(),
  /** The products that its rotating lines will hold in that order, by what is known now. */
  nextHolds: z.array(z.string()),
  /** Whether that order costs what these cost, and not the `amount`. */
  nextHasOwnPrice: z.boolean(),
});

export type ListedContract = z.infer<typeof listedContractSchema>;

/**
 * GET /subscription/contract. `query` looks in the customer's name and address and in what is sold. The next order comes first; those
 * without one last.
 */
export const contractListQuerySchema = listQuerySchema.extend({
  sortKey: z.enum(contractSortKeys, { error: 'Unknown sort order' }).optional(),
  status: z.enum(contractStatuses).optional(),
  /** A plan's name. */
  plan: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0]*$/)
    .optional(),
  /** A product that they sell, by the numeric tail of its id. */
  product: numberSchema.optional(),
  payment: z.enum(['trouble']).optional(),
  /** Those that were canceled here for this reason. */
  canceled: z.enum(cancelReasons).optional(),
  /** Those of a customer, and those that an order began or was made by; by the numeric tails of their ids. */
  customer: numberSchema.optional(),
  order: numberSchema.optional(),
  next: z.enum(nextOrderWindows).optional(),
});

export type ContractListQuery = z.output<typeof contractListQuerySchema>;

/** Answer of GET /subscription/contract. Contracts that are gone from the platform are not among them. */
export const contractListSchema = pageSchema.extend({
  contracts: z.array(listedContractSchema),
  /** The names of all plans that are subscribed to, in their order; the first hundred. */
  plans: z.array(z.string()),
  /** The products that are subscribed to and the one that was asked for, by title. */
  products: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Whether there are more of them, which only the search finds. */
  hasMoreProducts: z.boolean(),
  /** By name; the shop has at most twenty. */
  views: z.array(savedViewSchema),
  /**
   * Whether the store's subscriptions are known: `reading` before all were read for the first time, `refused` where the platform lets nobody
   * read them.
   */
  subscriptions: z.enum(['known', 'reading', 'refused']),
});

export type ContractList = z.infer<typeof contractListSchema>;

const explanationSchema = z.object({ happened: z.string(), whatToDo: z.string().nullable() });

/** An order that is to come, or that has fallen due and isn't over. */
const comingOrderSchema = z.object({
  cycle: z.number().int(),
  /** The day of the store on which it is expected. */
  day: z.string(),
  /** When it is charged at the earliest, and until when it can be changed here. */
  chargedFrom: z.iso.datetime(),
  /**
   * The last day for changes before its roast day, until its end by the store's clocks; null where there is none. The merchant can still change it
   * afterwards, until it is charged.
   */
  cutoff: z.object({ day: z.string(), isOver: z.boolean() }).nullable(),
  /** `left` for one that is skipped. */
  outcome: z.enum(recurringOutcomes),
  explanation: explanationSchema.nullable(),
  /** The products that its rotating lines will hold, by what is known now. */
  holds: z.array(z.string()),
  /** The actions that are possible now. */
  changes: z.array(z.enum(orderChanges)),
});

export type ComingOrder = z.infer<typeof comingOrderSchema>;

/** Something that happened, the latest first. */
const historyEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /**
   * `began`: the contract was made. `charging`, `charged`, `failed`: what became of one time that the platform was asked to charge an order.
   * `decided`: by the merchant. `not charged`: an order was left out, ended, or waits for a decision. `told`: the customer of `notice`, unless
   * `unsent` says why not. All others are of the timeline.
   */
  event: z.enum([
    ...(['began', 'charging', 'charged', 'failed', 'decided', 'not charged', 'told'] as const),
    ...timelineKinds,
  ]),
  /** The day on which the order was expected; null where it is about none. */
  day: z.string().nullable(),
  /** The order that was made; `id` is the numeric tail. */
  order: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Before tax, in minor units; null where nobody knows. */
  amount: z.number().int().nullable(),
  explanation: explanationSchema.nullable(),
  decision: z.enum(recurringDecisions).nullable(),
  notice: z.enum(noticeNames).nullable(),
  channel: z.enum(noticeChannels).nullable(),
  unsent: z.enum(unsentReasonNames).nullable(),
  /** Who did it, where it is of the timeline or a decision that somebody took; `name` is a scale's, and `isYou` is so for the merchant who asks. */
  by: z
    .object({ who: z.enum(timelineActors), name: z.string().nullable(), isYou: z.boolean() })
    .nullable(),
  details: timelineDetailsSchema,
  why: z.string().nullable(),
});

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** GET /subscription/contract/:id/history: `after` is the cursor that `earlier` was. */
export const contractHistoryQuerySchema = listQuerySchema.pick({ after: true });

export type ContractHistoryQuery = z.output<typeof contractHistoryQuerySchema>;

/** Answer of GET /subscription/contract/:id/history: fifty entries, the latest first. `earlier` is the cursor of those before; null where there are none. */
export const contractHistorySchema = z.object({
  history: z.array(historyEntrySchema),
  earlier: z.string().nullable(),
});

export type ContractHistory = z.infer<typeof contractHistorySchema>;

/** Answer of GET /subscription/contract/:id, and of every change of it: a subscription as it stands now. */
export const subscriptionContractSchema = commonSchema.extend({
  /** The platform has it no more: it is shown as it was. */
  isGone: z.boolean(),
  createdAt: z.iso.datetime(),
  delivered: frequencySchema,
  lines: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      variantTitle: z.string().nullable(),
      /** What it sells, by the numeric tail of its id; null where Shopify doesn't say. */
      variant: z.string().nullable(),
      quantity: z.number().int(),
      /** For one, in minor units. */
      price: z.number().int(),
      planName: z.string().nullable(),
    }),
  ),
  /** The lines whose product has a rotation: the id of what is next, null where nothing can go out, and all products in their order. */
  rotations: z.array(
    z.object({
      line: z.string(),
      price: z.enum(rotationPrices),
      next: z.string().nullable(),
      coffees: z.array(z.object({ id: z.string(), title: z.string(), canGoOut: z.boolean() })),
    }),
  ),
  /** One-time additions to the next order, without those of an order under way. */
  once: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      variantTitle: z.string().nullable(),
      quantity: z.number().int(),
      /** For one, in minor units. */
      price: z.number().int(),
    }),
  ),
  deliveryPrice: z.number().int(),
  /** The store's day on which it resumes by itself; null where it isn't paused, or until somebody resumes it. */
  resumesOn: z.string().nullable(),
  /** Of one that can be resumed: the store's day of its first order if that is done now, where it is known. */
  firstIfResumed: z.string().nullable(),
  /** Null where it has none. `kind` is `CARD`, `PAYPAL`, `SHOP_PAY` or `OTHER`. */
  paymentMethod: z
    .object({
      kind: z.string(),
      lastDigits: z.string().nullable(),
      expiryMonth: z.number().int().nullable(),
      expiryYear: z.number().int().nullable(),
    })
    .nullable(),
  /**
   * Of a usage-based one: when it was last ordered, at first when it began, the store's day from which it may be charged again, and whether an
   * order waits that its customer was told of, and can still put off. Null for others.
   */
  use: z
    .object({ lastAt: z.iso.datetime(), nextFrom: z.string(), canBePutOff: z.boolean() })
    .nullable(),
  /** Whether the store's orders are charged by themselves at all. */
  isBilling: z.boolean(),
  /** The earliest twelve, of the 45 days that are known. */
  coming: z.array(comingOrderSchema),
  /** The actions on the subscription itself that are possible now. */
  changes: z.array(z.enum(contractChanges)),
  /** The latest of it. */
  ...contractHistorySchema.shape,
  timeZone: z.string(),
  /** The `If-Match` of a change: a tag of what the caller has seen of the contract and its cycles. */
  tag: z.string(),
});

export type SubscriptionContract = z.infer<typeof subscriptionContractSchema>;

const cycleSchema = z.int32().min(0);
const daySchema = z.string().refine(isDay, 'Pick a day');
const mostLines = 50;

const priceSchema = z
  .int('Enter a price')
  .min(0, 'Enter a price')
  .max(highestPrice, 'Enter a lower price');

const quantitySchema = z
  .int('Enter a whole number')
  .min(1, 'Enter a quantity of at least 1')
  .max(largestQuantity, `Enter a quantity of at most ${largestQuantity}`);

/**
 * One of a contract's lines as it shall be; `price` is for one, in minor units. `variant` is the one to sell from now on, by the numeric
 * tail of its id.
 */
const setLineSchema = z.object({
  line: numberSchema,
  quantity: quantitySchema,
  variant: numberSchema.optional(),
  price: priceSchema,
});

/**
 * POST /subscription/contract/:id. A repeated request does nothing, whatever its `If-Match` says. Days are the store's, amounts in minor units.
 * - `pause` takes the day on which it resumes by itself.
 * - `move following` also moves all later orders, to that day of the week, month or year; `bill` moves an order to today.
 * - `set lines` leaves unnamed lines alone; `set address` includes the price of delivery.
 * - `set plan` includes the prices that the merchant saw, and is refused if the plan has others by now.
 * - `ask for method` has Shopify email the customer, at most every ten minutes.
 */
export const changeContractSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('pause'), until: daySchema.optional() }),
  z.object({ change: z.literal('resume') }),
  z.object({
    change: z.literal('cancel'),
    reason: z.enum(cancelReasons).optional(),
    note: z
      .string()
      .trim()
      .max(255, 'Use at most 255 characters')
      .regex(/^[^\0]*$/)
      .optional(),
  }),
  z.object({
    change: z.literal('set lines'),
    lines: z.array(setLineSchema).min(1).max(mostLines),
  }),
  z.object({
    change: z.literal('set address'),
    address: deliveryAddressSchema,
    deliveryPrice: priceSchema,
  }),
  z.object({
    change: z.literal('set plan'),
    plan: numberSchema,
    lines: z
      .array(z.object({ line: numberSchema, price: priceSchema }))
      .min(1)
      .max(mostLines),
  }),
  z.object({ change: z.literal('ask for method') }),
  z.object({ change: z.literal('skip'), cycle: cycleSchema }),
  z.object({ change: z.literal('unskip'), cycle: cycleSchema }),
  z.object({
    change: z.literal('move'),
    cycle: cycleSchema,
    day: daySchema,
  }),
  z.object({
    change: z.literal('move following'),
    cycle: cycleSchema,
    day: daySchema,
  }),
  z.object({ change: z.literal('bill'), cycle: cycleSchema }),
]);

export type ChangeContract = z.output<typeof changeContractSchema>;

/** Has a line go on with this product of its rotation, both by the numeric tails of their ids. Shopify knows nothing of it. */
const setPlaceSchema = z.object({
  change: z.literal('set place'),
  line: numberSchema,
  coffee: numberSchema,
});

export type SetPlace = z.output<typeof setPlaceSchema>;

/** Has a usage-based subscription's next order charged at once. */
const orderSchema = z.object({ change: z.literal('order') });

/**
 * Adds a product to the order that goes out next alone. `id` is made by the asker: a repeated request adds nothing. `price` is for one, in
 * minor units of the contract's currency; `isOwnPrice` says that it is the product's, and is refused if it isn't. `remove once` takes it
 * back by that id.
 */
const addOnceSchema = z.object({
  change: z.literal('add once'),
  id: z.uuid(),
  variant: numberSchema,
  quantity: quantitySchema,
  price: priceSchema,
  isOwnPrice: z.boolean(),
});
const removeOnceSchema = z.object({ change: z.literal('remove once'), id: z.uuid() });

export type AddOnce = z.output<typeof addOnceSchema>;

/**
 * POST /subscription/contract/:id: a change on the platform, an order by use, something for the next order alone, or a change of the place in a
 * rotation, which needs no `If-Match`.
 */
export const contractRequestSchema = z.discriminatedUnion('change', [
  ...changeContractSchema.options,
  setPlaceSchema,
  addOnceSchema,
  removeOnceSchema,
  orderSchema,
]);

export type ContractRequest = z.output<typeof contractRequestSchema>;
