import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';
import { customerFields, customerSchema } from '../shop/customers.ts';

const reachableSchema = customerSchema.extend({
  defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable(),
});

/** The contracts whose items are in a parcel. */
export const getParcelContracts = operation<{ id: string }>(
  'read_orders',
  'read_own_subscription_contracts',
)(
  `query ParcelContracts($id: ID!) {
    node(id: $id) {
      ... on Fulfillment {
        fulfillmentLineItems(first: 50) { nodes { lineItem { contract { id } } } }
      }
    }
  }`,
  z.object({
    node: z
      .object({
        fulfillmentLineItems: z.object({
          nodes: z.array(
            z.object({ lineItem: z.object({ contract: z.object({ id: z.string() }).nullable() }) }),
          ),
        }),
      })
      .nullable(),
  }),
);

const parcelSchema = z.object({
  id: z.string(),
  status: z.string(),
  displayStatus: z.string().nullable(),
  order: z.object({
    name: z.string(),
    cancelledAt: z.string().nullable(),
    customer: reachableSchema.nullable(),
    shippingAddress: z.object({ countryCodeV2: z.string().nullable() }).nullable(),
    currentTotalPriceSet: z.object({
      presentmentMoney: z.object({ amount: z.string(), currencyCode: z.string() }),
    }),
  }),
  fulfillmentLineItems: z.object({
    nodes: z.array(
      z.object({
        quantity: z.number().int().nullable(),
        lineItem: z.object({ title: z.string(), variantTitle: z.string().nullable() }),
      }),
    ),
  }),
});

/** Parcels with their state, customer and items, and the shop's name. Null for one that is gone. */
export const getParcels = operation<{ ids: string[] }>('read_orders', 'read_customers')(
  `query Parcels($ids: [ID!]!) {
    shop { name }
    nodes(ids: $ids) {
      ... on Fulfillment {
        id
        status
        displayStatus
        order {
          name
          cancelledAt
          customer { ${customerFields} defaultPhoneNumber { phoneNumber } }
          shippingAddress { countryCodeV2 }
          currentTotalPriceSet { presentmentMoney { amount currencyCode } }
        }
        fulfillmentLineItems(first: 50) { nodes { quantity lineItem { title variantTitle } } }
      }
    }
  }`,
  z.object({ shop: z.object({ name: z.string() }), nodes: z.array(parcelSchema.nullable()) }),
);

/** The customers of contracts and their countries, and the shop's name. Null for a contract that is gone. */
export const getRecipients = operation<{ ids: string[] }>(
  'read_own_subscription_contracts',
  'read_customers',
)(
  `query Recipients($ids: [ID!]!) {
    shop { name }
    nodes(ids: $ids) {
      ... on SubscriptionContract {
        id
        status
        customer { ${customerFields} defaultPhoneNumber { phoneNumber } }
        deliveryMethod { ... on SubscriptionDeliveryMethodShipping { address { countryCodeV2 } } }
      }
    }
  }`,
  z.object({
    shop: z.object({ name: z.string() }),
    nodes: z.array(
      z
        .object({
          id: z.string(),
          status: z.string(),
          customer: reachableSchema.nullable(),
          deliveryMethod: z
            .object({ address: z.object({ countryCodeV2: z.string().nullable() }).optional() })
            .nullable(),
        })
        .nullable(),
    ),
  }),
);
