import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Box, Page } from '@shopify/polaris';
import { defaultLocale } from '#contract/money.ts';
import { storeOrderListQuerySchema } from '#contract/store-order.ts';
import { listWithFailure } from '../list/list-data.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { CollectionStatus } from '../portal/CollectionStatus.tsx';
import { loadCollectedList } from '../portal/collected-list.server.ts';
import { NothingYet } from '../portal/NothingYet.tsx';
import { pageTitle } from '../portal/page-title.ts';
import { SubscriptionOrders } from '../portal/SubscriptionOrders.tsx';
import { cachedScreen } from '../requests/cached-screen.ts';

/** GET a page of the store's subscription orders. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const { list, answeredWith } = await loadCollectedList(
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
  const { collection, ...list } = screen.useData();
  return (
    <Page title="Orders">
      <BlockStack gap="400">
        {collection ? <CollectionStatus collection={collection} locale={defaultLocale} /> : null}
        <SubscriptionOrders
          list={list}
          timeZone={collection?.timeZone ?? 'UTC'}
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
