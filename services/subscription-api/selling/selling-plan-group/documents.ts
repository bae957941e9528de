import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { type CursorArguments, edgesOf, pageInfoBothWays } from '../../platform/collected-page.ts';
import { pricingPolicyFields } from '../../platform/pricing-policy.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';
import { platformGroupSchema } from './platform-group.ts';
import type { SellingPlanGroupInput } from './platform-input.ts';

const anchorFields = 'anchors { type day month cutoffDay }';

/** Shopify allows at most 31 plans per group, so one page always holds them all. */
const groupFields = `
  id
  name
  merchantCode
  position
  options
  productsCount { count }
  productVariantsCount { count }
  sellingPlans(first: 31) {
    nodes {
      id
      name
      description
      options
      position
      category
      billingPolicy {
        __typename
        ... on SellingPlanRecurringBillingPolicy {
          interval intervalCount ${anchorFields} minCycles maxCycles
        }
        ... on SellingPlanFixedBillingPolicy {
          checkoutCharge {
            type
            value {
              ... on SellingPlanCheckoutChargePercentageValue { percentage }
              ... on MoneyV2 { amount }
            }
          }
          remainingBalanceChargeTrigger
          remainingBalanceChargeExactTime
          remainingBalanceChargeTimeAfterCheckout
        }
      }
      deliveryPolicy {
        __typename
        ... on SellingPlanRecurringDeliveryPolicy {
          interval intervalCount ${anchorFields} cutoff intent preAnchorBehavior
        }
        ... on SellingPlanFixedDeliveryPolicy {
          ${anchorFields} fulfillmentTrigger fulfillmentExactTime
        }
      }
      ${pricingPolicyFields}
    }
  }
`;

export const listGroups = operation<
  CursorArguments & { query?: string; sortKey: string; reverse: boolean }
>('read_products')(
  `query SellingPlanGroups(
    $first: Int, $after: String, $last: Int, $before: String,
    $query: String, $sortKey: SellingPlanGroupSortKeys, $reverse: Boolean
  ) {
    ${shopTerms}
    sellingPlanGroups(
      first: $first, after: $after, last: $last, before: $before,
      query: $query, sortKey: $sortKey, reverse: $reverse
    ) {
      edges { cursor node { ${groupFields} } }
      ${pageInfoBothWays}
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    sellingPlanGroups: edgesOf(platformGroupSchema),
  }),
  { isOftenTheSame: true },
);

export const getGroup = operation<{ id: string }>('read_products')(
  `query SellingPlanGroup($id: ID!) {
    ${shopTerms}
    sellingPlanGroup(id: $id) { ${groupFields} }
  }`,
  z.object({
    shop: shopTermsSchema,
    sellingPlanGroup: platformGroupSchema.nullable(),
  }),
);

const platformVariantSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  title: z.string(),
  price: z.string(),
  product: z.object({
    id: z.string(),
    title: z.string(),
    featuredMedia: z
      .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
      .nullable(),
  }),
});

export type PlatformVariant = z.infer<typeof platformVariantSchema>;

export const getGroupWithVariants = operation<CursorArguments & { id: string; reverse: boolean }>(
  'read_products',
)(
  `query SellingPlanGroupWithVariants(
    $id: ID!, $first: Int, $after: String, $last: Int, $before: String, $reverse: Boolean
  ) {
    ${shopTerms}
    sellingPlanGroup(id: $id) {
      ${groupFields}
      productVariants(first: $first, after: $after, last: $last, before: $before, reverse: $reverse) {
        edges {
          cursor
          node {
            id
            displayName
            title
            price
            product { id title featuredMedia { preview { image { url } } } }
          }
        }
        ${pageInfoBothWays}
      }
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    sellingPlanGroup: platformGroupSchema
      .extend({
        productVariants: edgesOf(platformVariantSchema),
      })
      .nullable(),
  }),
);

