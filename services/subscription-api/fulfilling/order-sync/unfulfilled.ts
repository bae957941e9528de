import { z } from 'zod';
import { ordersPerRun } from '#contract/limits.ts';
import { originalIdOf } from '#contract/original-id.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import type { ShopContext } from '../../shop-context.ts';
import { listOrdersOpenToShip } from './fulfillment-orders.ts';

const idsSchema = z.object({
  orders: nodesOf(z.object({ id: z.string() })),
});

const listUnfulfilled = operation<{ after: string | null }>('read_orders')(
  `query UnfulfilledOrders($after: String) {
    orders(
      first: 250, after: $after, sortKey: PROCESSED_AT
      query: "(fulfillment_status:unfulfilled OR fulfillment_status:partial) AND status:open"
    ) {
      nodes { id }
      ${pageInfoFields}
    }
  }`,
  idsSchema,
);

/** Original ids of the orders that wait to be shipped, the oldest first, up to one run's limit. */
export async function readUnfulfilled(context: Pick<ShopContext, 'graphql'>): Promise<string[]> {
  const open = await listOrdersOpenToShip(context, ordersPerRun);
  return open?.map(originalIdOf) ?? (await readByStatus(context));
}

/** Goes by the orders' own status, which doesn't say who ships them or which of their parts are due. */
async function readByStatus({ graphql }: Pick<ShopContext, 'graphql'>): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { orders }: z.infer<typeof idsSchema> = await graphql(listUnfulfilled, { after });
    ids.push(...orders.nodes.map(({ id }) => originalIdOf(id)));
    after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
  } while (after !== null && ids.length < ordersPerRun);
  return ids.slice(0, ordersPerRun);
}
