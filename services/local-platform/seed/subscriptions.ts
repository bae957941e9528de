import { timestampOf } from '../graphql/context.ts';
import { dateInSchedule, scheduleFor } from '../graphql/subscriptions/cycle-dates.ts';
import { contractErrorTypeOf } from '../graphql/subscriptions/failures.ts';
import { openContract, vaultPaymentMethod } from '../graphql/subscriptions/open-contract.ts';
import { instantOf, wallClock } from '../graphql/subscriptions/wall-clock.ts';
import type {
  Contract,
  ContractLine,
  ContractSchedule,
  Customer,
  PaymentMethod,
  Plan,
  Variant,
} from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import type { Random } from './random.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const daysOf = { DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365 } as const;
const chargeHour = 10;
const runSeconds = 600;
const daysBetweenTries = 3;
const mostTries = 3;

export function timestamp(milliseconds: number): string {
  return timestampOf(new Date(milliseconds));
}

export type SoldLine = { variant: Variant; quantity: number };

type Try = { at: number; settledAt: number; errorCode: string | null; orderId: number | null };

/** A past cycle; it was skipped if it has no tries. */
type PastCycle = { index: number; dueAt: number; tries: Try[] };

/** A customer's subscription in the seeded year, with its items and past cycles. Times are in ms since 1970. */
export type Subscription = {
  customer: Customer;
  plan: Plan;
  lines: readonly SoldLine[];
  startedAt: number;
  /** A picked-up subscription has no delivery. */
  isPickedUp: boolean;
  schedule: ContractSchedule;
  cycles: PastCycle[];
  ended: { status: Exclude<Contract['status'], 'ACTIVE'>; at: number } | null;
  originOrderId: number | null;
};

/** The price of one item after that many paid orders, from the plan's notes. */
export function priceAfter(
  { basePrice, cycleDiscounts }: NonNullable<ContractLine['pricing']>,
  paidOrders: number,
): string {
  const step = cycleDiscounts.findLast(({ afterCycle }) => afterCycle <= paidOrders);
  return step?.computedPrice ?? basePrice;
}

function periodDays({ billing }: Plan): number {
  return billing.kind === 'recurring' ? daysOf[billing.interval] * billing.intervalCount : 365;
}

/** The probability that a subscriber stops after an order. It grows with the period, and is highest when a welcome price ends. */
function churn(plan: Plan, orders: number): number {
  const base = 0.035 + periodDays(plan) / 500;
  return plan.pricing.some(({ afterCycle }) => afterCycle === orders) ? base + 0.18 : base;
}

/** An hour on the day of `at` by the store's clock; all in ms since 1970. */
export function hourOfDay(at: number, timeZone: string, ofDay: number): number {
  const midnight = Math.floor(wallClock(timeZone, at) / day) * day;
  return instantOf(timeZone, midnight + ofDay * hour);
}

/** A time within the day's run, which lasts some minutes. A run that has begun at `until` ends before it. */
function chargeTime(random: Random, dueAt: number, timeZone: string, until: number): number {
  const run = hourOfDay(dueAt, timeZone, chargeHour);
  const at = run + random.integer(1, runSeconds) * second;
  return run < until ? Math.max(run, Math.min(at, until - 3 * second)) : at;
}

/** The time up to which a store billed until `now` has been charged: the end of the latest run. Later cycles are still to be charged. */
export function endOfRuns(now: number, timeZone: string): number {
  const run = hourOfDay(now, timeZone, chargeHour);
  if (now < run) return hourOfDay(now, timeZone, 0);
  return Math.min(now, run + (runSeconds + 10) * second);
}

/** Tries to charge at intervals of days; the first `failures` fail. Leaves out tries after `until`. */
function triesOf(random: Random, at: number, failures: number, until: number): Try[] {
  const errorCode = random.pick(['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS', 'CARD_DECLINED']);
  return Array.from({ length: Math.min(failures + 1, mostTries) }, (_, index) => {
    const begun = at + index * daysBetweenTries * day;
    return {
      at: begun,
      settledAt: begun + 2 * second,
      errorCode: index < failures ? errorCode : null,
      orderId: null,
    };
  }).filter(({ settledAt }) => settledAt < until);
}