/** The newest groups with their codes, to find a create whose answer was lost. */
export const listNewestGroupCodes = operation<{ after?: string | null }>('read_products')(
  `query NewestSellingPlanGroupCodes($after: String) {
    sellingPlanGroups(first: 250, after: $after, sortKey: CREATED_AT, reverse: true) {
      nodes { id merchantCode }
      ${pageInfoFields}
    }
  }`,
  z.object({
    sellingPlanGroups: nodesOf(z.object({ id: z.string(), merchantCode: z.string() })),
  }),
);

const changedGroup = z.object({
  sellingPlanGroup: platformGroupSchema.nullable(),
  userErrors: userErrorsSchema,
});

export const createGroup = operation<{ input: SellingPlanGroupInput }>(
  'write_products',
  'write_purchase_options',
)(
  `mutation CreateSellingPlanGroup($input: SellingPlanGroupInput!) {
    sellingPlanGroupCreate(input: $input) {
      sellingPlanGroup { ${groupFields} }
      userErrors { field message code }
    }
  }`,
  z.object({ sellingPlanGroupCreate: changedGroup }),
);

export const updateGroup = operation<{ id: string; input: SellingPlanGroupInput }>(
  'write_products',
  'write_purchase_options',
)(
  `mutation UpdateSellingPlanGroup($id: ID!, $input: SellingPlanGroupInput!) {
    sellingPlanGroupUpdate(id: $id, input: $input) {
      sellingPlanGroup { ${groupFields} }
      userErrors { field message code }
    }
  }`,
  z.object({ sellingPlanGroupUpdate: changedGroup }),
);

export const deleteGroup = operation<{ id: string }>('write_products', 'write_purchase_options')(
  `mutation DeleteSellingPlanGroup($id: ID!) {
    sellingPlanGroupDelete(id: $id) {
      userErrors { field message code }
    }
  }`,
  z.object({
    sellingPlanGroupDelete: z.object({
      userErrors: userErrorsSchema,
    }),
  }),
);

export const addVariants = operation<{ id: string; productVariantIds: string[] }>(
  'write_products',
  'write_purchase_options',
)(
  `mutation AddSellingPlanGroupVariants($id: ID!, $productVariantIds: [ID!]!) {
    sellingPlanGroupAddProductVariants(id: $id, productVariantIds: $productVariantIds) {
      userErrors { field message code }
    }
  }`,
  z.object({ sellingPlanGroupAddProductVariants: z.object({ userErrors: userErrorsSchema }) }),
);

export const removeVariants = operation<{ id: string; productVariantIds: string[] }>(
  'write_products',
  'write_purchase_options',
)(
  `mutation RemoveSellingPlanGroupVariants($id: ID!, $productVariantIds: [ID!]!) {
    sellingPlanGroupRemoveProductVariants(id: $id, productVariantIds: $productVariantIds) {
      userErrors { field message code }
    }
  }`,
  z.object({
    sellingPlanGroupRemoveProductVariants: z.object({
      userErrors: userErrorsSchema,
    }),
  }),
);

/** Which of the ids still exist, in their order; null for one that doesn't. */
export const findNodes = operation<{ ids: string[] }>('read_products')(
  `query ExistingVariants($ids: [ID!]!) { nodes(ids: $ids) { id } }`,
  z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) }),
);

/** Which variants are in the group, `v0` for the first. Takes one call, however large the group is. */
export function variantsInGroup(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return operation<Record<string, string>>('read_products')(
    `query VariantsInSellingPlanGroup($id: ID!, ${numbers.map((n) => `$v${n}: ID!`).join(', ')}) {
      sellingPlanGroup(id: $id) {
        ${numbers.map((n) => `v${n}: appliesToProductVariant(productVariantId: $v${n})`).join(' ')}
      }
    }`,
    z.object({ sellingPlanGroup: z.record(z.string(), z.boolean()).nullable() }),
  );
}
