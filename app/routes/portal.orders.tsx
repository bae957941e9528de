import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Box, Page } from '@shopify/polaris';
import { storeOrderListQuerySchema } from '#contract/store-order.ts';
import { listWithFailure } from '../list/list-data.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { ImportStatus } from '../portal/ImportStatus.tsx';
import { loadImportedList } from '../portal/imported-list.server.ts';
import { NothingYet } from '../portal/NothingYet.tsx';
import { pageTitle } from '../portal/page-title.ts';
import { SubscriptionOrders } from '../portal/SubscriptionOrders.tsx';
import { cachedScreen } from '../requests/cached-screen.ts';

/** GET a page of the store's subscription orders. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const { list, answeredWith } = await loadImportedList(
    request,
    storeOrderListQuerySchema,
    async (query) => {
      const { orders, ...page } = await client.listOrders({
        query: { ...query, kind: 'subscription' },
      });
      return { items: orders, ...page };
    },
  );
  return json(list, answeredWith);
}

const screen = cachedScreen<typeof loader>({ whenFailed: listWithFailure });
export const { clientLoader, shouldRevalidate } = screen;

export const meta = pageTitle('Orders');

export default function OrdersPage() {
  const { orderImport, ...list } = screen.useData();
  return (
    <Page title="Orders">
      <BlockStack gap="400">
        {orderImport ? <ImportStatus orderImport={orderImport} /> : null}
        <SubscriptionOrders
          list={list}
          timeZone={orderImport?.timeZone ?? 'UTC'}
          nothingYet={
            <NothingYet
              heading="No subscription orders yet"
              text="Orders with one of your selling plans will appear here."
            />
          }
        />
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
