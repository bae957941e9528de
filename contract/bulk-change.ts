import { z } from 'zod';
import {
  bulkRowStates,
  bulkRowViews,
  bulkStates,
  bulkTexts,
  leftOutReasons,
} from './bulk-change-names.ts';
import { isDay } from './calendar.ts';
import { maximumPageSize } from './limits.ts';
import { listQuerySchema, pageSchema } from './pagination.ts';
import { highestPrice } from './recurring-limits.ts';
import { contractListQuerySchema } from './subscription-contract.ts';
import { cancelReasons } from './subscription-contract-names.ts';
import { textSchema } from './timeline.ts';

// Beyond the specification: one change of many subscriptions.

const tailSchema = z.string().regex(/^\d{1,20}$/);
const daySchema = z.string().refine(isDay, 'Pick a day');
/** A variant by the numeric tail of its id, and what it was called when it was picked. */
const pickedSchema = z.object({ id: tailSchema, name: textSchema });

/**
 * The change to make to each. `pause` takes the day on which each resumes by itself, `move` so many days or the store's day for each one's next
 * order. `replace` keeps the lines' quantity and price. `price` sets what one costs wherever the variant is part of a subscription: `amount` in minor
 * units of `currencyCode`, or by hundredths of a percent.
 */
export const bulkChangeBodySchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('pause'), until: daySchema.optional() }),
  z.object({ change: z.literal('resume') }),
  z.object({ change: z.literal('cancel'), reason: z.enum(cancelReasons).optional() }),
  z.object({
    change: z.literal('move'),
    to: z.union([
      z.object({ day: daySchema }),
      z.object({ days: z.int('Enter a whole number of days').min(-366).max(366) }),
    ]),
  }),
  z.object({ change: z.literal('replace'), variant: pickedSchema, by: pickedSchema }),
  z.object({
    change: z.literal('price'),
    variant: pickedSchema,
    to: z.union([
      z.object({
        amount: z.int('Enter a price').min(0, 'Enter a price').max(highestPrice),
        currencyCode: z.string().regex(/^[A-Z]{3}$/),
      }),
      z.object({ basisPoints: z.int('Enter a percentage').min(-10_000).max(100_000) }),
    ]),
  }),
]);

export type BulkChangeBody = z.output<typeof bulkChangeBodySchema>;

/** The same, or an import of subscribers, which has its own way in (subscriber-import.ts). `file` is the name of what was sent. */
export const anyBulkChangeSchema = z.discriminatedUnion('change', [
  ...bulkChangeBodySchema.options,
  z.object({ change: z.literal('import'), file: z.string().max(255) }),
]);

export type AnyBulkChange = z.output<typeof anyBulkChangeSchema>;

/** Which subscriptions: all that match these, as the list's address has them. */
export const bulkFilterSchema = contractListQuerySchema
  .omit({ first: true, after: true, before: true, reverse: true, sortKey: true })
  .extend({
    /** What `product` was called when it was chosen. Nothing is filtered by it. */
    productName: z
      .string()
      .max(255)
      .regex(/^[^\0]*$/)
      .optional(),
  });

export type BulkFilter = z.output<typeof bulkFilterSchema>;

export const bulkIdSchema = z.uuid(bulkTexts.notFound);

/**
 * POST /subscription/bulk-change prepares a change, or with `takesBack` the way back from one: it notes each subscription that is chosen, and does
 * nothing to any. With `contracts` it is these, whether they still match the filter of the list where they were ticked or not.
 */
export const prepareBulkChangeSchema = z.union([
  z.object({
    change: bulkChangeBodySchema,
    filter: bulkFilterSchema,
    contracts: z.array(tailSchema).min(1).max(maximumPageSize).optional(),
  }),
  z.object({ takesBack: bulkIdSchema }),
]);

export type PrepareBulkChange = z.output<typeof prepareBulkChangeSchema>;

/** POST /subscription/bulk-change/:id. Each of them done twice is the same as once. */
export const decideBulkChangeSchema = z.object({ decision: z.enum(['begin', 'stop', 'go on']) });

export type BulkDecision = z.output<typeof decideBulkChangeSchema>['decision'];

const countSchema = z.number().int();

