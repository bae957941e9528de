import { z } from 'zod';
import { formatDay, formatMoney } from '../display/formats.ts';
import { moneyBagFields, moneyBagSchema } from '../display/money-schema.ts';
import { StatusBadge } from '../display/status-badge.tsx';
import { graphqlDocument, numberOf } from '../internal-api/graphql.ts';
import { appPath } from '../router/addresses.ts';
import { AdminLink, useAdminHistory } from '../router/router.tsx';
import { useStore, useStorePath } from '../shell/store-context.tsx';
import { appHandle, appName, appScreens } from './app-links.ts';
import {
  connectionSchema,
  ListPage,
  pageArguments,
  pageInfoFields,
  pageVariables,
} from './list-page.tsx';

const document = graphqlDocument(
  `query AdminOrders(${pageVariables}) {
    orders(${pageArguments}, query: $query, sortKey: PROCESSED_AT, reverse: true) {
      nodes {
        id name processedAt displayFinancialStatus displayFulfillmentStatus
        customer { displayName }
        totalPriceSet ${moneyBagFields}
      }
      ${pageInfoFields}
    }
  }`,
  z.object({
    orders: connectionSchema(
      z.object({
        id: z.string(),
        name: z.string(),
        processedAt: z.string(),
        displayFinancialStatus: z.string().nullable(),
        displayFulfillmentStatus: z.string(),
        customer: z.object({ displayName: z.string() }).nullable(),
        totalPriceSet: moneyBagSchema,
      }),
    ),
  }),
);

export default function OrdersPage() {
  const { handle } = useStore();
  const path = useStorePath();
  const history = useAdminHistory();
  return (
    <ListPage
      title="Orders"
      things={{ one: 'order', many: 'orders' }}
      document={document}
      connectionIn={({ orders }) => orders}
      selecting={{
        nameOf: ({ name }) => name,
        action: {
          content: `Sync with ${appName}`,
          onAction: (orders) =>
            history.push(
              appPath(
                handle,
                appHandle,
                appScreens.orderSync(orders.map(({ id }) => numberOf(id))),
              ),
            ),
        },
      }}
      columns={[
        {
          title: 'Order',
          cell: ({ id, name }) => (
            <AdminLink className="List-link" url={path(`/orders/${numberOf(id)}`)}>
              {name}
            </AdminLink>
          ),
        },
        { title: 'Date', wideOnly: true, cell: ({ processedAt }) => formatDay(processedAt) },
        { title: 'Customer', cell: ({ customer }) => customer?.displayName ?? 'No customer' },
        {
          title: 'Total',
          numeric: true,
          cell: ({ totalPriceSet: { shopMoney } }) =>
            formatMoney(shopMoney.amount, shopMoney.currencyCode),
        },
        {
          title: 'Payment status',
          wideOnly: true,
          cell: ({ displayFinancialStatus: status }) => status && <StatusBadge status={status} />,
        },
        {
          title: 'Fulfillment status',
          wideOnly: true,
          cell: ({ displayFulfillmentStatus }) => <StatusBadge status={displayFulfillmentStatus} />,
        },
      ]}
    />
  );
}
