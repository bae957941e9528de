import type { LoaderFunctionArgs } from '@remix-run/node';
import { json } from '@remix-run/node';
import { useNavigate } from '@remix-run/react';
import { BlockStack, Box, Button, Card, Link, Page, Text } from '@shopify/polaris';
import { bulkChangeListQuerySchema, type ListedBulkChange } from '#contract/bulk-change.ts';
import { formatInstant } from '#contract/format.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { ListBanners } from '../../list/ListBanners.tsx';
import { type Columns, countColumn, ListTable } from '../../list/ListTable.tsx';
import { useListAddress } from '../../list/last-address.ts';
import {
  listAddress,
  paginationOf,
  useAskedList,
  useCursorPaging,
} from '../../list/list-address.ts';
import { listWithFailure } from '../../list/list-data.ts';
import { loadList } from '../../list/load-list.server.ts';
import { bulkFilterInWords, bulkStateWords, bulkTitle } from '../../recurring-orders/bulk-words.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';

/** GET the page of changes of many that the address asks for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  let zone = 'UTC';
  const { list, answeredWith } = await loadList(
    request,
    bulkChangeListQuerySchema,
    async (query) => {
      const { changes, pageInfo, timeZone } = await client.listBulkChanges({ query });
      zone = timeZone;
      return { items: changes, pageInfo };
    },
  );
  return json({ ...list, timeZone: zone }, answeredWith);
}

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, shouldRevalidate } = screen;

/** How soon the screen looks again while a change goes on, in ms. */
const soon = 5_000;

/** The list of changes of many subscriptions; beyond the specification. */
export default function BulkChangesPage() {
  const { items, pageInfo, timeZone, failure, ignored } = screen.useData();
  const navigate = useNavigate();
  const { asked, isLoading } = useAskedList();
  const paging = useCursorPaging(pageInfo);
  useRevalidateOnFocus(items.some(({ state }) => state === 'running') ? soon : undefined);
  return (
    <Page
      title="Changes of many subscriptions"
      backAction={{ content: 'Subscribers', url: useListAddress('/customers') }}
      primaryAction={{ content: 'Change many', url: '/customers/changes/new' }}
    >
      <BlockStack gap="400">
        <ListBanners failure={failure} ignored={ignored} hasRows={items.length > 0} />
        {failure !== null && items.length === 0 ? null : (
          <Card padding="0">
            <ListTable
              items={items}
              noun={{ singular: 'change', plural: 'changes' }}
              nameOf={bulkTitle}
              columns={columnsIn(timeZone)}
              loading={isLoading}
              empty={
                <BlockStack gap="200" inlineAlign="center">
                  <Text as="p" alignment="center">
                    You haven’t changed many subscriptions at once yet.
                  </Text>
                  <Button url="/customers/changes/new">Change many</Button>
                </BlockStack>
              }
              pagination={paginationOf(paging, (change) => navigate(listAddress(asked, change)))}
            />
          </Card>
        )}
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}

const columnsIn = (timeZone: string): Columns<ListedBulkChange> => [
  {
    title: 'Change',
    cell: (change) => (
      <BlockStack>
        <Link url={`/customers/changes/${change.id}`} dataPrimaryLink monochrome removeUnderline>
          <Text as="span" fontWeight="semibold" breakWord>
            {bulkTitle(change)}
          </Text>
        </Link>
        {change.change.change === 'import' ? null : (
          <Text as="span" tone="subdued" breakWord>
            {bulkFilterInWords(change.filter, change.ticked)}
          </Text>
        )}
      </BlockStack>
    ),
  },
  {
    title: 'Begun',
    cell: ({ begunAt, preparedAt, isYours }) =>
      `${formatInstant(timeZone, begunAt ?? preparedAt)} by ${isYours ? 'you' : 'a colleague'}`,
  },
  { title: 'Status', cell: ({ state }) => <WordBadge {...bulkStateWords[state]} /> },
  countColumn('Done', ({ counts }) => counts.done),
  countColumn('Refused', ({ counts }) => counts.refused),
  countColumn('Left out', ({ counts }) => counts.leftOut),
];