const shape = {
  id: z.string(),
  change: anyBulkChangeSchema,
  filter: bulkFilterSchema,
  /** How many were ticked one by one; null where all that match were chosen. */
  ticked: countSchema.nullable(),
  /** The change that this one takes back, and the one that takes this one back. */
  takesBack: z.string().nullable(),
  takenBackBy: z.string().nullable(),
  state: z.enum(bulkStates),
  /** Why the platform stopped it; null where a merchant did, or nobody. */
  stoppedBecause: z.string().nullable(),
  isYours: z.boolean(),
  preparedAt: z.iso.datetime(),
  begunAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  counts: z.object({
    waiting: countSchema,
    doing: countSchema,
    done: countSchema,
    refused: countSchema,
    leftOut: countSchema,
  }),
};

/** Answer of GET /subscription/bulk-change/:id, and of all that is done to it. */
export const bulkChangeSchema = z.object({
  ...shape,
  leftOut: z.array(z.object({ reason: z.enum(leftOutReasons), subscriptions: countSchema })),
  /** One order's price before and after the change, over all that aren't left out; before tax, in minor units. */
  sums: z.array(
    z.object({
      currencyCode: z.string(),
      subscriptions: countSchema,
      amount: z.number().int(),
      newAmount: z.number().int(),
      /** Of how many the new amount holds only until the next product's own price is known. */
      ownPrices: countSchema,
    }),
  ),
  /** How many of those that are done, or were begun, can be taken back, where nobody changes them first. */
  canGoBack: countSchema,
  /** Of an import: how many lines name no payment method, of those that aren't left out. */
  withoutMethod: countSchema,
  timeZone: z.string(),
});

export type BulkChange = z.infer<typeof bulkChangeSchema>;

export const bulkChangeListQuerySchema = listQuerySchema.omit({ query: true });

/** Answer of GET /subscription/bulk-change: those that were begun, the latest first. */
export const bulkChangeListSchema = pageSchema.extend({
  changes: z.array(z.object(shape)),
  timeZone: z.string(),
});

export type BulkChangeList = z.infer<typeof bulkChangeListSchema>;
export type ListedBulkChange = BulkChangeList['changes'][number];

export const bulkRowListQuerySchema = listQuerySchema
  .omit({ query: true, reverse: true })
  .extend({ show: z.enum(bulkRowViews).optional() });

export type BulkRowListQuery = z.output<typeof bulkRowListQuerySchema>;

const bulkRowSchema = z.object({
  id: z.string(),
  /** Null of an import's line that hasn't made one. */
  contract: z.string().nullable(),
  /** An import's line, as a spreadsheet counts: the headings are the first. */
  line: z.int().nullable(),
  reference: z.string().nullable(),
  /** Null if they aren't known, or their data was erased. Of an import's line, by their email. */
  customer: z.object({ id: z.string().nullable(), displayName: z.string() }).nullable(),
  items: z.array(z.string()),
  state: z.enum(bulkRowStates),
  leftOut: z.enum(leftOutReasons).nullable(),
  /** Why it wasn't done, in words; also what is wrong with a line. */
  refused: z.string().nullable(),
  /** An order's price before and after the change; before tax, in minor units. */
  amount: z.number().int(),
  newAmount: z.number().int(),
  /** Whether the new amount holds only until the next product's own price is known. */
  hasOwnPrice: z.boolean(),
  currencyCode: z.string(),
  /** The store's days of a moved order, before and after. */
  day: z.string().nullable(),
  newDay: z.string().nullable(),
});

export type BulkRow = z.infer<typeof bulkRowSchema>;

/** Answer of GET /subscription/bulk-change/:id/row: `included` where nothing else is asked for. */
export const bulkRowListSchema = pageSchema.extend({ rows: z.array(bulkRowSchema) });

export type BulkRowList = z.infer<typeof bulkRowListSchema>;

/** Answer of GET /subscription/bulk-options: what is subscribed to, by variants in order of their names, and in which currencies. */
export const bulkOptionsSchema = z.object({
  variants: z.array(pickedSchema),
  hasMoreVariants: z.boolean(),
  currencies: z.array(z.string()),
});

export type BulkOptions = z.infer<typeof bulkOptionsSchema>;
