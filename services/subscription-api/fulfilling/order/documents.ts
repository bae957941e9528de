import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { type CursorArguments, edgesOf, pageInfoBothWays } from '../../platform/collected-page.ts';
import { customerFields, customerSchema } from '../../shop/customers.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';

const bag = z.object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }) });

const lineSchema = z.object({
  id: z.string(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  currentQuantity: z.number().int(),
  priceAfterAllDiscountsBeforeTaxesSet: bag,
  sellingPlan: z.object({ name: z.string(), sellingPlanId: z.string().nullable() }).nullable(),
});

const linesSchema = nodesOf(lineSchema);

const orderSchema = z.object({
  id: z.string(),
  name: z.string(),
  test: z.boolean(),
  processedAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  cancelledAt: z.coerce.date().nullable(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  currentTotalPriceSet: bag,
  customer: customerSchema.nullable(),
  lineItems: linesSchema,
});

export type PlatformOrder = z.infer<typeof orderSchema>;
export type PlatformLine = z.infer<typeof lineSchema>;

/** How many items come with an order. Longer orders take further calls. */
const linesWithOrder = 10;

const money = '{ shopMoney { amount currencyCode } }';
const lineFields = `
  nodes {
    id title variantTitle currentQuantity
    priceAfterAllDiscountsBeforeTaxesSet ${money}
    sellingPlan { name sellingPlanId }
  }
  ${pageInfoFields}`;

/** A page of the orders that `query` finds, the latest change last. */
export const listChangedOrders = operation<CursorArguments & { query: string | null }>(
  'read_orders',
  'read_customers',
)(
  `query ChangedOrders($first: Int, $after: String, $query: String) {
    orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
      edges {
        cursor
        node {
          id name test processedAt updatedAt cancelledAt displayFinancialStatus displayFulfillmentStatus
          currentTotalPriceSet ${money}
          customer { ${customerFields} }
          lineItems(first: ${linesWithOrder}) {${lineFields}
          }
        }
      }
      ${pageInfoBothWays}
    }
  }`,
  z.object({
    orders: edgesOf(orderSchema),
  }),
);

/** The ids of the orders that `query` finds, in ascending order. */
export const listOrderIds = operation<{ query: string }>('read_orders')(
  `query OrderIds($query: String!) {
    orders(first: 250, query: $query, sortKey: ID) { nodes { id } pageInfo { hasNextPage } }
  }`,
  z.object({
    orders: z.object({
      nodes: z.array(z.object({ id: z.string() })),
      pageInfo: z.object({ hasNextPage: z.boolean() }),
    }),
  }),
);

/** Orders by their ids; null for one that is gone. */
export const findOrders = operation<{ ids: string[] }>('read_orders')(
  `query OrdersThere($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { id } } }`,
  z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) }),
);

export const listOrderLines = operation<{ id: string; after: string | null }>('read_orders')(
  `query OrderLines($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) {${lineFields} } }
  }`,
  z.object({ order: z.object({ lineItems: linesSchema }).nullable() }),
);

/** The shop's terms that its orders are read with, and the app's access scopes. */
export const getOrderTerms = operation<Record<string, never>>()(
  `query OrderTerms {
    ${shopTerms}
    currentAppInstallation { accessScopes { handle } }
  }`,
  z.object({
    shop: shopTermsSchema,
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
);

/** Plans by their ids; null for one that is gone. */
export const getPlanPeriods = operation<{ ids: string[] }>('read_products')(
  `query PlanPeriods($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on SellingPlan {
        id name
        billingPolicy { ... on SellingPlanRecurringBillingPolicy { interval intervalCount } }
      }
    }
  }`,
  z.object({
    nodes: z.array(
      z
        .object({
          id: z.string(),
          name: z.string(),
          billingPolicy: z.object({
            interval: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']).optional(),
            intervalCount: z.number().int().optional(),
          }),
        })
        .nullable(),
    ),
  }),
);

export const listGroupsOfPlans = operation<CursorArguments>('read_products')(
  `query GroupsOfPlans($first: Int, $after: String) {
    sellingPlanGroups(first: $first, after: $after) {
      edges { cursor node { name sellingPlans(first: 31) { nodes { id } } } }
      ${pageInfoBothWays}
    }
  }`,
  z.object({
    sellingPlanGroups: edgesOf(
      z.object({
        name: z.string(),
        sellingPlans: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
      }),
    ),
  }),
);
