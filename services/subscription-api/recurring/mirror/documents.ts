import { z } from 'zod';
import { anchorSchema } from '#contract/selling-plan.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { customerFields, customerSchema } from '../../shop/customers.ts';

const money = z.object({ amount: z.string(), currencyCode: z.string() });
const frequency = { interval: z.string(), intervalCount: z.number().int() };

const lineSchema = z.object({
  id: z.string(),
  productId: z.string().nullable(),
  variantId: z.string().nullable(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  quantity: z.number().int(),
  currentPrice: money,
  sellingPlanId: z.string().nullable(),
  sellingPlanName: z.string().nullable(),
});

const linesSchema = nodesOf(lineSchema);

const methodSchema = z.object({
  id: z.string(),
  revokedAt: z.coerce.date().nullable(),
  instrument: z
    .object({
      __typename: z.string(),
      lastDigits: z.string().optional(),
      expiryMonth: z.number().int().optional(),
      expiryYear: z.number().int().optional(),
    })
    .nullable(),
});

const contractSchema = z.object({
  id: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED', 'FAILED']),
  // A counter, sent as a string.
  revisionId: z.coerce.bigint(),
  currencyCode: z.string(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  deliveryPrice: money,
  billingPolicy: z.object({
    ...frequency,
    minCycles: z.number().int().nullable(),
    maxCycles: z.number().int().nullable(),
  }),
  deliveryPolicy: z.object({ ...frequency, anchors: z.array(anchorSchema) }),
  customer: customerSchema.nullable(),
  originOrder: z.object({ id: z.string() }).nullable(),
  customerPaymentMethod: methodSchema.nullable(),
  lines: linesSchema,
  billingAttempts: z.object({ nodes: z.array(z.object({ idempotencyKey: z.string() })) }),
});

const cycleSchema = z.object({
  cycleIndex: z.number().int(),
  billingAttemptExpectedDate: z.coerce.date(),
  status: z.enum(['BILLED', 'UNBILLED']),
  skipped: z.boolean(),
  edited: z.boolean(),
});

export type PlatformContract = z.infer<typeof contractSchema>;
export type PlatformContractLine = z.infer<typeof lineSchema>;
export type PlatformPaymentMethod = z.infer<typeof methodSchema>;
export type PlatformCycle = z.infer<typeof cycleSchema>;

const lineFields = `
  nodes {
    id productId variantId title variantTitle quantity currentPrice { amount currencyCode } sellingPlanId sellingPlanName
  }
  ${pageInfoFields}`;

/**
 * Everything that we store of a contract, with its cycles in a range of dates. For a missing contract the platform returns null, or doesn't find
 * its cycles (ResourceNotFoundError). A usual one with weekly cycles costs 24 points of the 37 that are set aside.
 */
export const getContract = operation<{ id: string; from: string; to: string }>(
  'read_own_subscription_contracts',
  'read_customer_payment_methods',
  'read_customers',
  'read_orders',
)(
  `query Contract($id: ID!, $from: DateTime!, $to: DateTime!) {
    subscriptionContract(id: $id) {
      id status revisionId currencyCode createdAt updatedAt
      deliveryPrice { amount currencyCode }
      billingPolicy { interval intervalCount minCycles maxCycles }
      deliveryPolicy { interval intervalCount anchors { type day month cutoffDay } }
      customer { ${customerFields} }
      originOrder { id }
      customerPaymentMethod(showRevoked: true) {
        id revokedAt
        instrument {
          __typename
          ... on CustomerCreditCard { lastDigits expiryMonth expiryYear }
          ... on CustomerShopPayAgreement { lastDigits expiryMonth expiryYear }
        }
      }
      lines(first: 20) {${lineFields}
      }
      billingAttempts(first: 1, reverse: true) { nodes { idempotencyKey } }
    }
    subscriptionBillingCycles(
      contractId: $id, first: 80, billingCyclesDateRangeSelector: { startDate: $from, endDate: $to }
    ) {
      nodes { cycleIndex billingAttemptExpectedDate status skipped edited }
    }
  }`,
  z.object({
    subscriptionContract: contractSchema.nullable(),
    subscriptionBillingCycles: z.object({ nodes: z.array(cycleSchema) }),
  }),
);

/** More lines of one contract. */
export const listContractLines = operation<{ id: string; after: string }>(
  'read_own_subscription_contracts',
)(
  `query ContractLines($id: ID!, $after: String!) {
    subscriptionContract(id: $id) { lines(first: 100, after: $after) {${lineFields} } }
  }`,
  z.object({ subscriptionContract: z.object({ lines: linesSchema }).nullable() }),
);

/** Which of these plans still exist. */
export const findPlans = operation<{ ids: string[] }>('read_products')(
  'query PlansThere($ids: [ID!]!) { nodes(ids: $ids) { ... on SellingPlan { id } } }',
  z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) }),
);

/** The cut-offs of plans, in days; Shopify keeps none with a contract. Null for a plan that is gone, or has none. */
export const findCutoffs = operation<{ ids: string[] }>('read_products')(
  `query PlanCutoffs($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on SellingPlan { deliveryPolicy { ... on SellingPlanRecurringDeliveryPolicy { cutoff } } }
    }
  }`,
  z.object({
    nodes: z.array(
      z.object({ deliveryPolicy: z.object({ cutoff: z.number().int().nullish() }) }).nullable(),
    ),
  }),
);

/** A page of the contracts that `query` finds, by `sortKey` ascending, and the store's time zone (IANA). */
export const listContracts = operation<{
  query: string | null;
  sortKey: 'ID' | 'UPDATED_AT';
  after: string | null;
}>('read_own_subscription_contracts')(
  `query Contracts($query: String, $sortKey: SubscriptionContractsSortKeys, $after: String) {
    subscriptionContracts(first: 50, query: $query, sortKey: $sortKey, after: $after) {
      nodes { id revisionId updatedAt }
      ${pageInfoFields}
    }
    shop { ianaTimezone }
  }`,
  z.object({
    subscriptionContracts: nodesOf(
      z.object({ id: z.string(), revisionId: z.coerce.bigint(), updatedAt: z.coerce.date() }),
    ),
    shop: z.object({ ianaTimezone: z.string() }),
  }),
);
