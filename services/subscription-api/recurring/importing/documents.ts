import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { type NodesPage, nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';
import { customerFields, customerSchema } from '../../shop/customers.ts';
import type { AddressInput, PolicyInput } from '../contracts/documents.ts';

const customersFields = `nodes { ${customerFields} } ${pageInfoFields}`;

const customersSchema = nodesOf(customerSchema);

/** The customers, variants and payment methods that some lines name; null for what isn't the store's. */
export const findNamed = operation<{ query: string; variants: string[]; methods: string[] }>(
  'read_customers',
  'read_products',
  'read_customer_payment_methods',
)(
  `query NamedInImport($query: String!, $variants: [ID!]!, $methods: [ID!]!) {
    customers(first: 100, query: $query) { ${customersFields} }
    variants: nodes(ids: $variants) {
      ... on ProductVariant { id title product { title status } }
    }
    methods: nodes(ids: $methods) {
      ... on CustomerPaymentMethod { id revokedAt customer { id } }
    }
  }`,
  z.object({
    customers: customersSchema,
    variants: z.array(
      z
        .object({
          id: z.string(),
          title: z.string(),
          product: z.object({ title: z.string(), status: z.string() }),
        })
        .nullable(),
    ),
    methods: z.array(
      z
        .object({
          id: z.string(),
          revokedAt: z.string().nullable(),
          customer: z.object({ id: z.string() }).nullable(),
        })
        .nullable(),
    ),
  }),
);

/** More customers that a search of `findNamed` finds. */
export const listNamedCustomers = operation<{ query: string; after: string }>('read_customers')(
  `query NamedCustomers($query: String!, $after: String) {
    customers(first: 100, query: $query, after: $after) { ${customersFields} }
  }`,
  z.object({ customers: customersSchema }),
);

/** Shopify needs no payment method since 2026-04. */
type ImportedContract = {
  customerId: string;
  currencyCode: string;
  nextBillingDate: string;
  contract: {
    status: 'ACTIVE';
    billingPolicy: PolicyInput;
    deliveryPolicy: PolicyInput;
    deliveryMethod: { shipping: { address: AddressInput } };
    deliveryPrice: string;
    paymentMethodId?: string;
    customAttributes: readonly { key: string; value: string }[];
  };
  lines: readonly {
    line: { productVariantId: string; quantity: number; currentPrice: string };
  }[];
};

export const createContract = operation<{ input: ImportedContract }>(
  'write_own_subscription_contracts',
)(
  `mutation ImportContract($input: SubscriptionContractAtomicCreateInput!) {
    create: subscriptionContractAtomicCreate(input: $input) {
      contract { id } userErrors { field message code }
    }
  }`,
  z.object({
    create: z.object({
      contract: z.object({ id: z.string() }).nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);

const contractsSchema: z.ZodType<
  NodesPage<{ id: string; customAttributes: { key: string; value: string }[] }>
> = nodesOf(
  z.object({
    id: z.string(),
    customAttributes: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
);

/** A page of a customer's contracts, the latest first, with what an import noted at them. */
export const listImported = operation<{ customer: string; after: string | null }>(
  'read_customers',
  'read_own_subscription_contracts',
)(
  `query ImportedContracts($customer: ID!, $after: String) {
    customer(id: $customer) {
      subscriptionContracts(first: 50, after: $after, reverse: true) {
        nodes { id customAttributes { key value } }
        ${pageInfoFields}
      }
    }
  }`,
  z.object({ customer: z.object({ subscriptionContracts: contractsSchema }).nullable() }),
);
