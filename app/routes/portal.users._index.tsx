import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import { BlockStack, Box, Page, Text } from '@shopify/polaris';
import { formatDayIn, formatRevenue } from '#contract/format.ts';
import { portalPath } from '#contract/portal-paths.ts';
import { type Subscriber, subscriberListQuerySchema } from '#contract/store-order.ts';
import { List } from '../list/List.tsx';
import { type Columns, countColumn } from '../list/ListTable.tsx';
import { useCursorPaging } from '../list/list-address.ts';
import { listWithFailure } from '../list/list-data.ts';
import { RowLink } from '../list/RowLink.tsx';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { ImportStatus } from '../portal/ImportStatus.tsx';
import { loadImportedList } from '../portal/imported-list.server.ts';
import { NothingYet } from '../portal/NothingYet.tsx';
import type { ShownPortal } from '../portal/PortalFrame.tsx';
import { pageTitle } from '../portal/page-title.ts';
import { cachedScreen } from '../requests/cached-screen.ts';

/** GET a page of the customers who have or had a subscription. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const { list, answeredWith } = await loadImportedList(
    request,
    subscriberListQuerySchema,
    async (query) => {
      const { customers, ...page } = await client.listSubscribers({ query });
      return { items: customers, ...page };
    },
  );
  return json(list, answeredWith);
}

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, shouldRevalidate } = screen;

function columnsIn(timeZone: string): Columns<Subscriber> {
  const lastOrderOf = ({ lastOrderAt }: Subscriber) => formatDayIn(timeZone, lastOrderAt);
  return [
    {
      title: 'Customer',
      cell: ({ id, displayName, email }) => (
        <BlockStack>
          <RowLink row={{ id, name: displayName }} below={`${portalPath}/users`} />
          {email === null ? null : (
            <Text as="span" tone="subdued" breakWord>
              {email}
            </Text>
          )}
        </BlockStack>
      ),
    },
    countColumn('Active subscriptions', ({ activeSubscriptions }) => activeSubscriptions),
    countColumn('Subscription orders', ({ subscriptionOrders }) => subscriptionOrders),
    {
      title: 'Last order',
      cell: lastOrderOf,
      brief: (customer) => `Last order: ${lastOrderOf(customer)}`,
    },
    { title: 'Revenue', alignment: 'end', cell: formatRevenue, brief: formatRevenue },
  ];
}

export const meta = pageTitle('Customers');

export default function CustomersPage() {
  const { orderImport, pageInfo, ...list } = screen.useData();
  const portal = useRouteLoaderData<ShownPortal>('routes/portal');
  return (
    <Page
      title="Customers"
      secondaryActions={
        portal && [{ content: 'Subscribers in your store’s admin', url: portal.subscribersUrl }]
      }
    >
      <BlockStack gap="400">
        {orderImport ? <ImportStatus orderImport={orderImport} countsSubscriptions /> : null}
        <List
          {...list}
          noun={{ singular: 'customer', plural: 'customers' }}
          nameOf={({ displayName }) => displayName}
          columns={columnsIn(orderImport?.timeZone ?? 'UTC')}
          paging={useCursorPaging(pageInfo)}
          nothingYet={
            <NothingYet
              heading="No subscribers yet"
              text="Customers who buy with one of your selling plans will appear here."
            />
          }
        />
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
