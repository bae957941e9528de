import { z } from 'zod';
import {
  addressRecord,
  adjustmentTypes,
  amount,
  anchorRecord,
  changeable,
  id,
  planIntervals,
  timestamp,
} from './record-parts.ts';
import {
  attemptRecord,
  contractRecord,
  cycleEditRecord,
  draftRecord,
  paymentMethodRecord,
} from './subscription-records.ts';

/** The records of a store, as the journal has them. Ids are the numbers at the end of global ids. */
export const productStatuses = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'] as const;
export const planCategories = ['OTHER', 'PRE_ORDER', 'SUBSCRIPTION', 'TRY_BEFORE_YOU_BUY'] as const;
export const fulfillmentTriggers = ['ANCHOR', 'ASAP', 'EXACT_TIME', 'UNKNOWN'] as const;
export const balanceTriggers = [
  'EXACT_TIME',
  'NO_REMAINING_BALANCE',
  'ON_FULFILLMENT',
  'TIME_AFTER_CHECKOUT',
] as const;

const productRecord = z.object({
  id,
  title: z.string(),
  handle: z.string(),
  description: z.string(),
  status: z.enum(productStatuses),
  tags: z.array(z.string()),
  vendor: z.string(),
  productType: z.string(),
  /** The name of the picture below /pictures; null for none. */
  picture: z.string().nullable(),
  variantIds: z.array(id),
  /** Sold only with a selling plan. */
  requiresSellingPlan: z.boolean().default(false),
  /** `gift` for the template `product.gift`; null for the default one. */
  templateSuffix: z.string().nullable().default(null),
  ...changeable,
});

const variantRecord = z.object({
  id,
  productId: id,
  title: z.string(),
  sku: z.string(),
  price: amount,
  position: z.number().int(),
  inventoryQuantity: z.number().int(),
  /** Sold also where there are too few. */
  isOversold: z.boolean().optional(),
  /** False if the store doesn't count it. */
  isTracked: z.boolean().optional(),
  weightGrams: z.number(),
  ...changeable,
});

const customerRecord = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  tags: z.array(z.string()),
  address: addressRecord,
  ...changeable,
});

const financialStatuses = [
  'PAID',
  'PENDING',
  'AUTHORIZED',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'VOIDED',
] as const;
const fulfillmentStatuses = [
  'FULFILLED',
  'UNFULFILLED',
  'PARTIALLY_FULFILLED',
  'ON_HOLD',
  'SCHEDULED',
] as const;

/** Lines of an order that are fulfilled together. */
const fulfillmentOrderRecord = z.object({
  id,
  status: z.enum([
    'OPEN',
    'IN_PROGRESS',
    'SCHEDULED',
    'ON_HOLD',
    'INCOMPLETE',
    'CLOSED',
    'CANCELLED',
  ]),
  fulfillAt: timestamp.nullable(),
  method: z.enum(['SHIPPING', 'LOCAL', 'PICK_UP']).default('SHIPPING'),
  /** At a fulfillment service's location instead of the merchant's own. */
  isThirdParty: z.boolean().default(false),
  lines: z.array(z.object({ lineId: id, quantity: z.number().int(), remaining: z.number().int() })),
});

