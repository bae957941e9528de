import { BlockStack, Card, Layout, Page, Text } from '@shopify/polaris';
import { z } from 'zod';
import { AddressLines } from '../display/address-lines.tsx';
import { counted, formatDay, formatMoney } from '../display/formats.ts';
import { moneyBagFields, moneyBagSchema, moneySchema } from '../display/money-schema.ts';
import { StatusBadge } from '../display/status-badge.tsx';
import { graphqlDocument, numberOf } from '../internal-api/graphql.ts';
import { AdminLink } from '../router/router.tsx';
import { useStorePath } from '../shell/store-context.tsx';
import { OnePage } from './one-page.tsx';

const document = graphqlDocument(
  `query AdminCustomer($id: ID!) {
    customer(id: $id) {
      displayName numberOfOrders phone createdAt
      defaultEmailAddress { emailAddress }
      amountSpent { amount currencyCode }
      defaultAddress { formatted(withName: true) }
      orders(first: 20, sortKey: PROCESSED_AT, reverse: true) {
        nodes { id name processedAt displayFulfillmentStatus totalPriceSet ${moneyBagFields} }
      }
    }
  }`,
  z.object({
    customer: z
      .object({
        displayName: z.string(),
        numberOfOrders: z.coerce.number(),
        phone: z.string().nullable(),
        createdAt: z.string(),
        defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
        amountSpent: moneySchema,
        defaultAddress: z.object({ formatted: z.array(z.string()) }).nullable(),
        orders: z.object({
          nodes: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              processedAt: z.string(),
              displayFulfillmentStatus: z.string(),
              totalPriceSet: moneyBagSchema,
            }),
          ),
        }),
      })
      .nullable(),
  }),
);

export default function CustomerPage({ id }: { id: string }) {
  const path = useStorePath();
  const back = { content: 'Customers', url: path('/customers') };
  return (
    <OnePage
      type="Customer"
      id={id}
      thing="Customer"
      back={back}
      document={document}
      oneIn={({ customer }) => customer}
      titleOf={({ displayName }) => displayName}
    >
      {(customer) => (
        <Page
          title={customer.displayName}
          subtitle={`Customer since ${formatDay(customer.createdAt)}`}
          backAction={back}
        >
          <Layout>
            <Layout.Section>
              <Card padding="0">
                <div className="Section-heading">
                  <Text as="h2" variant="headingSm">
                    {`${counted(customer.numberOfOrders, 'order')}, ${formatMoney(customer.amountSpent.amount, customer.amountSpent.currencyCode)} spent`}
                  </Text>
                </div>
                <table className="List" aria-label="Latest orders">
                  <thead>
                    <tr>
                      <th scope="col">Order</th>
                      <th scope="col">Date</th>
                      <th scope="col" className="List-wideOnly">
                        Fulfillment status
                      </th>
                      <th scope="col" className="List-numeric">
                        Total
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {customer.orders.nodes.map((order) => (
                      <tr key={order.id}>
                        <td>
                          <AdminLink
                            className="List-link"
                            url={path(`/orders/${numberOf(order.id)}`)}
                          >
                            {order.name}
                          </AdminLink>
                        </td>
                        <td>{formatDay(order.processedAt)}</td>
                        <td className="List-wideOnly">
                          <StatusBadge status={order.displayFulfillmentStatus} />
                        </td>
                        <td className="List-numeric">
                          {formatMoney(
                            order.totalPriceSet.shopMoney.amount,
                            order.totalPriceSet.shopMoney.currencyCode,
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Card>
            </Layout.Section>
            <Layout.Section variant="oneThird">
              <Card>
                <BlockStack gap="200">
                  <Text as="h2" variant="headingSm">
                    Contact information
                  </Text>
                  <Text as="p">
                    {customer.defaultEmailAddress?.emailAddress ?? 'No email address'}
                  </Text>
                  {customer.phone && <Text as="p">{customer.phone}</Text>}
                  <Text as="h3" variant="headingSm">
                    Default address
                  </Text>
                  <AddressLines
                    lines={customer.defaultAddress?.formatted ?? []}
                    none="No address"
                  />
                </BlockStack>
              </Card>
            </Layout.Section>
          </Layout>
        </Page>
      )}
    </OnePage>
  );
}
