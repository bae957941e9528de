import {
  Badge,
  BlockStack,
  Button,
  Card,
  DataTable,
  InlineStack,
  Link,
  Page,
  Text,
} from '@shopify/polaris';
import { formatCount, formatStatus } from '#contract/format.ts';
import { Section } from '../display/section.tsx';
import { formatTime } from '../formats.ts';
import { loadShipStation, type ShipStationAccount } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { storePath } from '../router/addresses.ts';
import { ErrorBanner, PageLoading } from '../shell/page-states.tsx';
import { useStore, useTitle } from '../shell/store-context.tsx';
import { useStoreAction } from '../shell/use-store-action.ts';

type Order = ShipStationAccount['orders'][number];

/** A warehouse's changes of an order in ShipStation, by the button's label. */
const changes: Readonly<Record<string, object>> = {
  Ship: { orderStatus: 'shipped' },
  Cancel: { orderStatus: 'cancelled' },
  Merge: { mergedOrSplit: true },
};

/** The local ShipStation: its accounts with their keys, and the orders that they have received. */
export default function ShipStationPage() {
  const { handle } = useStore();
  const accounts = useLoaded(`shipstation ${handle}`, (signal) => loadShipStation(handle, signal));
  const { act, failure } = useStoreAction(accounts.reload);
  useTitle('ShipStation');
  const error = failure ?? accounts.error;
  if (accounts.data === null && error === null) return <PageLoading title="ShipStation" />;

  return (
    <Page
      title="ShipStation"
      subtitle="A stand-in for ShipStation on this machine"
      secondaryActions={[{ content: 'Reload', onAction: accounts.reload }]}
    >
      <BlockStack gap="400">
        {error !== null && (
          <ErrorBanner title="That didn’t work" message={error} onRetry={accounts.reload} />
        )}
        {accounts.data?.map((account) => (
          <BlockStack key={account.id} gap="200">
            <Section title={account.name} text={formatCount(account.ordersCount, 'order')}>
              <Key label="API key" value={account.key} />
              <Key label="API secret" value={account.secret} />
            </Section>
            {account.orders.length > 0 && (
              <Orders
                store={account.handle}
                orders={account.orders}
                onChange={(orderId, change) => act('shipstation-order', { orderId, ...change })}
              />
            )}
          </BlockStack>
        ))}
      </BlockStack>
    </Page>
  );
}

function Key({ label, value }: { label: string; value: string }) {
  return (
    <Text as="p" breakWord>
      {label}: <code>{value}</code>
    </Text>
  );
}

type OrdersProps = {
  store: string | null;
  orders: Order[];
  onChange: (orderId: number, change: object) => void;
};

function Orders({ store, orders, onChange }: OrdersProps) {
  return (
    <Card padding="0">
      <DataTable
        columnContentTypes={['text', 'text', 'text', 'numeric', 'text', 'text']}
        headings={['Order', 'Status', 'Key', 'Sent', 'Changed', 'Do']}
        rows={orders.map((order) => [
          store === null || order.storeOrderId === null ? (
            order.orderNumber
          ) : (
            <Link key="order" url={storePath(store, `/orders/${order.storeOrderId}`)}>
              {order.orderNumber}
            </Link>
          ),
          <InlineStack key="status" gap="100">
            <Badge>{formatStatus(order.orderStatus)}</Badge>
            {order.mergedOrSplit ? <Badge tone="attention">Merged</Badge> : null}
          </InlineStack>,
          order.orderKey,
          formatCount(order.timesSent, 'time'),
          formatTime(order.modifyDate),
          <InlineStack key="do" gap="100" wrap={false}>
            {Object.entries(changes).map(([label, change]) => (
              <Button
                key={label}
                size="slim"
                accessibilityLabel={`${label} ${order.orderNumber}`}
                onClick={() => onChange(order.orderId, change)}
              >
                {label}
              </Button>
            ))}
          </InlineStack>,
        ])}
      />
    </Card>
  );
}
