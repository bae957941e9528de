import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Box, Page, Text } from '@shopify/polaris';
import { formatDayIn, formatRevenue } from '#contract/format.ts';
import { portalPath } from '#contract/portal-paths.ts';
import { type Subscriber, storeOrderListQuerySchema } from '#contract/store-order.ts';
import { useListAddress } from '../list/last-address.ts';
import { listWithFailure } from '../list/list-data.ts';
import { loadList } from '../list/load-list.server.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { Figures } from '../portal/Figures.tsx';
import { ImportStatus } from '../portal/ImportStatus.tsx';
import { NothingYet } from '../portal/NothingYet.tsx';
import { pageTitle } from '../portal/page-title.ts';
import { SubscriptionOrders } from '../portal/SubscriptionOrders.tsx';
import { cachedScreen } from '../requests/cached-screen.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/** GET one customer with a page of the subscription orders. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const id = params.id ?? '';
  const [{ customer, orderImport }, { list, answeredWith }] = await Promise.all([
    orErrorPage(client.getSubscriber({ id })),
    loadList(request, storeOrderListQuerySchema, async (query) => {
      const { orders, pageInfo } = await client.listOrders({
        query: { ...query, customerId: id, kind: 'subscription' },
      });
      return { items: orders, pageInfo };
    }),
  ]);
  return json({ customer, orderImport, ...list }, answeredWith);
}

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, shouldRevalidate } = screen;

function figuresOf(customer: Subscriber, timeZone: string) {
  return [
    { title: 'Active subscriptions', figure: String(customer.activeSubscriptions) },
    { title: 'Subscription orders', figure: String(customer.subscriptionOrders) },
    { title: 'Revenue', figure: formatRevenue(customer) },
    { title: 'Customer since', figure: formatDayIn(timeZone, customer.firstOrderAt) },
  ];
}

export const meta = pageTitle('Customer');

export default function CustomerPage() {
  const { customer, orderImport, ...list } = screen.useData();
  const { timeZone } = orderImport;
  const address = useListAddress(`${portalPath}/users`);
  return (
    <Page
      title={customer.displayName}
      subtitle={customer.email ?? undefined}
      backAction={{ content: 'Customers', url: address }}
    >
      <BlockStack gap="400">
        <ImportStatus orderImport={orderImport} countsSubscriptions />
        <Figures figures={figuresOf(customer, timeZone)} />
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <Text as="p" breakWord>
            Plans: {customer.planNames.join(', ')}
          </Text>
        </Box>
        <SubscriptionOrders
          list={list}
          timeZone={timeZone}
          ofOneCustomer
          nothingYet={
            <NothingYet
              heading="No subscription orders"
              text="This customer’s orders with one of your selling plans will appear here."
            />
          }
        />
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
