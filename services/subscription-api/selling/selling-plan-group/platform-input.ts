/** `SellingPlanPricingPolicyInput` of the Admin API, as far as it is used. */
export type PricingPolicyInput =
  | { fixed: AdjustmentInput }
  | { recurring: AdjustmentInput & { afterCycle: number } };

export type AdjustmentInput =
  | { adjustmentType: 'PERCENTAGE'; adjustmentValue: { percentage: number } }
  | { adjustmentType: 'FIXED_AMOUNT' | 'PRICE'; adjustmentValue: { fixedValue: number } };

type Cycle = { interval: string; intervalCount: number };

/** `SellingPlanBillingPolicyInput` and `SellingPlanDeliveryPolicyInput`; one that is given replaces the whole policy. */
export type BillingInput = { recurring: Cycle & { minCycles?: number } };
export type DeliveryInput = { recurring: Cycle & { cutoff?: number; preAnchorBehavior?: string } };

/** `SellingPlanInput` of the Admin API, as far as it is used. Fields left out of an update keep their value. */
export type SellingPlanInput = {
  id?: string;
  name?: string;
  options?: string[];
  position?: number;
  category?: 'SUBSCRIPTION';
  billingPolicy?: BillingInput;
  deliveryPolicy?: DeliveryInput;
  pricingPolicies?: PricingPolicyInput[];
};

/** `SellingPlanGroupInput` of the Admin API, as far as it is used. */
export type SellingPlanGroupInput = {
  /** What the storefront's Liquid knows the app's groups by. */
  appId?: string;
  name?: string;
  position?: number;
  merchantCode?: string;
  options?: string[];
  sellingPlansToCreate?: SellingPlanInput[];
  sellingPlansToUpdate?: SellingPlanInput[];
  sellingPlansToDelete?: string[];
};
