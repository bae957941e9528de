import type { Address, Contract, PaymentMethod, Plan, Variant } from '../../store/records.ts';
import type { Transaction } from '../../store/store.ts';
import { timestampOf } from '../context.ts';
import { scheduleFor } from './cycle-dates.ts';
import { pricesOf } from './prices.ts';

/** A checkout's data about the subscription that it sells. */
type ContractOpening = {
  customerId: number;
  originOrderId: number | null;
  paymentMethodId: number | null;
  /** A plan with recurring billing, for all lines. */
  plan: Plan;
  lines: ReadonlyArray<{ variant: Variant; productTitle: string; quantity: number }>;
  /** Null if nothing is shipped. */
  address: Address | null;
  shippingTitle: string;
  shippingPrice: string;
  currencyCode: string;
  /** The store's time zone, in which dates are counted. */
  timezone: string;
  createdAt: Date;
};

/**
 * Stores the contract of a checkout: each line at the plan's price, and the plan's cycles from `createdAt`. The checkout makes the first order
 * itself, so cycle 1 is the first renewal.
 */
export function openContract(transaction: Transaction, opening: ContractOpening): Contract {
  const { plan, address, createdAt, timezone } = opening;
  if (plan.billing.kind !== 'recurring' || plan.delivery.kind !== 'recurring') {
    throw new Error(`The plan "${plan.name}" is not a recurring one`);
  }
  const schedule = scheduleFor(plan, createdAt, timezone);
  const { interval, intervalCount, anchors, minCycles, maxCycles } = plan.billing;
  const at = timestampOf(createdAt);
  const contract: Contract = {
    id: transaction.newId(),
    status: 'ACTIVE',
    currencyCode: opening.currencyCode,
    customerId: opening.customerId,
    originOrderId: opening.originOrderId,
    lines: opening.lines.map(({ variant, productTitle, quantity }) => ({
      id: transaction.newId(),
      variantId: variant.id,
      productId: variant.productId,
      title: productTitle,
      variantTitle: variant.title,
      sku: variant.sku,
      quantity,
      ...pricesOf(variant.price, plan),
      sellingPlanId: plan.id,
      sellingPlanName: plan.name,
    })),
    delivery:
      address === null
        ? null
        : { address, title: opening.shippingTitle, code: opening.shippingTitle },
    deliveryPrice: opening.shippingPrice,
    paymentMethodId: opening.paymentMethodId,
    note: null,
    customAttributes: [],
    billingPolicy: { interval, intervalCount, anchors, minCycles, maxCycles },
    deliveryPolicy: {
      interval: plan.delivery.interval,
      intervalCount: plan.delivery.intervalCount,
      anchors: plan.delivery.anchors,
    },
    schedules: [schedule],
    nextBillingDate: schedule.firstDate,
    revisionId: 1,
    lastPaymentStatus: opening.originOrderId === null ? null : 'SUCCEEDED',
    lastErrorType: null,
    isUnderReview: false,
    createdAt: at,
    updatedAt: at,
  };
  transaction.put('contracts', contract);
  return contract;
}

/** Stores the payment method of a checkout; by default a good card. */
export function vaultPaymentMethod(
  transaction: Transaction,
  customerId: number,
  createdAt: Date,
  change: Partial<Omit<PaymentMethod, 'id' | 'customerId' | 'createdAt' | 'updatedAt'>> = {},
): PaymentMethod {
  const at = timestampOf(createdAt);
  const method: PaymentMethod = {
    id: transaction.newId(),
    customerId,
    kind: 'CARD',
    brand: 'visa',
    lastDigits: '4242',
    expiryMonth: 12,
    expiryYear: createdAt.getUTCFullYear() + 3,
    holder: 'Card Holder',
    revokedAt: null,
    revokedReason: null,
    fate: { kind: 'good' },
    ...change,
    createdAt: at,
    updatedAt: at,
  };
  transaction.put('paymentMethods', method);
  return method;
}
