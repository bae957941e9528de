// Without schemas, for screens that don't carry these.

/**
 * How the billing of a recurring order stands:
 * - `upcoming`: it isn't due yet
 * - `charging`: the platform is at it, or asks the customer to confirm it
 * - `charged`: an order was made
 * - `failed`: it wasn't charged, and is tried again or waits for the customer
 * - `to decide`: it isn't charged before the merchant has decided
 * - `ended`: it wasn't charged in the end, and the rule for that was followed
 * - `left`: it isn't charged, such as one that was skipped or whose subscription is paused
 */
export const recurringOutcomes = [
  'upcoming',
  'charging',
  'charged',
  'failed',
  'to decide',
  'ended',
  'left',
] as const;

export type RecurringOutcome = (typeof recurringOutcomes)[number];

/**
 * Why a charge fails, and what is done about it:
 * - `method`: never again with this payment method
 * - `buyer`: the customer must act
 * - `later`: the same may succeed on another day
 * - `stock`: something is sold out
 * - `shop`: the store's own setup; every charge of it would fail
 * - `order`: this order can't be made as it is
 * - `paid`: perhaps it was charged already
 * - `unknown`: nobody knows
 */
export const failureClasses = [
  'method',
  'buyer',
  'later',
  'stock',
  'shop',
  'order',
  'paid',
  'unknown',
] as const;

export type FailureClass = (typeof failureClasses)[number];

/** Why charges fail, by who can do something about it. */
export const failureClassWords: Record<FailureClass, string> = {
  method: 'New payment method needed',
  buyer: 'Customer must act',
  later: 'Tried again later',
  stock: 'Out of stock',
  shop: 'Your payment settings',
  order: 'Order can’t be made',
  paid: 'Perhaps paid already',
  unknown: 'Unknown reason',
};

/**
 * A merchant's decisions about an order:
 * - `charge`: it is charged now, although it was missed or fell due in a pause
 * - `charge again`: the same for one that others have charged: its customer pays twice
 * - `leave`: it is never charged
 * - `settled elsewhere`: the same; the merchant was paid for it in another way
 * - `retry`: one that failed is tried again now, within the card networks' bounds
 */
export const recurringDecisions = [
  'charge',
  'charge again',
  'retry',
  'leave',
  'settled elsewhere',
] as const;

export type RecurringDecision = (typeof recurringDecisions)[number];