export const orderRecord = z.object({
  id,
  number: z.number().int(),
  customerId: id.nullable(),
  email: z.string(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  financialStatus: z.enum(financialStatuses),
  fulfillmentStatus: z.enum(fulfillmentStatuses),
  /** By default one with all lines and the order's fulfillment status. */
  fulfillmentOrders: z.array(fulfillmentOrderRecord).optional(),
  shippingAddress: addressRecord.nullable(),
  shippingTitle: z.string(),
  shippingPrice: amount,
  lines: z.array(
    z.object({
      id,
      variantId: id,
      title: z.string(),
      variantTitle: z.string(),
      sku: z.string(),
      quantity: z.number().int(),
      /** The quantity left after refunds; by default `quantity`. */
      currentQuantity: z.number().int().optional(),
      unitPrice: amount,
      /** The price with the plan's discount; by default `unitPrice`. */
      discountedUnitPrice: amount.optional(),
      sellingPlan: z.object({ id, name: z.string() }).nullable(),
    }),
  ),
  createdAt: timestamp,
  /** By default `createdAt`. */
  updatedAt: timestamp.optional(),
  cancelledAt: timestamp.nullable(),
  /** Paid with a test card; by default a real one. */
  isTest: z.boolean().optional(),
});

/** A carrier's report about a parcel, in the words of `shipment_status`. */
export const shipmentStatuses = [
  'label_purchased',
  'label_printed',
  'confirmed',
  'carrier_picked_up',
  'in_transit',
  'delayed',
  'ready_for_pickup',
  'out_for_delivery',
  'attempted_delivery',
  'delivered',
  'failure',
] as const;

/** A parcel of an order. */
const fulfillmentRecord = z.object({
  id,
  orderId: id,
  status: z.enum(['SUCCESS', 'CANCELLED']),
  shipmentStatus: z.enum(shipmentStatuses).nullable(),
  lines: z.array(z.object({ lineId: id, quantity: z.number().int() })),
  ...changeable,
});

/** A percentage for PERCENTAGE, otherwise an amount in the store's currency. */
const pricingPolicyRecord = z.object({
  /** Null for the fixed policy, which applies from the first order on. */
  afterCycle: z.number().int().nullable(),
  adjustmentType: z.enum(adjustmentTypes),
  percentage: z.number().nullable(),
  fixedValue: amount.nullable(),
  createdAt: timestamp,
});

const recurrence = {
  // Old journals have neither the kind nor anchors.
  kind: z.literal('recurring').default('recurring'),
  interval: z.enum(planIntervals),
  intervalCount: z.number().int(),
  anchors: z.array(anchorRecord).default([]),
};

const billingRecord = z.union([
  z.object({
    ...recurrence,
    minCycles: z.number().int().nullable(),
    maxCycles: z.number().int().nullable(),
  }),
  z.object({
    kind: z.literal('fixed'),
    checkoutCharge: z.object({
      type: z.enum(['PERCENTAGE', 'PRICE']),
      percentage: z.number().nullable(),
      fixedValue: amount.nullable(),
    }),
    remainingBalanceChargeTrigger: z.enum(balanceTriggers),
    remainingBalanceChargeExactTime: timestamp.nullable(),
    /** An ISO 8601 duration. */
    remainingBalanceChargeTimeAfterCheckout: z.string().nullable(),
  }),
]);

const deliveryTerms = {
  /** In days. Null only if an anchor has a cutoff day of its own. */
  cutoff: z.number().int().nullable(),
  intent: z.string(),
  preAnchorBehavior: z.string(),
};

const deliveryRecord = z.union([
  z.object({ ...recurrence, ...deliveryTerms }),
  z.object({
    kind: z.literal('fixed'),
    fulfillmentTrigger: z.enum(fulfillmentTriggers),
    fulfillmentExactTime: timestamp.nullable(),
    anchors: z.array(anchorRecord),
    ...deliveryTerms,
  }),
]);

const sellingPlanRecord = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  options: z.array(z.string()),
  position: z.number().int(),
  category: z.enum(planCategories),
  billing: billingRecord,
  delivery: deliveryRecord,
  pricing: z.array(pricingPolicyRecord),
  createdAt: timestamp,
});

const groupRecord = z.object({
  id,
  /** Products show another app's group, but this app can neither list nor change it. */
  isOfAnotherApp: z.boolean().default(false),
  /** The value of `app_id` in the storefront's Liquid. */
  appId: z.string().nullable(),
  name: z.string(),
  merchantCode: z.string(),
  description: z.string().nullable(),
  options: z.array(z.string()),
  position: z.number().int(),
  plans: z.array(sellingPlanRecord),
  /** In ascending order. */
  productIds: z.array(id),
  /** In ascending order. */
  variantIds: z.array(id),
  ...changeable,
});

const profileRecord = z.object({
  id,
  name: z.string(),
  isDefault: z.boolean(),
  /** False for a profile that an app made; `merchantOwnedOnly` excludes it. */
  ownedByMerchant: z.boolean(),
  version: z.number().int(),
  /** In ascending order. */
  groupIds: z.array(id),
  /** In ascending order. The default profile's own list stays empty, because it holds every variant that no other profile holds. */
  variantIds: z.array(id),
  createdAt: timestamp,
});

const metafieldRecord = z.object({
  id,
  namespace: z.string(),
  key: z.string(),
  type: z.string(),
  value: z.string(),
});

