import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';
import { customerFields, customerSchema } from '../shop/customers.ts';

/** Whom contracts are for and in which country, with the shop's name. Null for a contract that is gone. */
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
        customer { ${customerFields} }
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
          customer: customerSchema.nullable(),
          deliveryMethod: z
            .object({ address: z.object({ countryCodeV2: z.string().nullable() }).optional() })
            .nullable(),
        })
        .nullable(),
    ),
  }),
);
