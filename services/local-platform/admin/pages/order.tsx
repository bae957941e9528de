import { BlockStack, Card, InlineStack, Layout, Page, Text } from '@shopify/polaris';
import { z } from 'zod';
import { AddressLines } from '../display/address-lines.tsx';
import { formatMoney, formatTime } from '../display/formats.ts';
import { moneyBagFields, moneyBagSchema } from '../display/money-schema.ts';
import { StatusBadge } from '../display/status-badge.tsx';
import { graphqlDocument, numberOf } from '../internal-api/graphql.ts';
import { appPath } from '../router/addresses.ts';
import { AdminLink, useAdminHistory } from '../router/router.tsx';
import { useStore, useStorePath } from '../shell/store-context.tsx';
import { appHandle, appName, appScreens } from './app-links.ts';
import { OnePage } from './one-page.tsx';

const orderSchema = z.object({
  id: z.string(),
  name: z.string(),
  processedAt: z.string(),
  cancelledAt: z.string().nullable(),
  note: z.string().nullable(),
  email: z.string().nullable(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  customer: z.object({ id: z.string(), displayName: z.string() }).nullable(),
  shippingAddress: z.object({ formatted: z.array(z.string()) }).nullable(),
  shippingLine: z.object({ title: z.string() }).nullable(),
  subtotalPriceSet: moneyBagSchema.nullable(),
  totalShippingPriceSet: moneyBagSchema,
  totalTaxSet: moneyBagSchema.nullable(),
  totalPriceSet: moneyBagSchema,
  lineItems: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        sku: z.string().nullable(),
        quantity: z.number(),
        originalUnitPriceSet: moneyBagSchema,
        sellingPlan: z.object({ name: z.string() }).nullable(),
        product: z.object({ id: z.string() }).nullable(),
      }),
    ),
  }),
});
type Order = z.infer<typeof orderSchema>;
type MoneyBag = z.infer<typeof moneyBagSchema>;

const document = graphqlDocument(
  `query AdminOrder($id: ID!) {
    order(id: $id) {
      id name processedAt cancelledAt note email displayFinancialStatus displayFulfillmentStatus
      customer { id displayName }
      shippingAddress { formatted(withName: true) }
      shippingLine { title }
      subtotalPriceSet ${moneyBagFields}
      totalShippingPriceSet ${moneyBagFields}
      totalTaxSet ${moneyBagFields}
      totalPriceSet ${moneyBagFields}
      lineItems(first: 100) {
        nodes {
          id name sku quantity
          originalUnitPriceSet ${moneyBagFields}
          sellingPlan { name }
          product { id }
        }
      }
    }
  }`,
  z.object({ order: orderSchema.nullable() }),
);

export default function OrderPage({ id }: { id: string }) {
  const path = useStorePath();
  const back = { content: 'Orders', url: path('/orders') };
  return (
    <OnePage
      type="Order"
      id={id}
      thing="Order"
      back={back}
      document={document}
      oneIn={({ order }) => order}
      titleOf={({ name }) => name}
    >
      {(order) => <OrderDetails order={order} number={id} back={back} />}
    </OnePage>
  );
}

type DetailsProps = { order: Order; number: string; back: { content: string; url: string } };

function OrderDetails({ order, number, back }: DetailsProps) {
  const { handle } = useStore();
  const path = useStorePath();
  const history = useAdminHistory();
  const sync = appPath(handle, appHandle, appScreens.orderSync([number]));
  return (
    <Page
      title={order.name}
      subtitle={`${formatTime(order.processedAt)}${order.cancelledAt === null ? '' : ' · Cancelled'}`}
      titleMetadata={
        <InlineStack gap="100">
          {order.displayFinancialStatus && <StatusBadge status={order.displayFinancialStatus} />}
          <StatusBadge status={order.displayFulfillmentStatus} />
        </InlineStack>
      }
      backAction={back}
      actionGroups={[
        {
          title: 'More actions',
          actions: [{ content: `Sync with ${appName}`, onAction: () => history.push(sync) }],
        },
      ]}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <LineItems order={order} />
            <Totals order={order} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <Card>
              <BlockStack gap="200">
                <Text as="h2" variant="headingSm">
                  Customer
                </Text>
                {order.customer === null ? (
                  <Text as="p" tone="subdued">
                    No customer
                  </Text>
                ) : (
                  <AdminLink
                    className="List-link"
                    url={path(`/customers/${numberOf(order.customer.id)}`)}
                  >
                    {order.customer.displayName}
                  </AdminLink>
                )}
                {order.email && <Text as="p">{order.email}</Text>}
                <Text as="h3" variant="headingSm">
                  Shipping address
                </Text>
                <AddressLines
                  lines={order.shippingAddress?.formatted ?? []}
                  none="No shipping address"
                />
              </BlockStack>
            </Card>
            <Card>
              <BlockStack gap="200">
                <Text as="h2" variant="headingSm">
                  Notes
                </Text>
                <Text as="p" tone={order.note ? undefined : 'subdued'}>
                  {order.note || 'No notes from customer'}
                </Text>
              </BlockStack>
            </Card>
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function LineItems({ order }: { order: Order }) {
  const path = useStorePath();
  return (
    <Card padding="0">
      <div className="Section-heading">
        <Text as="h2" variant="headingSm">
          Items
        </Text>
      </div>
      <table className="List" aria-label="Items">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="List-numeric">
              Quantity
            </th>
            <th scope="col" className="List-numeric">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lineItems.nodes.map((item) => (
            <tr key={item.id}>
              <td>
                <BlockStack gap="050">
                  {item.product === null ? (
                    <span>{item.name}</span>
                  ) : (
                    <AdminLink
                      className="List-link"
                      url={path(`/products/${numberOf(item.product.id)}`)}
                    >
                      {item.name}
                    </AdminLink>
                  )}
                  <Text as="span" tone="subdued">
                    {[item.sku, item.sellingPlan?.name].filter(Boolean).join(' · ')}
                  </Text>
                </BlockStack>
              </td>
              <td className="List-numeric">{item.quantity}</td>
              <td className="List-numeric">{shopMoney(item.originalUnitPriceSet)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Totals({ order }: { order: Order }) {
  const lines: [string, MoneyBag | null][] = [
    ['Subtotal', order.subtotalPriceSet],
    [
      `Shipping${order.shippingLine ? ` (${order.shippingLine.title})` : ''}`,
      order.totalShippingPriceSet,
    ],
    ['Taxes', order.totalTaxSet],
    ['Total', order.totalPriceSet],
  ];
  return (
    <Card>
      <dl className="Totals">
        {lines.map(
          ([label, money]) =>
            money !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{shopMoney(money)}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}

function shopMoney({ shopMoney: { amount, currencyCode } }: MoneyBag): string {
  return formatMoney(amount, currencyCode);
}
