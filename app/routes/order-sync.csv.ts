import type { LoaderFunctionArgs } from '@remix-run/node';
import { statusInWords } from '#contract/order-sync-texts.ts';
import type { SyncedOrder } from '#contract/sync-run.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { csvOf } from '../requests/csv.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

const ordersAtOnce = 1000;

/** GET all results of a run as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const id = new URL(request.url).searchParams.get('id') ?? '';
  const orders = await orErrorPage(readAll(client, id));
  const rows = orders.map((order) => [
    order.name ?? order.orderId,
    statusInWords(order),
    order.reason,
  ]);
  return new Response(csvOf([['Order', 'Status', 'Reason'], ...rows]), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="order-sync.csv"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

async function readAll(client: SubscriptionApiClient, id: string): Promise<SyncedOrder[]> {
  const all: SyncedOrder[] = [];
  for (let page = 1; ; page += 1) {
    const query = { show: 'all', page, size: ordersAtOnce } as const;
    const { orders, total } = await client.listSyncedOrders({ id, query });
    all.push(...orders);
    if (orders.length < ordersAtOnce || all.length >= total) return all;
  }
}
