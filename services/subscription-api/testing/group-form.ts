import {
  type CreateSellingPlanGroup,
  createSellingPlanGroupSchema,
  recurringPolicyInputSchema,
  type SellingPlanGroup,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { bodyOf, type Caller } from './service-in-test.ts';

export const groupPath = '/subscription/selling-plan-group';

/** A complete body for the group endpoints. */
export function groupForm(values: Record<string, unknown> = {}): CreateSellingPlanGroup {
  return createSellingPlanGroupSchema.parse({
    name: 'House blend',
    recurringPolicies: [{ interval: 'WEEK', intervalCount: 1 }],
    ...values,
  });
}

/** A form with any options, even with equal ones, as another app's plans may have. */
export function groupOfOptions(
  options: readonly object[],
  values: Record<string, unknown> = {},
): CreateSellingPlanGroup {
  return {
    ...groupForm(values),
    recurringPolicies: options.map((option) => recurringPolicyInputSchema.parse(option)),
  };
}

/** Creates a group from {@link groupForm} as a shop's merchant. */
export async function createGroup(
  service: Caller,
  shop: string,
  values: Record<string, unknown> = {},
): Promise<SellingPlanGroup> {
  const answer = await service.call(shop, 'POST', groupPath, { body: groupForm(values) });
  return bodyOf(answer, sellingPlanGroupSchema, 201);
}
