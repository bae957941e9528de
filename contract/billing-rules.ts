import { z } from 'zod';
import { billingRuleLimits as limits } from './recurring-limits.ts';

/** The last step for an order that can’t be charged. */
export const endRules = ['skip', 'pause', 'cancel'] as const;
export type EndRule = (typeof endRules)[number];

const wholeNumber = ([from, to]: readonly [number, number]) => {
  const error = `Must be a whole number from ${from} to ${to}`;
  return z.number({ error }).int(error).min(from, error).max(to, error);
};

const retryRuleSchema = z.object({
  /** The first try isn't counted. */
  retries: wholeNumber(limits.retries),
  afterDays: wholeNumber(limits.afterDays),
  end: z.enum(endRules),
});

/** The merchant's rules for charges that fail. */
export const dunningRulesSchema = z.object({
  payment: retryRuleSchema,
  stock: retryRuleSchema,
  /** Whether to make orders even if something is out of stock. */
  isOversold: z.boolean(),
  /** Whether to have the platform mail customers who need another payment method. */
  asksForMethod: z.boolean().default(true),
});

export type DunningRules = z.output<typeof dunningRulesSchema>;

/** The rules of a shop that hasn't changed them. */
export const usualRules: DunningRules = {
  payment: { retries: 3, afterDays: 3, end: 'skip' },
  stock: { retries: 5, afterDays: 1, end: 'skip' },
  isOversold: false,
  asksForMethod: true,
};

/** When and how Cadence charges a shop's recurring orders. Body of PATCH /recurring-orders/billing: it replaces all rules. */
export const billingRulesSchema = dunningRulesSchema.extend({
  /** The hour of the store's day, from 0 to 23. */
  hour: wholeNumber(limits.hour),
  /** A missed order is charged without asking for this many days. */
  catchUpDays: wholeNumber(limits.catchUpDays),
});

export type BillingRules = z.output<typeof billingRulesSchema>;
