import { z } from 'zod';
import { listQuerySchema, pageSchema } from './pagination.ts';

/**
 * How far the store's orders are imported. `asOf` is when the latest whole reading began, null before the first has ended; `isImporting`
 * says that one is under way, `hasFailed` that the latest attempt failed (the next request tries again). Without `hasAllOrders` (the scope
 * `read_all_orders`) the platform shows only the orders of the last 60 days; `grantUrl` is where the merchant allows it. `subscriptions`
 * says what counts them: where they are `known`, or known to be `none`, the store's contracts; before all were read (`reading`), and where
 * the platform lets nobody read them (`refused`), the orders.
 */
export const orderImportSchema = z.object({
  asOf: z.iso.datetime().nullable(),
  isImporting: z.boolean(),
  hasFailed: z.boolean(),
  hasAllOrders: z.boolean(),
  /** How many orders are imported so far. */
  orders: z.number().int(),
  /** IANA, such as `America/Los_Angeles`: the days and weeks of the store. */
  timeZone: z.string(),
  /** The store's own, where nobody here knows it: `timeZone` is UTC then. */
  unknownTimeZone: z.string().nullable(),
  grantUrl: z.string(),
  subscriptions: z.enum(['known', 'none', 'reading', 'refused']),
});

export type OrderImport = z.infer<typeof orderImportSchema>;

/** Money in whole minor units of an ISO 4217 currency. */
const minorUnits = z.number().int();

/** An order of the store. `total` is after discounts, refunds, shipping and taxes, in minor units of `currencyCode`. */
const storeOrderSchema = z.object({
  /** The numeric tail of the global id. */
  id: z.string(),
  /** As the store's people know it, such as `#1001`. */
  name: z.string(),
  processedAt: z.iso.datetime(),
  cancelledAt: z.iso.datetime().nullable(),
  /** The platform's, such as `PAID` or `PARTIALLY_REFUNDED`. */
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string(),
  total: minorUnits,
  currencyCode: z.string(),
  /** Null for a guest, or one whose data was erased. */
  customer: z
    .object({ id: z.string(), displayName: z.string(), email: z.string().nullable() })
    .nullable(),
  /** The names of the plans in it; empty where all was bought one time. */
  planNames: z.array(z.string()),
});

export type StoreOrder = z.infer<typeof storeOrderSchema>;

/** `query` looks in the order's name and the customer's name and address. Newest first; `reverse` for oldest first. */
export const storeOrderListQuerySchema = listQuerySchema.extend({
  customerId: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  kind: z.enum(['all', 'subscription']).optional(),
});

/** Answer of GET /order. */
export const storeOrderListSchema = pageSchema.extend({
  orderImport: orderImportSchema,
  orders: z.array(storeOrderSchema),
});

export type StoreOrderList = z.infer<typeof storeOrderListSchema>;

/**
 * A customer with at least one subscription order. `activeSubscriptions` counts the active contracts, or, before contracts are known, the
 * plans whose latest order still covers today; `revenue` is that of the plans' items, in minor units of `currencyCode`, the store's
 * currency; with `hasOtherCurrencies` there was more in others.
 */
const subscriberSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  activeSubscriptions: z.number().int(),
  subscriptionOrders: z.number().int(),
  firstOrderAt: z.iso.datetime(),
  lastOrderAt: z.iso.datetime(),
  revenue: minorUnits,
  hasOtherCurrencies: z.boolean(),
  currencyCode: z.string(),
  planNames: z.array(z.string()),
});

export type Subscriber = z.infer<typeof subscriberSchema>;

/** `query` looks in the customer's name and address. The latest order first. */
export const subscriberListQuerySchema = listQuerySchema;

/** Answer of GET /customer. */
export const subscriberListSchema = pageSchema.extend({
  orderImport: orderImportSchema,
  customers: z.array(subscriberSchema),
});

export type SubscriberList = z.infer<typeof subscriberListSchema>;

/** Answer of GET /customer/:id; the customer's orders are GET /order?customerId=… */
export const subscriberAnswerSchema = z.object({
  orderImport: orderImportSchema,
  customer: subscriberSchema,
});
