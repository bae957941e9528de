import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';

const bag = z.object({ shopMoney: z.object({ amount: z.string() }) });

const addressSchema = z.object({
  name: z.string().nullable(),
  company: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  provinceCode: z.string().nullable(),
  zip: z.string().nullable(),
  countryCodeV2: z.string().nullable(),
  phone: z.string().nullable(),
});

const itemSchema = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string().nullable(),
  currentQuantity: z.number().int(),
  unfulfilledQuantity: z.number().int(),
  requiresShipping: z.boolean(),
  discountedUnitPriceAfterAllDiscountsSet: bag,
});

const itemsSchema = nodesOf(itemSchema);

const orderSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  processedAt: z.string(),
  cancelledAt: z.string().nullable(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  netPaymentSet: bag,
  totalShippingPriceSet: bag,
  /** Whether the prices include tax. */
  taxesIncluded: z.boolean(),
  totalTaxSet: bag.nullable(),
  shippingLine: z.object({ title: z.string() }).nullable(),
  shippingAddress: addressSchema.nullable(),
  billingAddress: addressSchema.nullable(),
  lineItems: itemsSchema,
});

export type OrderToShip = z.infer<typeof orderSchema>;
export type ItemToShip = z.infer<typeof itemSchema>;
export type AddressToShip = z.infer<typeof addressSchema>;

const money = '{ shopMoney { amount } }';
const address = '{ name company address1 address2 city provinceCode zip countryCodeV2 phone }';
const items = `
  nodes {
    id name sku currentQuantity unfulfilledQuantity requiresShipping
    discountedUnitPriceAfterAllDiscountsSet ${money}
  }
  ${pageInfoFields}`;

/** Orders by their ids in one call; null for one that is gone or that the app may not see. */
export const getOrdersToShip = operation<{ ids: string[] }>('read_orders')(
  `query OrdersToShip($ids: [ID!]!) {
    ${shopTerms}
    nodes(ids: $ids) {
      ... on Order {
        id name email note processedAt cancelledAt displayFinancialStatus displayFulfillmentStatus
        netPaymentSet ${money}
        totalShippingPriceSet ${money}
        taxesIncluded
        totalTaxSet ${money}
        shippingLine { title }
        shippingAddress ${address}
        billingAddress ${address}
        lineItems(first: 20) {${items}
        }
      }
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    nodes: z.array(orderSchema.nullable()),
  }),
);

export const getItemsToShip = operation<{ id: string; after: string | null }>('read_orders')(
  `query ItemsToShip($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) {${items} } }
  }`,
  z.object({ order: z.object({ lineItems: itemsSchema }).nullable() }),
);
