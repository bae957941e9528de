import { z } from 'zod';
import type { ContractPlan, ContractPlans } from '#contract/contract-plans.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { majorUnitsOf, orderAmountOf } from '#contract/money.ts';
import { orderPriceOf, planPricesOf } from '#contract/order-prices.ts';
import { anchorSchema, intervalSchema, type PlanTerms } from '#contract/selling-plan.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { pricingPolicyFields, pricingPolicySchema } from '../../platform/pricing-policy.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { LineTerms } from '../billing/documents.ts';
import { type KeptContract, paidOrdersOf } from './coming-orders.ts';
import { contractTag } from './contract.ts';
import type { PolicyInput } from './documents.ts';
import { refreshKept } from './refresh-kept.ts';

const cycle = {
  interval: intervalSchema,
  intervalCount: z.number().int(),
  anchors: z.array(anchorSchema),
};

const byNoInterval = z.strictObject({}).transform(() => null);

/** Plans that aren't charged or delivered by intervals have neither; nobody subscribes to them. */
const planSchema = z.object({
  id: z.string(),
  name: z.string(),
  billingPolicy: z
    .object({
      ...cycle,
      minCycles: z.number().int().nullable(),
      maxCycles: z.number().int().nullable(),
    })
    .or(byNoInterval),
  deliveryPolicy: z
    .object({
      ...cycle,
      cutoff: z.number().int().nullable(),
      intent: z.string(),
      preAnchorBehavior: z.string(),
    })
    .or(byNoInterval),
  pricingPolicies: z.array(pricingPolicySchema),
});

