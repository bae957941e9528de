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

const parts = z.record(z.string(), z.string().nullable());

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
  deliveryMethod: z
    .object({ __typename: z.string(), address: parts.optional(), pickupOption: parts.optional() })
    .nullable(),
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

const addressFields =
  'address { firstName lastName company address1 address2 city provinceCode zip countryCodeV2 phone }';

const contractFields = `
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
      deliveryMethod {
        __typename
        ... on SubscriptionDeliveryMethodShipping { ${addressFields} }
        ... on SubscriptionDeliveryMethodLocalDelivery { ${addressFields} }
        ... on SubscriptionDeliveryMethodPickup { pickupOption { code title description } }
      }
      lines(first: 20) {${lineFields}
      }
      billingAttempts(first: 1, reverse: true) { nodes { idempotencyKey } }`;

const cyclesOf = (id: string) => `subscriptionBillingCycles(
      contractId: ${id}, first: 80, billingCyclesDateRangeSelector: { startDate: $from, endDate: $to }
    ) {
      nodes { cycleIndex billingAttemptExpectedDate status skipped edited }
    }`;

const contractAnswer = z.object({
  subscriptionContract: contractSchema.nullable(),
  subscriptionBillingCycles: z.object({ nodes: z.array(cycleSchema) }),
});
export type ContractAnswer = z.infer<typeof contractAnswer>;

const contractScopes = [
  'read_own_subscription_contracts',
  'read_customer_payment_methods',
  'read_customers',
  'read_orders',
] as const;

/**
 * Everything that we store of a contract, with its cycles in a range of dates. For a missing contract the platform returns null, or doesn't find
 * its cycles (ResourceNotFoundError). A usual one with weekly cycles costs 26 points of the 39 that are set aside.
 */
export const getContract = operation<{ id: string; from: string; to: string }>(...contractScopes)(
  `query Contract($id: ID!, $from: DateTime!, $to: DateTime!) {
    subscriptionContract(id: $id) {${contractFields}
    }
    ${cyclesOf('$id')}
  }`,
  contractAnswer,
);

/** As many contracts as one query reads: 397 of the 1,000 points that it may cost, and of the 2,000 that the smallest bucket holds. */
export const readAtOnce = 10;

const getContractsBySize = Array.from({ length: readAtOnce }, (_, last) => {
  const numbers = Array.from({ length: last + 1 }, (_, number) => number);
  const each = (part: (number: number) => string) => numbers.map(part).join(' ');
  return operation<Record<string, string>>(...contractScopes)(
    `query SeveralContracts($from: DateTime!, $to: DateTime!, ${each((n) => `$id${n}: ID!`)}) {
    ${each((n) => `contract${n}: subscriptionContract(id: $id${n}) { ...contract }`)}
    ${each((n) => `cycles${n}: ${cyclesOf(`$id${n}`)}`)}
  }
  fragment contract on SubscriptionContract {${contractFields}
  }`,
    z
      .record(z.string(), z.unknown())
      .transform((answer) =>
        numbers.map((n) => ({
          subscriptionContract: answer[`contract${n}`],
          subscriptionBillingCycles: answer[`cycles${n}`],
        })),
      )
      .pipe(z.array(contractAnswer)),
  );
});

/**
 * Like {@link getContract} for up to {@link readAtOnce} contracts, whose answers come in the order of their ids. If one is missing, the platform may not answer
 * for any of them.
 */
export function getContracts(ids: readonly string[], dates: { from: string; to: string }) {
  const operation = getContractsBySize[ids.length - 1];
  if (operation === undefined) throw new RangeError(`${ids.length} contracts at once`);
  const named = Object.fromEntries(ids.map((id, number) => [`id${number}`, id]));
  return [operation, { ...dates, ...named }] as const;
}

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
