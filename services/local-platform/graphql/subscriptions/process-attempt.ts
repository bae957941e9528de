import type {
  BillingAttempt,
  Contract,
  ContractContents,
  Order,
  PaymentMethod,
} from '../../store/records.ts';
import type { Store, Transaction } from '../../store/store.ts';
import { type Announcement, timestampOf } from '../context.ts';
import { isLimited } from '../products.ts';
import { cycleOf } from './cycles.ts';
import { contractErrorTypeOf } from './failures.ts';
import { attemptBody } from './webhook-bodies.ts';

export type Cashier = {
  readonly store: Store;
  now(): Date;
  announce(announcement: Announcement): void;
};

type Outcome =
  | { kind: 'paid' }
  | { kind: 'failed'; code: string; lackingVariantIds?: number[] }
  | { kind: 'challenged' }
  | { kind: 'silent' };

const failed = (code: string): Outcome => ({ kind: 'failed', code });

function hasExpired({ expiryYear, expiryMonth }: PaymentMethod, now: Date): boolean {
  if (expiryYear === null || expiryMonth === null) return false;
  return now.getTime() >= Date.UTC(expiryYear, expiryMonth, 1);
}

/** The outcome of the payment. A card that declines a number of times counts down. */
function pay(
  { store, now }: Cashier,
  transaction: Transaction,
  paymentMethodId: number | null,
): Outcome {
  if (paymentMethodId === null) return failed('PAYMENT_METHOD_NOT_SPECIFIED');
  const method = store.tables.paymentMethods.get(paymentMethodId);
  if (method === undefined || method.revokedAt !== null) return failed('PAYMENT_METHOD_NOT_FOUND');
  const { fate } = method;
  switch (fate.kind) {
    case 'good':
      return hasExpired(method, now()) ? failed('EXPIRED_PAYMENT_METHOD') : { kind: 'paid' };
    case 'challenge':
      return { kind: 'challenged' };
    case 'silent':
      return { kind: 'silent' };
    case 'declined': {
      if (fate.times !== null) {
        transaction.put('paymentMethods', {
          ...method,
          fate: fate.times > 1 ? { ...fate, times: fate.times - 1 } : { kind: 'good' },
        });
      }
      return failed(fate.code);
    }
  }
}

function quantitiesOf({ lines }: ContractContents): Map<number | null, number> {
  const quantities = new Map<number | null, number>();
  for (const { variantId, quantity } of lines) {
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  }
  return quantities;
}

function stockOutcome(store: Store, attempt: BillingAttempt, contents: ContractContents): Outcome {
  const lackingVariantIds: number[] = [];
  for (const [id, quantity] of quantitiesOf(contents)) {
    const variant = store.tables.variants.get(id);
    // The platform has no code for a deleted product.
    if (variant === undefined) return failed('UNEXPECTED_ERROR');
    if (isLimited(variant) && variant.inventoryQuantity < quantity) {
      lackingVariantIds.push(variant.id);
    }
  }
  if (attempt.allowsOverselling || lackingVariantIds.length === 0) return { kind: 'paid' };
  lackingVariantIds.sort((left, right) => left - right);
  return { kind: 'failed', code: 'INSUFFICIENT_INVENTORY', lackingVariantIds };
}

/** The number of the store's next order; numbers of deleted orders are never used again. */
export function nextOrderNumber({ tables, shop }: Store): number {
  return Math.max(tables.orders.latest()?.number ?? 1000, shop.highestDeletedNumber ?? 0) + 1;
}

/** Stores the order of a charge, and takes its items out of stock. */
function putOrder(
  { store, now }: Cashier,
  transaction: Transaction,
  contract: Contract,
  contents: ContractContents,
  isPaid: boolean,
): Order {
  const at = timestampOf(now());
  const order: Order = {
    id: transaction.newId(),
    number: nextOrderNumber(store),
    customerId: contract.customerId,
    email: store.tables.customers.get(contract.customerId)?.email ?? '',
    note: contents.note,
    tags: ['Subscription', 'Subscription Recurring Order'],
    financialStatus: isPaid ? 'PAID' : 'PENDING',
    fulfillmentStatus: 'UNFULFILLED',
    shippingAddress: contents.delivery?.address ?? null,
    shippingTitle: contents.delivery?.title ?? '',
    shippingPrice: contents.deliveryPrice,
    lines: contents.lines.flatMap((line) =>
      line.variantId === null
        ? []
        : [
            {
              id: transaction.newId(),
              variantId: line.variantId,
              title: line.title,
              variantTitle: line.variantTitle,
              sku: line.sku,
              quantity: line.quantity,
              unitPrice: line.currentPrice,
              sellingPlan:
                line.sellingPlanId === null
                  ? null
                  : { id: line.sellingPlanId, name: line.sellingPlanName ?? '' },
            },
          ],
    ),
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
  };
  transaction.put('orders', order);
  for (const [id, quantity] of quantitiesOf(contents)) {
    const variant = store.tables.variants.get(id);
    if (variant === undefined) continue;
    transaction.put('variants', {
      ...variant,
      inventoryQuantity: variant.inventoryQuantity - quantity,
    });
  }
  return order;
}

