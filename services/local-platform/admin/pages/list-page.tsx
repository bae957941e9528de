import { Button, Card, Page, Pagination, Spinner, Text, TextField } from '@shopify/polaris';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { useDebounced } from '../display/use-debounced.ts';
import { type GraphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { useAddress, useAdminHistory } from '../router/router.tsx';
import { ErrorBanner } from '../shell/page-states.tsx';
import { useStore } from '../shell/store-context.tsx';

const pageSize = 25;

/** A page of a list, as every connection of the platform gives it. */
export type Connection<Row> = {
  nodes: Row[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

export function connectionSchema<Schema extends z.ZodType>(row: Schema) {
  return z.object({
    nodes: z.array(row),
    pageInfo: z.object({
      hasNextPage: z.boolean(),
      hasPreviousPage: z.boolean(),
      startCursor: z.string().nullable(),
      endCursor: z.string().nullable(),
    }),
  });
}

export const pageInfoFields = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
/** The variables that {@link ListPage} sets; a document of its takes them all. */
export const pageVariables =
  '$first: Int, $last: Int, $after: String, $before: String, $query: String';
export const pageArguments = 'first: $first, last: $last, after: $after, before: $before';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  numeric?: boolean;
  /** What a narrow screen has no room for. */
  wideOnly?: boolean;
};

type Selecting<Row> = {
  /** What a row is called, for its checkbox. */
  nameOf: (row: Row) => string;
  /** What may be done with the rows chosen. */
  action: { content: string; onAction: (rows: readonly Row[]) => void };
};

type Props<Data, Row extends { id: string }> = {
  title: string;
  /** What one row is and what many are, in lower case. */
  things: { one: string; many: string };
  document: GraphqlDocument<Data>;
  connectionIn: (data: Data) => Connection<Row>;
  columns: readonly Column<Row>[];
  searchable?: boolean;
  selecting?: Selecting<Row>;
  backAction?: { content: string; url: string };
};

/** A list of a store's things, by pages of 25. Its search and its place are in the address. */
export function ListPage<Data, Row extends { id: string }>(props: Props<Data, Row>) {
  const { title, things, document: operation, connectionIn, searchable = true } = props;
  const { handle, name } = useStore();
  const history = useAdminHistory();
  const { pathname, search } = useAddress();
  const parameters = new URLSearchParams(search);
  const query = parameters.get('query') ?? '';
  const after = parameters.get('after');
  const before = parameters.get('before');
  const [typed, setTyped] = useState(query);
  const settled = useDebounced(typed.trim(), 250);

  useEffect(() => {
    document.title = `${name} · ${title}`;
  }, [name, title]);

  // The address follows the search field, and begins at the first page again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled === query) return;
    history.replace(settled === '' ? pathname : `${pathname}?query=${encodeURIComponent(settled)}`);
  }, [settled]);

  const list = useLoaded(`${title} ${search}`, (signal) =>
    runGraphql(
      handle,
      operation,
      {
        ...(before === null ? { first: pageSize, after } : { last: pageSize, before }),
        query: query === '' ? null : query,
      },
      signal,
    ),
  );
  const connection = list.data === null ? null : connectionIn(list.data);

  const turnTo = (name_: 'after' | 'before', cursor: string | null) => {
    if (cursor === null) return;
    const next = new URLSearchParams(query === '' ? {} : { query });
    next.set(name_, cursor);
    history.push(`${pathname}?${next}`);
  };

  return (
    <Page title={title} fullWidth {...(props.backAction && { backAction: props.backAction })}>
      <Card padding="0">
        {searchable && (
          <div className="List-search">
            <TextField
              label={`Search ${things.many}`}
              labelHidden
              placeholder={`Search ${things.many}`}
              value={typed}
              onChange={setTyped}
              clearButton
              onClearButtonClick={() => setTyped('')}
              autoComplete="off"
            />
          </div>
        )}
        {list.error !== null ? (
          <div className="List-state">
            <ErrorBanner
              title={`The ${things.many} couldn’t be loaded`}
              message={list.error}
              onRetry={list.reload}
            />
          </div>
        ) : connection === null ? (
          <div className="List-state">
            <Spinner accessibilityLabel={`Loading ${things.many}`} size="small" />
          </div>
        ) : connection.nodes.length === 0 ? (
          <div className="List-state">
            <Text as="h2" variant="headingMd">
              {query === '' ? `No ${things.many} yet` : `No ${things.many} found`}
            </Text>
            <Text as="p" tone="subdued">
              {query === ''
                ? `This store’s ${things.many} show here.`
                : 'Try changing the search term.'}
            </Text>
          </div>
        ) : (
          <Rows
            key={search}
            rows={connection.nodes}
            columns={props.columns}
            label={title}
            busy={list.loading}
            {...(props.selecting && { selecting: props.selecting })}
          />
        )}
        {connection !== null &&
          (connection.pageInfo.hasNextPage || connection.pageInfo.hasPreviousPage) && (
            <nav className="List-pages" aria-label={`Pages of ${things.many}`}>
              <Pagination
                hasPrevious={connection.pageInfo.hasPreviousPage}
                hasNext={connection.pageInfo.hasNextPage}
                onPrevious={() => turnTo('before', connection.pageInfo.startCursor)}
                onNext={() => turnTo('after', connection.pageInfo.endCursor)}
              />
            </nav>
          )}
      </Card>
    </Page>
  );
}

type RowsProps<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  label: string;
  busy: boolean;
  selecting?: Selecting<Row>;
};

function Rows<Row extends { id: string }>({
  rows,
  columns,
  label,
  busy,
  selecting,
}: RowsProps<Row>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = chosen.size === rows.length;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <>
      {selecting && chosen.size > 0 && (
        <div className="List-chosen">
          <Text as="span" fontWeight="medium">
            {`${chosen.size} selected`}
          </Text>
          <Button
            onClick={() => selecting.action.onAction(rows.filter(({ id }) => chosen.has(id)))}
          >
            {selecting.action.content}
          </Button>
        </div>
      )}
      <table className="List" aria-label={label} aria-busy={busy}>
        <thead>
          <tr>
            {selecting && (
              <th scope="col" className="List-check">
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  checked={all}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = chosen.size > 0 && !all;
                  }}
                  onChange={() => setChosen(all ? new Set() : new Set(rows.map(({ id }) => id)))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.title} scope="col" className={cellClass(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {selecting && (
                <td className="List-check">
                  <input
                    type="checkbox"
                    aria-label={`Select ${selecting.nameOf(row)}`}
                    checked={chosen.has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.title} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function cellClass({ numeric, wideOnly }: { numeric?: boolean; wideOnly?: boolean }): string {
  return [numeric ? 'List-numeric' : '', wideOnly ? 'List-wideOnly' : ''].join(' ').trim();
}
