import { z } from 'zod';
import type { Control, StoreHandle } from './control.ts';

const policySchema = z.object({
  adjustmentType: z.string(),
  adjustmentValue: z.object({ percentage: z.number().optional() }),
  afterCycle: z.number().optional(),
});
const answerSchema = z.object({
  sellingPlanGroups: z.object({
    nodes: z.array(
      z.object({
        name: z.string(),
        position: z.number().nullable(),
        sellingPlans: z.object({
          nodes: z.array(z.object({ name: z.string(), pricingPolicies: z.array(policySchema) })),
        }),
      }),
    ),
  }),
});

const query = `query StoredGroups($query: String) {
  sellingPlanGroups(first: 50, reverse: true, sortKey: CREATED_AT, query: $query) {
    nodes {
      name
      position
      sellingPlans(first: 31) {
        nodes {
          name
          pricingPolicies {
            ... on SellingPlanFixedPricingPolicy {
              adjustmentType
              adjustmentValue { ... on SellingPlanPricingPolicyPercentageValue { percentage } }
            }
            ... on SellingPlanRecurringPricingPolicy {
              afterCycle
              adjustmentType
              adjustmentValue { ... on SellingPlanPricingPolicyPercentageValue { percentage } }
            }
          }
        }
      }
    }
  }
}`;

/** The groups of that name on the platform, whatever the app shows. */
export async function storedGroups(control: Control, store: StoreHandle, name: string) {
  const { sellingPlanGroups } = await control.graphql(store, answerSchema, query, {
    query: `name:${JSON.stringify(name)}`,
  });
  return sellingPlanGroups.nodes.filter((group) => group.name === name);
}