function settle(
  cashier: Cashier,
  transaction: Transaction,
  attempt: BillingAttempt,
  contract: Contract,
  contents: ContractContents,
  outcome: Outcome,
): BillingAttempt {
  const at = timestampOf(cashier.now());
  let settled: BillingAttempt;
  if (outcome.kind === 'challenged') settled = { ...attempt, state: 'ACTION_REQUIRED' };
  else if (outcome.kind === 'silent') settled = { ...attempt, processAt: null };
  else if (outcome.kind === 'failed') {
    settled = {
      ...attempt,
      state: 'FAILED',
      errorCode: outcome.code,
      lackingVariantIds: outcome.lackingVariantIds ?? [],
      completedAt: at,
    };
  } else {
    const order = putOrder(cashier, transaction, contract, contents, !attempt.skipsPayment);
    settled = { ...attempt, state: 'SUCCESS', orderId: order.id, completedAt: at };
  }
  transaction.put('attempts', settled);
  if (outcome.kind === 'paid' || outcome.kind === 'failed') {
    // The payment's outcome doesn't change the contract itself, so its revision stays.
    transaction.put('contracts', {
      ...contract,
      lastPaymentStatus: outcome.kind === 'paid' ? 'SUCCEEDED' : 'FAILED',
      lastErrorType: outcome.kind === 'paid' ? null : contractErrorTypeOf(outcome.code),
      updatedAt: at,
    });
  }
  return settled;
}

/** The contents that an attempt charges: those of an edited cycle, or the contract's own. */
function contentsFor(store: Store, contract: Contract, { cycleIndex }: BillingAttempt) {
  if (cycleIndex === 0) return contract;
  return cycleOf(store, contract, cycleIndex).edit?.contents ?? contract;
}

/** Settles an attempt that is in the state `from`, and announces a success or failure. */
function carryOut(
  cashier: Cashier,
  attemptId: number,
  from: BillingAttempt['state'],
  outcomeOf: (
    transaction: Transaction,
    attempt: BillingAttempt,
    contents: ContractContents,
  ) => Outcome,
): BillingAttempt | null {
  const { store } = cashier;
  const attempt = store.tables.attempts.get(attemptId);
  const contract = store.tables.contracts.get(attempt?.contractId ?? null);
  if (attempt === undefined || contract === undefined || attempt.state !== from) return null;
  const contents = contentsFor(store, contract, attempt);
  const settled = store.transact((transaction) =>
    settle(
      cashier,
      transaction,
      attempt,
      contract,
      contents,
      outcomeOf(transaction, attempt, contents),
    ),
  );
  if (settled.state === 'SUCCESS' || settled.state === 'FAILED') {
    const topic = settled.state === 'SUCCESS' ? 'success' : 'failure';
    cashier.announce({
      topic: `subscription_billing_attempts/${topic}`,
      body: attemptBody(settled),
    });
  }
  return settled;
}

/** Processes a pending attempt: checks the stock, charges the payment method, and makes the order. */
export function processAttempt(cashier: Cashier, attemptId: number): void {
  carryOut(cashier, attemptId, 'PENDING', (transaction, attempt, contents) => {
    const stock = stockOutcome(cashier.store, attempt, contents);
    if (stock.kind !== 'paid' || attempt.skipsPayment) return stock;
    return pay(cashier, transaction, contents.paymentMethodId);
  });
}

export const challengeAnswers = ['opened', 'confirmed', 'refused', 'expired'] as const;

/** Applies the buyer's reaction to a challenge. Only opening it has a webhook of its own. */
export function answerChallenge(
  cashier: Cashier,
  attemptId: number,
  answer: (typeof challengeAnswers)[number],
): BillingAttempt | null {
  const { store } = cashier;
  if (answer !== 'opened') {
    return carryOut(cashier, attemptId, 'ACTION_REQUIRED', (_, attempt, contents) => {
      if (answer === 'confirmed') return stockOutcome(store, attempt, contents);
      return failed(answer === 'refused' ? 'AUTHENTICATION_FAILED' : 'EXPIRED_BUYER_ACTION');
    });
  }
  const attempt = store.tables.attempts.get(attemptId);
  if (attempt?.state !== 'ACTION_REQUIRED') return null;
  const opened = { ...attempt, isChallengeOpen: true };
  store.transact((transaction) => transaction.put('attempts', opened));
  cashier.announce({
    topic: 'subscription_billing_attempts/challenged',
    body: attemptBody(opened),
  });
  return opened;
}

/** Schedules the pending attempts that an earlier process left. */
export function resumeAttempts(
  cashier: Cashier,
  schedule: (at: Date, run: () => void) => void,
): void {
  for (const { id, state, processAt } of cashier.store.tables.attempts.all()) {
    if (state !== 'PENDING' || processAt === null) continue;
    schedule(new Date(processAt), () => processAttempt(cashier, id));
  }
}
