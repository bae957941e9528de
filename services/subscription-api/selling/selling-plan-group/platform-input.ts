/** The fields of the Admin API's `SellingPlanPricingPolicyInput` that we use. */
export type PricingPolicyInput =
  | { fixed: AdjustmentInput }
  | { recurring: AdjustmentInput & { afterCycle: number } };

export type AdjustmentInput =
  | { adjustmentType: 'PERCENTAGE'; adjustmentValue: { percentage: number } }
  | { adjustmentType: 'FIXED_AMOUNT' | 'PRICE'; adjustmentValue: { fixedValue: number } };

type Anchor = { type: string; day: number; month?: number | null; cutoffDay?: number | null };

type Cycle = { interval: string; intervalCount: number; anchors?: Anchor[] };

/** `SellingPlanBillingPolicyInput` and `SellingPlanDeliveryPolicyInput`. Either replaces the whole policy. */
export type BillingInput = { recurring: Cycle & { minCycles?: number } };
export type DeliveryInput = { recurring: Cycle & { cutoff?: number; preAnchorBehavior?: string } };

/** The fields of the Admin API's `SellingPlanInput` that we use. Fields left out of an update keep their value. */
export type SellingPlanInput = {
  id?: string;
  name?: string;
  description?: string;
  options?: string[];
  position?: number;
  category?: 'SUBSCRIPTION';
  billingPolicy?: BillingInput;
  deliveryPolicy?: DeliveryInput;
  pricingPolicies?: PricingPolicyInput[];
};

/** The fields of the Admin API's `SellingPlanGroupInput` that we use. */
export type SellingPlanGroupInput = {
  /** Marks the app's groups for the storefront's Liquid. */
  appId?: string;
  name?: string;
  position?: number;
  merchantCode?: string;
  options?: string[];
  sellingPlansToCreate?: SellingPlanInput[];
  sellingPlansToUpdate?: SellingPlanInput[];
  sellingPlansToDelete?: string[];
};