const pageRecord = z.object({
  id,
  title: z.string(),
  handle: z.string(),
  body: z.string(),
  isPublished: z.boolean(),
  templateSuffix: z.string().nullable(),
  metafields: z.array(metafieldRecord).default([]),
  ...changeable,
});

/** A file of the store: an image, or anything uploaded as one. */
const fileRecord = z.object({
  id,
  filename: z.string(),
  alt: z.string(),
  /** Null if it isn't an image. */
  mimeType: z.string().nullable(),
  /** The error with which processing ends. */
  fault: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** When processing ends, in ms since 1970. */
  readyAt: z.number(),
  ...changeable,
});

const themeRecord = z.object({
  id,
  name: z.string(),
  role: z.enum(['MAIN', 'UNPUBLISHED']),
  /** Contents by file name, such as `templates/product.json`. */
  files: z.record(z.string(), z.string()),
  ...changeable,
});

/** The store itself. There is one, with id 1. */
const shopRecord = z.object({
  id,
  handle: z.string(),
  name: z.string(),
  email: z.string(),
  ownerName: z.string(),
  ownerUserId: id,
  currencyCode: z.string(),
  timezone: z.string(),
  /** The scopes that the merchant has granted the app, sorted. */
  grantedScopes: z.array(z.string()),
  previousScopes: z.array(z.string()).default([]),
  installed: z.boolean().default(true),
  uninstalledAt: timestamp.optional(),
  /** The highest number of a deleted order, if any was deleted. */
  highestDeletedNumber: z.number().int().optional(),
  /** If true, the merchant's own delivery profiles are stale. */
  marketDrivenShipping: z.boolean().default(false),
  /** The next free id, for records of every kind. */
  nextId: id,
});

/** An access token of the app. Its times are ms since 1970 on the machine's clock. */
const tokenRecord = z.object({
  id,
  accessToken: z.string(),
  scope: z.string(),
  expiresAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresAt: z.number().nullable(),
  /** The user's scopes in an online token; null in an offline one. */
  userScope: z.string().nullable().default(null),
  /** The token that this one replaces; it ends when this one is first used. */
  replaces: id.nullable(),
});

/** An authorization code; removed when it's exchanged. */
const codeRecord = z.object({ id, code: z.string(), expiresAt: z.number() });

export const tables = {
  shop: shopRecord,
  products: productRecord,
  variants: variantRecord,
  customers: customerRecord,
  orders: orderRecord,
  fulfillments: fulfillmentRecord,
  groups: groupRecord,
  profiles: profileRecord,
  pages: pageRecord,
  themes: themeRecord,
  metafields: metafieldRecord,
  files: fileRecord,
  contracts: contractRecord,
  paymentMethods: paymentMethodRecord,
  attempts: attemptRecord,
  cycleEdits: cycleEditRecord,
  drafts: draftRecord,
  tokens: tokenRecord,
  codes: codeRecord,
} as const;

export type Tables = { [Name in keyof typeof tables]: z.infer<(typeof tables)[Name]> };
export type TableName = keyof Tables;
export type {
  BillingAttempt,
  Contract,
  ContractContents,
  ContractDraft,
  ContractLine,
  ContractSchedule,
  CycleEdit,
  PaymentFate,
  PaymentMethod,
} from './subscription-records.ts';
export type Product = Tables['products'];
export type Variant = Tables['variants'];
export type Customer = Tables['customers'];
export type Address = z.infer<typeof addressRecord>;
export type FulfillmentOrder = z.infer<typeof fulfillmentOrderRecord>;
export type Fulfillment = Tables['fulfillments'];
export type Order = Tables['orders'];
export type OrderLine = Order['lines'][number];
export type Group = Tables['groups'];
export type Plan = z.infer<typeof sellingPlanRecord>;
export type Anchor = z.infer<typeof anchorRecord>;
export type BillingPolicy = Plan['billing'];
export type DeliveryPolicy = Plan['delivery'];
export type PricingPolicy = z.infer<typeof pricingPolicyRecord>;
export type Profile = Tables['profiles'];
export type Page = Tables['pages'];
export type Theme = Tables['themes'];
export type Metafield = Tables['metafields'];
export type StoredFile = Tables['files'];
export type Shop = Tables['shop'];
export type Token = Tables['tokens'];