/** A subscription from its checkout until it ends or `until`. */
export function subscribe(
  random: Random,
  terms: {
    customer: Customer;
    plan: Plan;
    offered: readonly Variant[];
    at: number;
    until: number;
    timeZone: string;
  },
): Subscription {
  const { customer, plan, offered, at: startedAt, until, timeZone } = terms;
  const schedule = scheduleFor(plan, new Date(startedAt), timeZone);
  const variants = new Set([random.pick(offered)]);
  if (random.next() < 0.15) variants.add(random.pick(offered));
  const subscription: Subscription = {
    ...{ customer, plan, startedAt, schedule },
    lines: [...variants].map((variant) => ({ variant, quantity: random.next() < 0.8 ? 1 : 2 })),
    isPickedUp: random.next() < 0.02,
    cycles: [],
    ended: null,
    originOrderId: null,
  };
  let orders = 1;
  let lastAt = startedAt;
  for (let index = 1; ; index += 1) {
    const dueAt = dateInSchedule(schedule, timeZone, index - 1);
    const at = chargeTime(random, dueAt, timeZone, until);
    const stops = random.next() < churn(plan, orders);
    const fate = random.next();
    if (stops && fate > 0.08) {
      const isExpired = fate > 0.94 && orders > 2;
      const status = isExpired ? 'EXPIRED' : fate > 0.3 ? 'CANCELLED' : 'PAUSED';
      const after = isExpired ? 60 * second : (0.1 + 0.8 * random.next()) * (at - lastAt);
      const endedAt = Math.round((lastAt + after) / second) * second;
      if (endedAt < until) {
        subscription.ended = { status, at: endedAt };
        return subscription;
      }
    }
    if (at >= until) return subscription;
    if (!stops && random.next() < 0.03) {
      subscription.cycles.push({ index, dueAt, tries: [] });
      continue;
    }
    const declined = random.next();
    const failures = stops ? mostTries : declined < 0.01 ? 2 : declined < 0.04 ? 1 : 0;
    const tries = triesOf(random, at, failures, until);
    subscription.cycles.push({ index, dueAt, tries });
    const last = tries.at(-1);
    if (last?.errorCode === null) {
      orders += 1;
      lastAt = last.settledAt;
      continue;
    }
    if (last !== undefined && tries.length === mostTries) {
      subscription.ended = { status: 'FAILED', at: last.settledAt + second };
    }
    return subscription;
  }
}

const brands = ['visa', 'visa', 'visa', 'mastercard', 'mastercard', 'american_express', 'discover'];

/** The customer's payment method: mostly a good card, and a few of each other kind. */
function methodOf(
  random: Random,
  { customer, ended }: Subscription,
  { lastTry, until }: { lastTry: Try | undefined; until: number },
): Partial<PaymentMethod> {
  const form = random.next();
  const months = random.integer(2, 46);
  const fate = random.next();
  const expiry = new Date(until);
  const isSpent = fate > 0.97 && lastTry !== undefined;
  if (isSpent) expiry.setTime(lastTry.at);
  else expiry.setUTCMonth(expiry.getUTCMonth() + months, 1);
  const lastCode = lastTry?.errorCode ?? null;
  const becomes: PaymentMethod['fate'] =
    lastCode !== null
      ? { kind: 'declined', code: lastCode, times: ended === null ? 1 : null }
      : fate < 0.015
        ? { kind: 'declined', code: 'CARD_DECLINED', times: null }
        : fate < 0.035
          ? { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 }
          : fate < 0.045
            ? { kind: 'challenge' }
            : fate < 0.05
              ? { kind: 'silent' }
              : { kind: 'good' };
  const name = `${customer.firstName} ${customer.lastName}`;
  if (form < 0.06) {
    const account = { kind: 'PAYPAL', brand: '', lastDigits: '', holder: customer.email } as const;
    return { ...account, expiryMonth: null, expiryYear: null, fate: becomes };
  }
  return {
    kind: form < 0.16 ? 'SHOP_PAY' : 'CARD',
    brand: random.pick(brands),
    lastDigits: String(random.integer(0, 9999)).padStart(4, '0'),
    expiryMonth: expiry.getUTCMonth() + 1,
    expiryYear: expiry.getUTCFullYear(),
    holder: name,
    fate: becomes,
    ...(ended?.status === 'CANCELLED' &&
      fate > 0.9 && { revokedAt: timestamp(ended.at), revokedReason: 'MANUALLY_REVOKED' }),
  };
}

