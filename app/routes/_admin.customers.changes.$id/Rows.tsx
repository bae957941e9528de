import { useNavigate } from '@remix-run/react';
import { BlockStack, Box, Card, InlineGrid, Link, Select, Text } from '@shopify/polaris';
import type { BulkChange, BulkRow, BulkRowList } from '#contract/bulk-change.ts';
import { bulkRowViews } from '#contract/bulk-change-names.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { type Columns, ListTable } from '../../list/ListTable.tsx';
import {
  type AddressChange,
  listAddress,
  paginationOf,
  useAskedList,
  useCursorPaging,
} from '../../list/list-address.ts';
import { bulkRowWords, reasonOf } from '../../recurring-orders/bulk-words.ts';
import { untilOwnPrice } from '../../recurring-orders/contract-words.ts';
import { customerName } from '../../recurring-orders/outcome-words.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';

const viewWords = {
  included: 'All that aren’t left out',
  done: 'Done',
  refused: 'Refused',
  'left out': 'Left out',
} as const;

const lines = { singular: 'line', plural: 'lines' };
const subscriptions = { singular: 'subscription', plural: 'subscriptions' };

type Props = { list: BulkRowList; change: BulkChange };

/** A page of a change's subscriptions, each with what it pays and what became of it. */
export function Rows({ list: { rows, pageInfo }, change: { state, change } }: Props) {
  const navigate = useNavigate();
  const { asked, isLoading } = useAskedList();
  const paging = useCursorPaging(pageInfo);
  const turnTo = (to: AddressChange) =>
    navigate(listAddress(asked, to), { preventScrollReset: true });
  const views = bulkRowViews.filter(
    (view) => state !== 'prepared' || view === 'included' || view === 'left out',
  );
  return (
    <Card padding="0">
      <Box padding="300">
        <InlineGrid columns={{ xs: 1, sm: 2 }}>
          <Select
            label="Show"
            options={views.map((value) => ({ value, label: viewWords[value] }))}
            value={asked.get('show') ?? 'included'}
            onChange={(show) => turnTo({ show, after: undefined, before: undefined })}
          />
        </InlineGrid>
      </Box>
      <ListTable
        items={rows}
        noun={change.change === 'import' ? lines : subscriptions}
        nameOf={customerName}
        columns={change.change === 'import' ? lineColumns : columns}
        loading={isLoading}
        empty={
          <Text as="p" alignment="center">
            There’s none of these.
          </Text>
        }
        pagination={paginationOf(paging, turnTo)}
      />
    </Card>
  );
}

const paysOf = ({ state, amount, newAmount, hasOwnPrice, currencyCode, ...row }: BulkRow) => {
  if (state === 'left out') return '–';
  if (row.day !== null && row.newDay !== null) {
    return `${formatDay(row.day)} → ${formatDay(row.newDay)}`;
  }
  const before = formatMoney(amount, currencyCode);
  const pays =
    amount === newAmount ? before : `${before} → ${formatMoney(newAmount, currencyCode)}`;
  return hasOwnPrice ? `${pays}, ${untilOwnPrice}` : pays;
};

const resultColumn: Columns<BulkRow>[number] = {
  title: 'Result',
  cell: (row) => (
    <BlockStack gap="100" inlineAlign="start">
      <WordBadge {...bulkRowWords[row.state]} />
      {reasonOf(row) === null ? null : (
        <Text as="span" breakWord>
          {reasonOf(row)}
        </Text>
      )}
    </BlockStack>
  ),
};

function Name({ row }: { row: BulkRow }) {
  const name = (
    <Text as="span" fontWeight="semibold" breakWord>
      {customerName(row)}
    </Text>
  );
  return row.contract === null ? (
    name
  ) : (
    <Link url={`/customers/${row.contract}`} dataPrimaryLink monochrome removeUnderline>
      {name}
    </Link>
  );
}

const columns: Columns<BulkRow> = [
  {
    title: 'Customer',
    cell: (row) => (
      <BlockStack>
        <Name row={row} />
        <Text as="span" tone="subdued" breakWord>
          {row.items.join(', ')}
        </Text>
      </BlockStack>
    ),
  },
  resultColumn,
  { title: 'Before and after', alignment: 'end', cell: paysOf, brief: paysOf },
];

const firstOrderOf = ({ state, newAmount, currencyCode, newDay }: BulkRow) =>
  state === 'left out' || newDay === null
    ? '–'
    : `${formatMoney(newAmount, currencyCode)} from ${formatDay(newDay)}`;

const lineColumns: Columns<BulkRow> = [
  {
    title: 'Line',
    cell: (row) => (
      <BlockStack>
        <Name row={row} />
        <Text as="span" tone="subdued" breakWord>
          {[
            `Line ${row.line}`,
            ...(row.reference === null ? [] : [row.reference]),
            ...row.items,
          ].join(', ')}
        </Text>
      </BlockStack>
    ),
  },
  resultColumn,
  { title: 'First order', alignment: 'end', cell: firstOrderOf, brief: firstOrderOf },
];
