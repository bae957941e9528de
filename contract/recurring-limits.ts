// Apart from limits.ts, which most screens load.

/** The largest quantity of a subscription's line. */
export const largestQuantity = 1000;

/**
 * The highest price that can be set, in minor units: against slips of the hand, but a coffee may cost millions of rupiahs. An order's amount stays
 * a safe integer.
 */
export const highestPrice = 99_999_999_999;

/** The least and the most of the billing rules that are whole numbers. */
export const billingRuleLimits = {
  hour: [0, 23],
  catchUpDays: [0, 14],
  retries: [0, 10],
  afterDays: [1, 30],
} as const;