type Seller = { titles: ReadonlyMap<number, string>; timeZone: string; until: number };

function putAttempts(transaction: Transaction, contractId: number, { cycles }: Subscription) {
  for (const { index, dueAt, tries } of cycles) {
    if (tries.length === 0) putSkip(transaction, contractId, index, dueAt - day);
    for (const [number, { at, settledAt, errorCode, orderId }] of tries.entries()) {
      const idempotencyKey = `seed/${contractId}/${index}/${number + 1}`;
      transaction.put('attempts', {
        id: transaction.newId(),
        contractId,
        cycleIndex: index,
        idempotencyKey,
        input: JSON.stringify({ idempotencyKey, billingCycleSelector: { index } }),
        originTime: null,
        allowsOverselling: false,
        skipsPayment: false,
        state: errorCode === null ? 'SUCCESS' : 'FAILED',
        processAt: timestamp(settledAt),
        errorCode,
        lackingVariantIds: [],
        isChallengeOpen: false,
        orderId,
        createdAt: timestamp(at),
        completedAt: timestamp(settledAt),
      });
    }
  }
}

function putSkip(transaction: Transaction, contractId: number, cycleIndex: number, at: number) {
  const createdAt = timestamp(at);
  const id = transaction.newId();
  const edit = { id, contractId, cycleIndex, skipped: true, billingDate: null, contents: null };
  transaction.put('cycleEdits', { ...edit, createdAt, updatedAt: createdAt });
}

/** Stores the records of a subscription whose orders exist: payment method, contract, attempts and edits of cycles. */
export function putContract(
  transaction: Transaction,
  random: Random,
  subscription: Subscription,
  { titles, timeZone, until }: Seller,
): void {
  const { customer, plan, startedAt, schedule, cycles, ended } = subscription;
  const createdAt = new Date(startedAt);
  const tries = cycles.flatMap((cycle) => cycle.tries);
  const lastTry = tries.at(-1);
  const method = vaultPaymentMethod(
    transaction,
    customer.id,
    createdAt,
    methodOf(random, subscription, { lastTry, until }),
  );
  const contract = openContract(transaction, {
    customerId: customer.id,
    originOrderId: subscription.originOrderId,
    paymentMethodId: method.id,
    plan,
    lines: subscription.lines.map(({ variant, quantity }) => ({
      ...{ variant, quantity, productTitle: titles.get(variant.productId) ?? '' },
    })),
    address: subscription.isPickedUp ? null : customer.address,
    shippingTitle: 'Standard',
    shippingPrice: '4.90',
    currencyCode: 'USD',
    timezone: timeZone,
    createdAt,
  });
  putAttempts(transaction, contract.id, subscription);
  let next = (cycles.at(-1)?.index ?? 0) + 1;
  const dateOf = (index: number) => dateInSchedule(schedule, timeZone, index - 1);
  if (ended === null && random.next() < 0.03) {
    putSkip(transaction, contract.id, next, Math.min(until, dateOf(next) - day));
    next += 1;
  }
  const paidOrders = 1 + tries.filter(({ errorCode }) => errorCode === null).length;
  const lines = contract.lines.map((line) => ({
    ...line,
    currentPrice: line.pricing === null ? line.currentPrice : priceAfter(line.pricing, paidOrders),
  }));
  const isRepriced = lines.some(
    (line, at) => line.currentPrice !== contract.lines[at]?.currentPrice,
  );
  const lastCode = lastTry?.errorCode ?? null;
  transaction.put('contracts', {
    ...contract,
    status: ended?.status ?? 'ACTIVE',
    lines,
    billingPolicy: {
      ...contract.billingPolicy,
      ...(ended?.status === 'EXPIRED' && { maxCycles: paidOrders }),
    },
    nextBillingDate: timestamp(dateOf(next)),
    revisionId: 1 + Number(isRepriced) + Number(ended !== null),
    lastPaymentStatus: lastCode === null ? 'SUCCEEDED' : 'FAILED',
    lastErrorType: lastCode === null ? null : contractErrorTypeOf(lastCode),
    updatedAt: timestamp(Math.max(startedAt, lastTry?.settledAt ?? 0, ended?.at ?? 0)),
  });
}