/** The prices of variants, and the plans that sell the first of them. */
const getPlans = operation<{ first: string; variants: string[] }>('read_products')(
  `query ContractPlans($first: ID!, $variants: [ID!]!) {
    ${shopTerms}
    nodes(ids: $variants) {
      ... on ProductVariant { id price sellingPlanGroups(first: 10) { nodes { id } } }
    }
    node(id: $first) {
      ... on ProductVariant {
        sellingPlanGroups(first: 10) {
          nodes {
            id
            sellingPlans(first: 31) {
              nodes {
                id name
                billingPolicy {
                  ... on SellingPlanRecurringBillingPolicy {
                    interval intervalCount minCycles maxCycles
                    anchors { type day month cutoffDay }
                  }
                }
                deliveryPolicy {
                  ... on SellingPlanRecurringDeliveryPolicy {
                    interval intervalCount cutoff intent preAnchorBehavior
                    anchors { type day month cutoffDay }
                  }
                }
                ${pricingPolicyFields}
              }
            }
          }
        }
      }
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    nodes: z.array(
      z
        .object({
          id: z.string(),
          price: z.string(),
          sellingPlanGroups: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
        })
        .nullable(),
    ),
    node: z
      .object({
        sellingPlanGroups: z.object({
          nodes: z.array(
            z.object({ id: z.string(), sellingPlans: z.object({ nodes: z.array(planSchema) }) }),
          ),
        }),
      })
      .nullable(),
  }),
);

type PlatformPlan = z.infer<typeof planSchema>;

function termsOf({ billingPolicy, deliveryPolicy, pricingPolicies }: PlatformPlan) {
  if (billingPolicy === null || deliveryPolicy === null) return null;
  return {
    billingPolicy: { type: 'RECURRING', ...billingPolicy },
    deliveryPolicy: { type: 'RECURRING', ...deliveryPolicy },
    pricingPolicies,
  } as const satisfies PlanTerms;
}

type Terms = NonNullable<ReturnType<typeof termsOf>>;

/** A draft's settings for a plan. */
export type PlanTerm = ContractPlan & {
  policies: { billingPolicy: PolicyInput; deliveryPolicy: PolicyInput };
  terms: (LineTerms & { line: string })[];
};

/** A line's terms by its plan, and the price of the order after `paidOrders`; null if the plan ends before it. */
function lineTermsOf(
  { id, name }: PlatformPlan,
  terms: Terms,
  product: { price: string; currencyCode: string },
  paidOrders: number,
): (LineTerms & { price: number }) | null {
  const { currencyCode } = product;
  const prices = planPricesOf(terms, product);
  const next = prices && orderPriceOf(prices, paidOrders + 1);
  if (prices === null || next === null) return null;
  const cycleDiscounts = terms.pricingPolicies.flatMap(
    ({ adjustmentType, adjustmentValue: { value }, afterCycle }) => {
      const price = orderPriceOf(prices, (afterCycle ?? 0) + 1);
      if (price === null) return [];
      return {
        afterCycle: afterCycle ?? 0,
        adjustmentType,
        adjustmentValue:
          adjustmentType === 'PERCENTAGE' ? { percentage: value } : { fixedValue: String(value) },
        computedPrice: majorUnitsOf(price.price, currencyCode),
      };
    },
  );
  return {
    price: next.price,
    sellingPlanId: id,
    sellingPlanName: name,
    currentPrice: majorUnitsOf(next.price, currencyCode),
    pricingPolicy: { basePrice: majorUnitsOf(prices.basePrice, currencyCode), cycleDiscounts },
  };
}

const policyInput = ({
  interval,
  intervalCount,
  anchors,
}: Terms['billingPolicy'] | Terms['deliveryPolicy']): PolicyInput => ({
  interval,
  intervalCount,
  anchors,
});

/** The other plans of the group that sells all of a contract's lines. */
export async function readPlans(
  { graphql }: Pick<ShopContext, 'graphql'>,
  kept: KeptContract,
): Promise<PlanTerm[]> {
  const { contract, lines } = kept;
  const variants = lines.flatMap(({ variantId }) => variantId ?? []);
  const own = new Set(lines.map(({ planId }) => planId));
  const [first] = variants;
  if (first === undefined || variants.length < lines.length || own.has(null)) return [];
  const globalIds = variants.map((id) => globalIdOf('ProductVariant', id));
  const { shop, nodes, node } = await graphql(getPlans, {
    first: globalIdOf('ProductVariant', first),
    variants: [...new Set(globalIds)],
  });
  if (shop.currencyCode !== contract.currencyCode) return [];
  const group = node?.sellingPlanGroups.nodes.find(({ sellingPlans }) =>
    [...own].every((id) => sellingPlans.nodes.some((plan) => originalIdOf(plan.id) === id)),
  );
  const sellsAll = nodes.every((variant) =>
    variant?.sellingPlanGroups.nodes.some(({ id }) => id === group?.id),
  );
  if (group === undefined || !sellsAll) return [];
  const currencyCode = shop.currencyCode;
  const paidOrders = paidOrdersOf(kept);
  return group.sellingPlans.nodes.flatMap((plan): PlanTerm[] => {
    const terms = termsOf(plan);
    if (terms === null || (own.size === 1 && own.has(originalIdOf(plan.id)))) return [];
    const ofLines = lines.flatMap(({ id: line, variantId, quantity }) => {
      const globalId = globalIdOf('ProductVariant', variantId ?? '');
      const price = nodes.find((variant) => variant?.id === globalId)?.price;
      if (price === undefined) return [];
      const found = lineTermsOf(plan, terms, { price, currencyCode }, paidOrders);
      return found === null ? [] : [{ ...found, line, quantity }];
    });
    if (ofLines.length < lines.length) return [];
    const { billingPolicy, deliveryPolicy } = terms;
    const { minCycles, maxCycles } = billingPolicy;
    return [
      {
        id: originalIdOf(plan.id),
        name: plan.name,
        every: { interval: billingPolicy.interval, intervalCount: billingPolicy.intervalCount },
        delivered: {
          interval: deliveryPolicy.interval,
          intervalCount: deliveryPolicy.intervalCount,
        },
        lines: ofLines.map(({ line, price }) => ({ line, price })),
        amount: orderAmountOf(ofLines, contract.deliveryPrice),
        hasLaterPrices: terms.pricingPolicies.some(
          ({ afterCycle }) => (afterCycle ?? 0) > paidOrders,
        ),
        policies: {
          billingPolicy: { ...policyInput(billingPolicy), minCycles, maxCycles },
          deliveryPolicy: policyInput(deliveryPolicy),
        },
        terms: ofLines.map(({ price, quantity, ...found }) => found),
      },
    ];
  });
}

/**
 * The plans that a subscription could have in place of its own (contract/contract-plans.ts), from the platform.
 * @throws ServiceError `not found`
 */
export async function getContractPlans(context: ShopContext, id: string): Promise<ContractPlans> {
  const kept = await refreshKept(context, id);
  const plans = await readPlans(context, kept);
  return {
    plans: plans.map(({ policies, terms, ...plan }) => plan),
    tag: contractTag(kept),
  };
}
