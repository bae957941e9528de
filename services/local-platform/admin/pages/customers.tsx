import { z } from 'zod';
import { counted, formatMoney } from '../display/formats.ts';
import { moneySchema } from '../display/money-schema.ts';
import { graphqlDocument, numberOf } from '../internal-api/graphql.ts';
import { AdminLink } from '../router/router.tsx';
import { useStorePath } from '../shell/store-context.tsx';
import {
  connectionSchema,
  ListPage,
  pageArguments,
  pageInfoFields,
  pageVariables,
} from './list-page.tsx';

const document = graphqlDocument(
  `query AdminCustomers(${pageVariables}) {
    customers(${pageArguments}, query: $query, sortKey: NAME) {
      nodes {
        id displayName numberOfOrders
        defaultEmailAddress { emailAddress }
        amountSpent { amount currencyCode }
        defaultAddress { city country }
      }
      ${pageInfoFields}
    }
  }`,
  z.object({
    customers: connectionSchema(
      z.object({
        id: z.string(),
        displayName: z.string(),
        numberOfOrders: z.coerce.number(),
        defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
        amountSpent: moneySchema,
        defaultAddress: z
          .object({ city: z.string().nullable(), country: z.string().nullable() })
          .nullable(),
      }),
    ),
  }),
);

export default function CustomersPage() {
  const path = useStorePath();
  return (
    <ListPage
      title="Customers"
      things={{ one: 'customer', many: 'customers' }}
      document={document}
      connectionIn={({ customers }) => customers}
      columns={[
        {
          title: 'Customer',
          cell: ({ id, displayName }) => (
            <AdminLink className="List-link" url={path(`/customers/${numberOf(id)}`)}>
              {displayName}
            </AdminLink>
          ),
        },
        {
          title: 'Email',
          wideOnly: true,
          cell: ({ defaultEmailAddress }) => defaultEmailAddress?.emailAddress,
        },
        {
          title: 'Location',
          wideOnly: true,
          cell: ({ defaultAddress: at }) =>
            [at?.city, at?.country].filter((part) => part).join(', '),
        },
        { title: 'Orders', cell: ({ numberOfOrders }) => counted(numberOfOrders, 'order') },
        {
          title: 'Amount spent',
          numeric: true,
          cell: ({ amountSpent: { amount, currencyCode } }) => formatMoney(amount, currencyCode),
        },
      ]}
    />
  );
}
