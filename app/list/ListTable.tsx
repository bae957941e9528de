import { useLocation } from '@remix-run/react';
import {
  BlockStack,
  IndexTable,
  type IndexTableProps,
  InlineGrid,
  Text,
  useBreakpoints,
} from '@shopify/polaris';
import type { ReactNode } from 'react';
import { WrappingText } from '../components/WrappingText.tsx';
import { PartlyCheckedBoxes } from './PartlyCheckedBoxes.tsx';
import { type Chosen, useRowSelection } from './use-row-selection.ts';

export type ListItem = { id: string };

/** A column of a list. The first one names the row. */
export type Column<Item> = {
  title: string;
  cell: (item: Item) => ReactNode;
  alignment?: 'end';
  /** On a narrow screen, columns with this share one line. The others go below it. */
  brief?: (item: Item) => string | undefined;
};

/** A column of numbers; on a narrow screen each has its title before it. */
export function countColumn<Item>(
  title: string,
  count: (item: Item) => number | string,
): Column<Item> {
  return { title, alignment: 'end', cell: count, brief: (item) => `${title}: ${count(item)}` };
}

/** Bulk actions on the checked rows. */
type BulkAction<Item> = {
  content: string;
  onAction: (chosen: Chosen<Item>) => void;
  /** Selects all rows, on other pages too. Without it only those on screen can be selected. */
  chooseAll?: string;
  disabled?: boolean;
};

/** At least one. */
export type Columns<Item> = [Column<Item>, ...Column<Item>[]];

export type ListTableProps<Item> = {
  items: Item[];
  noun: { singular: string; plural: string };
  nameOf: (item: Item) => string;
  columns: Columns<Item>;
  /** Stands before the first column. */
  picture?: (item: Item) => ReactNode;
  bulkAction?: BulkAction<Item> | undefined;
};

type Props<Item> = ListTableProps<Item> & {
  loading?: boolean;
  empty: ReactNode;
  pagination?: IndexTableProps['pagination'];
};

const leastWidth = '6rem';

/** The rows of a list; one column of them where the screen is narrow. */
export function ListTable<Item extends ListItem>(props: Props<Item>) {
  const { items, noun, nameOf, columns, picture, bulkAction, pagination } = props;
  const { smDown } = useBreakpoints();
  const location = useLocation();
  const severalPages = pagination?.hasNext || pagination?.hasPrevious;
  const everywhere = severalPages === true && bulkAction?.chooseAll !== undefined;
  const { selected, all, change, chosen } = useRowSelection(items, everywhere, location);
  const [first] = columns;
  const headings = smDown
    ? ([{ title: first.title }] as const)
    : columns.map(({ title, alignment }) => ({ title, alignment }));
  return (
    <PartlyCheckedBoxes>
      <IndexTable
        loading={props.loading ?? false}
        resourceName={noun}
        itemCount={items.length}
        headings={[headings[0], ...headings.slice(1)]}
        emptyState={props.empty}
        {...(severalPages && { pagination })}
        selectable={bulkAction !== undefined && bulkAction.disabled !== true}
        selectedItemsCount={all ? 'All' : selected.length}
        hasMoreItems={everywhere}
        {...(bulkAction?.chooseAll !== undefined && {
          paginatedSelectAllActionText: bulkAction.chooseAll,
        })}
        onSelectionChange={change}
        promotedBulkActions={
          bulkAction && [
            { content: bulkAction.content, onAction: () => bulkAction.onAction(chosen()) },
          ]
        }
      >
        {items.map((item, position) => (
          <IndexTable.Row
            // Polaris' row keeps the link it was mounted with and clicks that, but each layout renders its own link.
            key={`${smDown ? 'narrow' : 'wide'} ${item.id}`}
            id={item.id}
            position={position}
            selected={selected.includes(item.id)}
            accessibilityLabel={`Select ${nameOf(item)}`}
          >
            {smDown ? (
              <IndexTable.Cell>
                <Beside picture={picture?.(item)}>
                  <NarrowRow item={item} columns={columns} />
                </Beside>
              </IndexTable.Cell>
            ) : (
              columns.map((column) => (
                <IndexTable.Cell key={column.title}>
                  <Beside picture={column === first ? picture?.(item) : undefined}>
                    {column.alignment === 'end' ? (
                      <Text as="span" alignment="end" numeric>
                        {column.cell(item)}
                      </Text>
                    ) : (
                      <WrappingText minWidth={leastWidth}>{column.cell(item)}</WrappingText>
                    )}
                  </Beside>
                </IndexTable.Cell>
              ))
            )}
          </IndexTable.Row>
        ))}
      </IndexTable>
      {bulkAction === undefined ? null : (
        <div role="status">
          <Text as="span" visuallyHidden>
            {selected.length === 0 ? '' : `${all ? 'All' : selected.length} selected`}
          </Text>
        </div>
      )}
    </PartlyCheckedBoxes>
  );
}

function NarrowRow<Item>({ item, columns }: { item: Item; columns: Column<Item>[] }) {
  const [first, ...others] = columns;
  const briefs = others.map(({ brief }) => brief?.(item)).filter((text) => text !== undefined);
  return (
    <WrappingText minWidth={leastWidth}>
      <BlockStack gap="100">
        {first?.cell(item)}
        {briefs.length === 0 ? null : (
          <Text as="p" tone="subdued" breakWord>
            {briefs.join(' · ')}
          </Text>
        )}
        {others
          .filter(({ brief }) => brief === undefined)
          .map((column) => (
            <div key={column.title}>{column.cell(item)}</div>
          ))}
      </BlockStack>
    </WrappingText>
  );
}

function Beside({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  if (picture === undefined) return children;
  return (
    <InlineGrid columns="auto minmax(0, 1fr)" gap="300" alignItems="center">
      {picture}
      {children}
    </InlineGrid>
  );
}
