import {
  Box,
  Card,
  IndexTable,
  Page,
  Text,
  TextField,
  useIndexResourceState,
} from '@shopify/polaris';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useDebounced } from '../display/use-debounced.ts';
import { graphqlDocument, numberOf, runGraphql } from '../internal-api/graphql.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { appPath } from '../router/addresses.ts';
import { useAddress, useAdminHistory } from '../router/router.tsx';
import { ErrorBanner, PageLoading } from '../shell/page-states.tsx';
import { useStore, useStorePath, useTitle } from '../shell/store-context.tsx';
import { appHandle } from './app-links.ts';

const pageSize = 25;

export type Column<Row> = { title: string; numeric?: boolean; cell: (row: Row) => ReactNode };

type Options<Row extends { id: string }> = {
  title: string;
  /** In lower case. */
  resourceName: { singular: string; plural: string };
  root: string;
  /** Arguments of the list besides those of paging, such as its sort key. */
  sorted?: string;
  searchable?: boolean;
  fields: string;
  row: z.ZodType<Row>;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  back?: { content: string; path: string };
  /** A link to the app's screen for the selected rows, by their numbers. */
  send?: { content: string; screen: (numbers: readonly string[]) => string };
};

function documentOf<Row extends { id: string }>(options: Options<Row>) {
  const { root, sorted = '', searchable = true, fields, row } = options;
  const variable = searchable ? ', $query: String' : '';
  const query = searchable ? 'query: $query' : '';
  return graphqlDocument(
    `query Admin_${root}($first: Int, $last: Int, $after: String, $before: String${variable}) {
      list: ${root}(first: $first, last: $last, after: $after, before: $before ${query} ${sorted}) {
        nodes { id ${fields} }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`,
    z.object({
      list: z.object({
        nodes: z.array(row),
        pageInfo: z.object({
          hasNextPage: z.boolean(),
          hasPreviousPage: z.boolean(),
          startCursor: z.string().nullable(),
          endCursor: z.string().nullable(),
        }),
      }),
    }),
  );
}

/** A page that lists a store's records, 25 at a time. Its search and its cursor are in the address. */
export function listPage<Row extends { id: string }>(options: Options<Row>): () => ReactNode {
  const operation = documentOf(options);
  return () => <ListPage options={options} operation={operation} />;
}

type Props<Row extends { id: string }> = {
  options: Options<Row>;
  operation: ReturnType<typeof documentOf<Row>>;
};

