import { z } from 'zod';
import { frequencySchema } from './subscription-contract.ts';

/**
 * A plan that a subscription could have in place of its own. `price` is that of one, in minor units, of the order that is next; `amount` that of
 * the whole order, before tax.
 */
const contractPlanSchema = z.object({
  /** The numeric tail of the plan's id. */
  id: z.string(),
  name: z.string(),
  every: frequencySchema,
  delivered: frequencySchema,
  lines: z.array(z.object({ line: z.string(), price: z.number().int() })),
  amount: z.number().int(),
  /** Whether the price changes with a later order. */
  hasLaterPrices: z.boolean(),
});

export type ContractPlan = z.infer<typeof contractPlanSchema>;

/**
 * Answer of GET /subscription/contract/:id/plans: the other plans of the group by which a subscription was sold, as the platform has them now. None
 * where its products don't share a group, or one of them is gone.
 */
export const contractPlansSchema = z.object({
  plans: z.array(contractPlanSchema),
  /** The `If-Match` of a change that was made from it. */
  tag: z.string(),
});

export type ContractPlans = z.infer<typeof contractPlansSchema>;
