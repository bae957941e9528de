import { z } from 'zod';
import type { SyncedOrder } from '#contract/order-sync.ts';
import { statusInWords } from '#contract/order-sync-texts.ts';
import { csvFile } from '../requests/csv.ts';
import { resourceLoader } from '../requests/resource-route.server.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';

const ordersAtOnce = 1000;

/** GET all results of a run as a file. */
export const loader = resourceLoader(
  z.object({ id: z.string().default('') }),
  async ({ client, query: { id } }) => {
    const orders = await readAll(client, id);
    const rows = orders.map((order) => [
      order.name ?? order.orderId,
      statusInWords(order),
      order.reason,
    ]);
    return csvFile('order-sync', [['Order', 'Status', 'Reason'], ...rows]);
  },
);

async function readAll(client: SubscriptionApiClient, id: string): Promise<SyncedOrder[]> {
  const all: SyncedOrder[] = [];
  for (let page = 1; ; page += 1) {
    const query = { show: 'all', page, size: ordersAtOnce } as const;
    const { orders, total } = await client.listSyncedOrders({ id, query });
    all.push(...orders);
    if (orders.length < ordersAtOnce || all.length >= total) return all;
  }
}
