import { isEnumType } from 'graphql';
import { z } from 'zod';
import { timestampOf } from '../graphql/context.ts';
import { schema } from '../graphql/schema.ts';
import { openContract, vaultPaymentMethod } from '../graphql/subscriptions/open-contract.ts';
import {
  answerChallenge,
  challengeAnswers,
  processAttempt,
} from '../graphql/subscriptions/process-attempt.ts';
import { contractBody, paymentMethodBody } from '../graphql/subscriptions/webhook-bodies.ts';
import type { PaymentMethod } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { fateRecord, paymentMethodRecord } from '../store/subscription-records.ts';
import { AttemptLimit } from './attempt-limit.ts';
import type { Platform } from './platform.ts';

// Actions of QA and tests on subscriptions; each returns null for an unknown record.

const fate = fateRecord.refine((value) => {
  const codes = schema.getType('SubscriptionBillingAttemptErrorCode');
  return value.kind !== 'declined' || (isEnumType(codes) && codes.getValue(value.code) != null);
}, 'Not an error code of billing attempts');

/** A new outcome for a method's charges, a new card under the same id, or a revocation. */
export const paymentMethodChange = paymentMethodRecord
  .pick({
    ...{ kind: true, brand: true, lastDigits: true },
    ...{ expiryMonth: true, expiryYear: true, holder: true },
  })
  .partial()
  .extend({
    paymentMethodId: z.number().int(),
    fate: fate.optional(),
    /** Revokes the method for this reason; null undoes that. */
    revokedReason: z.string().nullable().optional(),
  });

export function changePaymentMethod(
  platform: Platform,
  store: Store,
  { paymentMethodId, fate: newFate, revokedReason, ...card }: z.output<typeof paymentMethodChange>,
): PaymentMethod | null {
  const method = store.tables.paymentMethods.get(paymentMethodId);
  if (method === undefined) return null;
  const { announce, now } = platform.cashierOf(store);
  const at = timestampOf(now());
  const isCardNew = Object.keys(card).length > 0;
  const changed: PaymentMethod = {
    ...method,
    ...card,
    ...(isCardNew && method.updateLink && { updateLink: { ...method.updateLink, isUsed: true } }),
    ...(newFate && { fate: newFate }),
    ...(revokedReason !== undefined && {
      revokedReason,
      revokedAt: revokedReason === null ? null : at,
    }),
    updatedAt: at,
  };
  store.transact((transaction) => transaction.put('paymentMethods', changed));
  const body = paymentMethodBody(changed);
  if (changed.revokedAt !== null && method.revokedAt === null) {
    announce({ topic: 'customer_payment_methods/revoke', body });
  } else if (isCardNew || changed.revokedAt !== method.revokedAt) {
    // The app doesn't hear about a new outcome of charges; only QA knows it.
    announce({ topic: 'customer_payment_methods/update', body });
  }
  return changed;
}

export const challengeAnswer = z.object({
  attemptId: z.number().int(),
  answer: z.enum(challengeAnswers),
});

/** Acts as the buyer of a payment that waits for them. */
export function answerPaymentChallenge(
  platform: Platform,
  store: Store,
  { attemptId, answer }: z.output<typeof challengeAnswer>,
) {
  return answerChallenge(platform.cashierOf(store), attemptId, answer);
}

export const underReview = z.object({ contractId: z.number().int(), isUnderReview: z.boolean() });

/** Sets whether a contract's first order is suspected of fraud. */
export function setUnderReview(
  store: Store,
  { contractId, isUnderReview }: z.output<typeof underReview>,
) {
  const contract = store.tables.contracts.get(contractId);
  if (contract === undefined) return null;
  store.transact((transaction) => transaction.put('contracts', { ...contract, isUnderReview }));
  return { isUnderReview };
}

export const attemptLimit = z.object({ perMinute: z.number().int().min(0).nullable() });

/** Limits how many charges the store may begin in a minute; null for no limit. */
export function limitAttempts(
  platform: Platform,
  store: Store,
  { perMinute }: z.output<typeof attemptLimit>,
) {
  if (perMinute === null) platform.attemptLimits.delete(store.domain);
  else platform.attemptLimits.set(store.domain, new AttemptLimit(perMinute));
  return { perMinute };
}

export const subscriptionOpening = z.object({
  /** By default the store's first; likewise for the other two. */
  customerId: z.number().int().optional(),
  variantId: z.number().int().optional(),
  /** A plan with recurring billing. */
  planId: z.number().int().optional(),
  quantity: z.number().int().min(1).default(1),
  /** By default now. */
  createdAt: z.coerce.date().optional(),
  fate: fate.optional(),
});

/** Opens a contract as if the customer had checked out at `createdAt`, but with a card of its own and without a first order. */
export function openSubscription(
  platform: Platform,
  store: Store,
  wanted: z.output<typeof subscriptionOpening>,
) {
  const { customers, variants, products, groups } = store.tables;
  const customer = wanted.customerId ? customers.get(wanted.customerId) : customers.all()[0];
  const variant = wanted.variantId ? variants.get(wanted.variantId) : variants.all()[0];
  const plan = groups
    .all()
    .flatMap(({ plans }) => plans)
    .find(({ id, billing }) => billing.kind === 'recurring' && id === (wanted.planId ?? id));
  if (customer === undefined || variant === undefined || plan === undefined) return null;
  const { announce, now } = platform.cashierOf(store);
  const createdAt = wanted.createdAt ?? now();
  const { contract, method } = store.transact((transaction) => {
    const change = wanted.fate && { fate: wanted.fate };
    const vaulted = vaultPaymentMethod(transaction, customer.id, createdAt, change);
    const opened = openContract(transaction, {
      customerId: customer.id,
      originOrderId: null,
      paymentMethodId: vaulted.id,
      plan,
      lines: [
        {
          variant,
          productTitle: products.get(variant.productId)?.title ?? '',
          quantity: wanted.quantity,
        },
      ],
      address: customer.address,
      shippingTitle: 'Standard',
      shippingPrice: '4.90',
      currencyCode: store.shop.currencyCode,
      timezone: store.shop.timezone,
      createdAt,
    });
    return { contract: opened, method: vaulted };
  });
  announce({ topic: 'customer_payment_methods/create', body: paymentMethodBody(method) });
  announce({ topic: 'subscription_contracts/create', body: contractBody(contract) });
  return { contractId: contract.id, paymentMethodId: method.id };
}

export const foreignCharge = z.object({ contractId: z.number().int() });

/** Charges a contract now as another app would: the contract lists the attempt and its order, but no cycle does. */
export function chargeByAnotherApp(
  platform: Platform,
  store: Store,
  { contractId }: z.output<typeof foreignCharge>,
) {
  if (store.tables.contracts.get(contractId) === undefined) return null;
  const cashier = platform.cashierOf(store);
  const at = timestampOf(cashier.now());
  const id = store.transact((transaction) => {
    const attemptId = transaction.newId();
    transaction.put('attempts', {
      id: attemptId,
      contractId,
      cycleIndex: 0,
      idempotencyKey: `another-app-${attemptId}`,
      input: '',
      originTime: null,
      allowsOverselling: true,
      skipsPayment: false,
      state: 'PENDING',
      processAt: at,
      errorCode: null,
      lackingVariantIds: [],
      isChallengeOpen: false,
      orderId: null,
      createdAt: at,
      completedAt: null,
    });
    return attemptId;
  });
  processAttempt(cashier, id);
  return store.tables.attempts.get(id) ?? null;
}
