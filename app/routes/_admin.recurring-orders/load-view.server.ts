import { z } from 'zod';
import {
  billingRunListQuerySchema,
  type RecurringOrder,
  recurringOrderListQuerySchema,
} from '#contract/recurring-orders.ts';
import { loadList } from '../../list/load-list.server.ts';
import type { SubscriptionApiClient } from '../../subscription-api/client.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';

const viewSchema = z.enum(['orders', 'days', 'calendar']).catch('days');

export type ListedOrder = RecurringOrder & { id: string };

/** Loads the view that the address asks for: the days up to today (the default), the list of orders, or the next days. */
export async function loadView(request: Request, client: SubscriptionApiClient) {
  const { searchParams } = new URL(request.url);
  const view = viewSchema.parse(searchParams.get('view'));
  if (view === 'days') {
    const asked = billingRunListQuerySchema.safeParse(Object.fromEntries(searchParams));
    const days = await orErrorPage(client.listBillingRuns({ query: asked.data ?? {} }));
    return { kind: view, ...days };
  }
  if (view === 'calendar') {
    return { kind: view, ...(await orErrorPage(client.getRecurringCalendar())) };
  }
  const { list } = await loadList(request, recurringOrderListQuerySchema, async (query) => {
    const { orders, pageInfo } = await client.listRecurringOrders({ query });
    const items: ListedOrder[] = orders.map((order) => ({
      ...order,
      id: `${order.contract}/${order.cycle}`,
    }));
    return { items, pageInfo };
  });
  return { kind: view, list };
}

export type View = Awaited<ReturnType<typeof loadView>>;
