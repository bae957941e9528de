import { Badge, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { formatDayIn, formatMoney, formatStatus } from '#contract/format.ts';
import { portalPath } from '#contract/portal-paths.ts';
import type { StoreOrder } from '#contract/store-order.ts';
import { List } from '../list/List.tsx';
import type { Column, Columns } from '../list/ListTable.tsx';
import { useCursorPaging } from '../list/list-address.ts';
import type { ListData } from '../list/list-data.ts';
import { RowLink } from '../list/RowLink.tsx';

type Props = {
  list: ListData<StoreOrder>;
  timeZone: string;
  /** Leaves the customers out, where all orders are of one. */
  ofOneCustomer?: boolean;
  nothingYet: ReactNode;
};

/** Subscription orders with their search and their pages. */
export function SubscriptionOrders({ list, timeZone, ofOneCustomer = false, nothingYet }: Props) {
  const { pageInfo, ...rest } = list;
  const dateOf = ({ processedAt }: StoreOrder) => formatDayIn(timeZone, processedAt);
  const customer: Column<StoreOrder> = {
    title: 'Customer',
    cell: (order) =>
      order.customer === null ? (
        'No customer'
      ) : (
        <RowLink
          row={{ id: order.customer.id, name: order.customer.displayName }}
          below={`${portalPath}/users`}
        />
      ),
  };
  const columns: Columns<StoreOrder> = [
    {
      title: 'Order',
      cell: ({ name }) => (
        <Text as="span" fontWeight="semibold">
          {name}
        </Text>
      ),
    },
    { title: 'Date', cell: dateOf, brief: dateOf },
    ...(ofOneCustomer ? [] : [customer]),
    {
      title: 'Plans',
      cell: ({ planNames }) => planNames.join(', '),
      brief: ({ planNames }) => planNames.join(', '),
    },
    { title: 'Status', cell: (order) => <OrderBadges order={order} /> },
    {
      title: 'Total',
      alignment: 'end',
      cell: ({ total, currencyCode }) => formatMoney(total, currencyCode),
      brief: ({ total, currencyCode }) => formatMoney(total, currencyCode),
    },
  ];
  return (
    <List
      {...rest}
      noun={{ singular: 'order', plural: 'orders' }}
      nameOf={({ name }) => name}
      columns={columns}
      paging={useCursorPaging(pageInfo)}
      sortings={[
        { label: 'Newest first', reverse: false },
        { label: 'Oldest first', reverse: true },
      ]}
      nothingYet={nothingYet}
    />
  );
}

function OrderBadges({ order }: { order: StoreOrder }) {
  const { cancelledAt, financialStatus, fulfillmentStatus } = order;
  if (cancelledAt !== null) return <Badge tone="critical">Cancelled</Badge>;
  return (
    <InlineStack gap="100">
      {financialStatus === null ? null : <Badge>{formatStatus(financialStatus)}</Badge>}
      <Badge tone={fulfillmentStatus === 'FULFILLED' ? 'success' : 'attention'}>
        {formatStatus(fulfillmentStatus)}
      </Badge>
    </InlineStack>
  );
}
