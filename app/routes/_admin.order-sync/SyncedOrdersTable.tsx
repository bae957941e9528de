import { Button, Link, Text } from '@shopify/polaris';
import { memo, useMemo } from 'react';
import type { SyncedOrder } from '#contract/order-sync.ts';
import { statusInWords } from '#contract/order-sync-texts.ts';
import type { Columns } from '../../list/ListTable.tsx';
import { ListTable } from '../../list/ListTable.tsx';
import { type Advice, adviceOn } from './sync-words.ts';

type Props = {
  orders: SyncedOrder[];
  isLoading: boolean;
  isFailedOnly: boolean;
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
  onOpenOrder: (orderId: string) => void;
};

type Row = SyncedOrder & { id: string };

const noun = { singular: 'order', plural: 'orders' };
const nameOf = ({ name, orderId }: SyncedOrder) => name ?? orderId;

/** The result of each order. Rows are memoized: only changed ones render. */
export const SyncedOrdersTable = memo(function SyncedOrdersTable(props: Props) {
  const { orders, isLoading, isFailedOnly, page, hasNext, onPage, onOpenOrder } = props;
  const rows = useMemo(() => orders.map((order) => ({ ...order, id: order.orderId })), [orders]);
  const columns = useMemo<Columns<Row>>(
    () => [
      { title: 'Order', cell: (row) => <OrderName order={row} /> },
      { title: 'Status', cell: (row) => <Status order={row} /> },
      { title: 'Reason', cell: (row) => <Reason order={row} onOpenOrder={onOpenOrder} /> },
    ],
    [onOpenOrder],
  );
  return (
    <ListTable
      items={rows}
      noun={noun}
      nameOf={nameOf}
      columns={columns}
      loading={isLoading}
      empty={<Nothing isFailedOnly={isFailedOnly} />}
      pagination={{
        hasNext,
        hasPrevious: page > 1,
        onNext: () => onPage(page + 1),
        onPrevious: () => onPage(page - 1),
      }}
    />
  );
});

function OrderName({ order }: { order: SyncedOrder }) {
  return order.name === null ? (
    <Text as="span" tone="subdued">
      {order.orderId}
    </Text>
  ) : (
    <Text as="span" fontWeight="medium">
      {order.name}
    </Text>
  );
}

function Status({ order }: { order: SyncedOrder }) {
  const words = statusInWords(order);
  if (order.status === 'failed') {
    return (
      <Text as="span" tone="critical" fontWeight="medium">
        {words}
      </Text>
    );
  }
  const isSent = order.status === 'success' && order.problem === null;
  return (
    <Text as="span" tone={isSent ? 'success' : 'subdued'}>
      {words}
    </Text>
  );
}

function Reason({
  order: { orderId, status, reason, problem },
  onOpenOrder,
}: { order: SyncedOrder } & Pick<Props, 'onOpenOrder'>) {
  if (reason === '') return null;
  const advice = status === 'failed' && problem !== null ? adviceOn(problem) : undefined;
  return (
    <>
      <Text as="p">{reason}</Text>
      {advice === undefined ? null : (
        <WayOut advice={advice} orderId={orderId} onOpenOrder={onOpenOrder} />
      )}
    </>
  );
}

function WayOut({
  advice: { text, leadsTo },
  orderId,
  onOpenOrder,
}: { advice: Advice; orderId: string } & Pick<Props, 'onOpenOrder'>) {
  if (leadsTo === 'integrations') return <Link url="/integrations">{text}</Link>;
  if (leadsTo === 'order') {
    return (
      <Button variant="plain" textAlign="start" onClick={() => onOpenOrder(orderId)}>
        {text}
      </Button>
    );
  }
  return (
    <Text as="p" tone="subdued">
      {text}
    </Text>
  );
}

function Nothing({ isFailedOnly }: Pick<Props, 'isFailedOnly'>) {
  return (
    <Text as="p" tone="subdued" alignment="center">
      {isFailedOnly ? 'No failed orders.' : 'No orders.'}
    </Text>
  );
}