function ListPage<Row extends { id: string }>({ options, operation }: Props<Row>) {
  const { title, resourceName, searchable = true, back } = options;
  const { handle } = useStore();
  const path = useStorePath();
  const history = useAdminHistory();
  const { pathname, search } = useAddress();
  const parameters = new URLSearchParams(search);
  const query = parameters.get('query') ?? '';
  const after = parameters.get('after');
  const before = parameters.get('before');
  const [typed, setTyped] = useState(query);
  const settled = useDebounced(typed.trim(), 250);
  useTitle(title);

  // A new search starts at the first page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (settled === query) return;
    history.replace(settled === '' ? pathname : `${pathname}?query=${encodeURIComponent(settled)}`);
  }, [settled]);

  // The address can also ask for something else by itself, as after a click on the navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address changes what was typed
  useEffect(() => {
    if (query !== settled) setTyped(query);
  }, [query]);

  const { data, error, loading, reload } = useLoaded(`${title} ${search}`, (signal) =>
    runGraphql(
      handle,
      operation,
      {
        ...(before === null ? { first: pageSize, after } : { last: pageSize, before }),
        ...(searchable && { query: query === '' ? null : query }),
      },
      signal,
    ),
  );
  const turnTo = (name: 'after' | 'before', cursor: string | null) => () => {
    const next = new URLSearchParams(query === '' ? {} : { query });
    next.set(name, cursor ?? '');
    history.push(`${pathname}?${next}`);
  };
  const pageInfo = data?.list.pageInfo;
  if (data === null && error === null) return <PageLoading title={title} />;
  return (
    <Page
      title={title}
      fullWidth
      {...(back && { backAction: { content: back.content, url: path(back.path) } })}
    >
      <Card padding="0">
        {searchable && (
          <Box padding="200">
            <TextField
              label={`Search ${resourceName.plural}`}
              labelHidden
              placeholder={`Search ${resourceName.plural}`}
              value={typed}
              onChange={setTyped}
              clearButton
              onClearButtonClick={() => setTyped('')}
              autoComplete="off"
            />
          </Box>
        )}
        {error !== null && (
          <ErrorBanner
            title={`The ${resourceName.plural} couldn’t be loaded`}
            message={error}
            onRetry={reload}
          />
        )}
        {data !== null && (
          <Rows
            key={search}
            options={options}
            rows={data.list.nodes}
            loading={loading}
            nothing={
              query === '' ? `No ${resourceName.plural} yet` : `No ${resourceName.plural} found`
            }
            pagination={{
              hasNext: pageInfo?.hasNextPage ?? false,
              hasPrevious: pageInfo?.hasPreviousPage ?? false,
              onNext: turnTo('after', pageInfo?.endCursor ?? null),
              onPrevious: turnTo('before', pageInfo?.startCursor ?? null),
            }}
          />
        )}
      </Card>
    </Page>
  );
}

type RowsProps<Row extends { id: string }> = {
  options: Options<Row>;
  rows: readonly Row[];
  loading: boolean;
  nothing: string;
  pagination: {
    hasNext: boolean;
    hasPrevious: boolean;
    onNext: () => void;
    onPrevious: () => void;
  };
};

function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, loading, nothing, pagination } = props;
  const { resourceName, columns, send } = props.options;
  const { handle } = useStore();
  const history = useAdminHistory();
  const chosen = useIndexResourceState([...rows]);
  const heading = ({ title, numeric }: Column<Row>) =>
    ({ title, alignment: numeric ? 'end' : 'start' }) as const;
  const table = useRef<HTMLDivElement>(null);
  // Polaris sets only aria-checked="mixed", which assistive technology ignores on a native checkbox.
  useEffect(() => {
    for (const box of table.current?.querySelectorAll('input') ?? []) {
      box.indeterminate = box.getAttribute('aria-checked') === 'mixed';
    }
  });
  return (
    <div ref={table}>
      <IndexTable
        resourceName={resourceName}
        itemCount={rows.length}
        headings={[heading(columns[0]), ...columns.slice(1).map(heading)]}
        loading={loading}
        selectable={send !== undefined}
        selectedItemsCount={chosen.allResourcesSelected ? 'All' : chosen.selectedResources.length}
        onSelectionChange={chosen.handleSelectionChange}
        emptyState={
          <Box padding="800">
            <Text as="h2" variant="headingMd" alignment="center">
              {nothing}
            </Text>
          </Box>
        }
        {...(send && {
          bulkActions: [
            {
              content: send.content,
              onAction: () =>
                history.push(
                  appPath(handle, appHandle, send.screen(chosen.selectedResources.map(numberOf))),
                ),
            },
          ],
        })}
        {...((pagination.hasNext || pagination.hasPrevious) && { pagination })}
      >
        {rows.map((row, position) => (
          <IndexTable.Row
            key={row.id}
            id={row.id}
            position={position}
            selected={chosen.selectedResources.includes(row.id)}
          >
            {columns.map(({ title, numeric, cell }) => (
              <IndexTable.Cell key={title}>
                <Text as="span" {...(numeric && { numeric, alignment: 'end' as const })}>
                  {cell(row)}
                </Text>
              </IndexTable.Cell>
            ))}
          </IndexTable.Row>
        ))}
      </IndexTable>
    </div>
  );
}
