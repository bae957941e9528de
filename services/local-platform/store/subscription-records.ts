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

export const contractStatuses = ['ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED', 'FAILED'] as const;
const paymentKinds = ['CARD', 'PAYPAL', 'SHOP_PAY'] as const;

const attributes = z.array(z.object({ key: z.string(), value: z.string().nullable() }));

const lineRecord = z.object({
  id,
  /** Null once the variant is deleted. */
  variantId: id.nullable(),
  productId: id.nullable(),
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  quantity: z.number().int(),
  /** The charged price of one. */
  currentPrice: amount,
  pricing: z
    .object({
      basePrice: amount,
      cycleDiscounts: z.array(
        z.object({
          afterCycle: z.number().int(),
          adjustmentType: z.enum(adjustmentTypes),
          percentage: z.number().nullable(),
          fixedValue: amount.nullable(),
          computedPrice: amount,
        }),
      ),
    })
    .nullable(),
  sellingPlanId: id.nullable(),
  sellingPlanName: z.string().nullable(),
  customAttributes: attributes.optional(),
});

/** The fields that a draft and the edit of a cycle can change. */
const contents = {
  lines: z.array(lineRecord),
  /** Null for a contract that ships nothing. */
  delivery: z.object({ address: addressRecord, title: z.string(), code: z.string() }).nullable(),
  deliveryPrice: amount,
  paymentMethodId: id.nullable(),
  note: z.string().nullable(),
  customAttributes: attributes,
};
const contentsRecord = z.object(contents);

const frequency = {
  interval: z.enum(planIntervals),
  intervalCount: z.number().int(),
  anchors: z.array(anchorRecord),
};

const policies = {
  billingPolicy: z.object({
    ...frequency,
    minCycles: z.number().int().nullable(),
    maxCycles: z.number().int().nullable(),
  }),
  deliveryPolicy: z.object(frequency),
};

/** The dates of a contract's cycles under one policy, from the cycle `fromIndex` on. */
const scheduleRecord = z.object({
  fromIndex: z.number().int(),
  startAt: timestamp,
  /** When the cycle `fromIndex` ends and is due. */
  firstDate: timestamp,
  /** With several anchors, developers have seen the platform give the first two cycles the same date. */
  repeatsFirst: z.boolean().default(false),
  /** For plans by month or year; a shorter month uses its last day. */
  dayOfMonth: z.number().int(),
  /** The wanted time of day by the store's clock, in ms; a gap of that clock may move it. By default that of `firstDate`. */
  timeOfDay: z.number().int().optional(),
  ...frequency,
});

export const contractRecord = z.object({
  id,
  status: z.enum(contractStatuses),
  currencyCode: z.string(),
  customerId: id.nullable(),
  originOrderId: id.nullable(),
  ...contents,
  ...policies,
  /** In ascending order of `fromIndex`; never empty. */
  schedules: z.array(scheduleRecord),
  /** Apps maintain it; the platform doesn't use it. */
  nextBillingDate: timestamp.nullable(),
  revisionId: z.number().int(),
  lastPaymentStatus: z.enum(['SUCCEEDED', 'FAILED']).nullable(),
  lastErrorType: z.enum(['CUSTOMER_ERROR', 'INVENTORY_ERROR', 'OTHER', 'PAYMENT_ERROR']).nullable(),
  isUnderReview: z.boolean().default(false),
  ...changeable,
});

/** The outcome of a payment method's charges; QA sets it. */
export const fateRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('good') }),
  /** Declined with this code, always or for the next `times` charges. */
  z.object({ kind: z.literal('declined'), code: z.string(), times: id.nullable().default(null) }),
  z.object({ kind: z.literal('challenge') }),
  /** Stays pending forever. */
  z.object({ kind: z.literal('silent') }),
]);

export const paymentMethodRecord = z.object({
  id,
  customerId: id,
  kind: z.enum(paymentKinds),
  /** For instance `visa`; empty for PayPal. */
  brand: z.string(),
  lastDigits: z.string(),
  /** Null for PayPal. */
  expiryMonth: z.number().int().nullable(),
  expiryYear: z.number().int().nullable(),
  /** The name on the card, or PayPal's account. */
  holder: z.string(),
  revokedAt: timestamp.nullable(),
  revokedReason: z.string().nullable(),
  fate: fateRecord,
  /** The latest link that the customer got for entering another card. */
  updateLink: z.object({ key: z.string(), isUsed: z.boolean() }).optional(),
  ...changeable,
});

export const attemptRecord = z.object({
  id,
  contractId: id,
  /** 0 for another app's charge, which no cycle lists. */
  cycleIndex: z.number().int(),
  idempotencyKey: z.string(),
  /** The whole input as sent, to recognise a repeated one. */
  input: z.string(),
  originTime: timestamp.nullable(),
  allowsOverselling: z.boolean(),
  skipsPayment: z.boolean(),
  state: z.enum(['PENDING', 'ACTION_REQUIRED', 'SUCCESS', 'FAILED']),
  /** When a pending attempt is processed; null if it was processed and stays without an answer. */
  processAt: timestamp.nullable(),
  errorCode: z.string().nullable(),
  lackingVariantIds: z.array(id),
  isChallengeOpen: z.boolean().default(false),
  orderId: id.nullable(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
});

export const cycleEditRecord = z.object({
  id,
  contractId: id,
  cycleIndex: z.number().int(),
  skipped: z.boolean(),
  /** The moved date; null if it wasn't moved. */
  billingDate: timestamp.nullable(),
  contents: contentsRecord.nullable(),
  ...changeable,
});

export const draftRecord = z.object({
  id,
  contractId: id,
  /** Null for a draft of the contract itself. */
  cycleIndex: z.number().int().nullable(),
  /** The contract's revision when the draft was made. */
  revisionId: z.number().int(),
  ...contents,
  ...policies,
  /** Whether the commit starts a new schedule. */
  changesSchedule: z.boolean(),
  nextBillingDate: timestamp.nullable(),
  status: z.enum(contractStatuses).nullable(),
  addedLineIds: z.array(id),
  removedLines: z.array(lineRecord),
  isCommitted: z.boolean(),
});

export type Contract = z.infer<typeof contractRecord>;
export type ContractLine = Contract['lines'][number];
export type ContractContents = z.infer<typeof contentsRecord>;
export type ContractSchedule = z.infer<typeof scheduleRecord>;
export type PaymentMethod = z.infer<typeof paymentMethodRecord>;
export type PaymentFate = z.infer<typeof fateRecord>;
export type BillingAttempt = z.infer<typeof attemptRecord>;
export type CycleEdit = z.infer<typeof cycleEditRecord>;
export type ContractDraft = z.infer<typeof draftRecord>;
