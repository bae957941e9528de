import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { allNodes, nodesOf, noNodes, pageInfoFields } from '../../platform/all-nodes.ts';
import { missingScopes } from '../../platform/scopes.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { OrderToShip } from './documents.ts';

/**
 * With this scope alone Shopify shows the fulfillment orders at the merchant's own locations, without those that a fulfillment service ships. Without
 * the scope it shows none, and no error.
 */
const scope = 'read_merchant_managed_fulfillment_orders';

/** More of these in one call may cost more points than Shopify allows (docs/decisions/0047-…). */
const ordersAtOnce = 10;

const openStatuses = ['OPEN', 'IN_PROGRESS'];
/** Shopify's delivery methods that need a label. */
export const shippingMethods = ['SHIPPING', 'PICKUP_POINT'];

const linesSchema = nodesOf(
  z.object({
    totalQuantity: z.number().int(),
    remainingQuantity: z.number().int(),
    lineItem: z.object({ id: z.string() }),
  }),
);

const fulfillmentOrdersSchema = nodesOf(
  z.object({
    id: z.string(),
    status: z.string(),
    fulfillAt: z.string().nullable(),
    deliveryMethod: z.object({ methodType: z.string() }).nullable(),
    lineItems: linesSchema,
  }),
);

/** Parses to whether the app may read fulfillment orders. */
const grantedSchema = z
  .object({ accessScopes: z.array(z.object({ handle: z.string() })) })
  .transform(({ accessScopes }) => {
    const granted = accessScopes.map(({ handle }) => handle);
    return missingScopes([scope], granted).length === 0;
  });

const lines = `nodes { totalQuantity remainingQuantity lineItem { id } } ${pageInfoFields}`;
const fulfillmentOrders = `
  nodes { id status fulfillAt deliveryMethod { methodType } lineItems(first: 10) { ${lines} } }
  ${pageInfoFields}`;

const grantedScopes = 'currentAppInstallation { accessScopes { handle } }';

/** Without the scope Shopify shows none, and each order counts as one part. */
const getFulfillmentOrders = operation<{ ids: string[] }>('read_orders')(
  `query FulfillmentOrdersToShip($ids: [ID!]!) {
    ${grantedScopes}
    nodes(ids: $ids) {
      ... on Order { id fulfillmentOrders(first: 10) { ${fulfillmentOrders} } }
    }
  }`,
  z.object({
    currentAppInstallation: grantedSchema,
    nodes: z.array(
      z.object({ id: z.string(), fulfillmentOrders: fulfillmentOrdersSchema }).nullable(),
    ),
  }),
);

const getMoreFulfillmentOrders = operation<{ id: string; after: string | null }>('read_orders')(
  `query MoreFulfillmentOrders($id: ID!, $after: String) {
    order(id: $id) { fulfillmentOrders(first: 10, after: $after) { ${fulfillmentOrders} } }
  }`,
  z.object({ order: z.object({ fulfillmentOrders: fulfillmentOrdersSchema }).nullable() }),
);

const getMoreLines = operation<{ id: string; after: string | null }>(scope)(
  `query MoreFulfillmentOrderLines($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) { lineItems(first: 100, after: $after) { ${lines} } }
  }`,
  z.object({ fulfillmentOrder: z.object({ lineItems: linesSchema }).nullable() }),
);

const isFulfillmentShown = operation<Record<string, never>>()(
  `query FulfillmentOrderScope { ${grantedScopes} }`,
  z.object({ currentAppInstallation: grantedSchema }),
);

const openListSchema = z.object({
  fulfillmentOrders: nodesOf(
    z.object({
      orderId: z.string(),
      status: z.string(),
      deliveryMethod: z.object({ methodType: z.string() }).nullable(),
    }),
  ),
});

const listOpenFulfillmentOrders = operation<{ after: string | null }>(scope)(
  `query OpenFulfillmentOrders($after: String) {
    fulfillmentOrders(first: 250, after: $after, includeClosed: false) {
      nodes { orderId status deliveryMethod { methodType } }
      ${pageInfoFields}
    }
  }`,
  openListSchema,
);

/** Whether a part of an order can be shipped with a label now. */
export function isOpenToShip({ status, method }: Pick<FulfillmentPart, 'status' | 'method'>) {
  return openStatuses.includes(status) && shippingMethods.includes(method);
}

const methodOf = (method: { methodType: string } | null) => method?.methodType ?? 'SHIPPING';

/** Ids of up to `most` orders that have something open to ship, the oldest first; null if the app may not read fulfillment orders. */
export async function listOrdersOpenToShip(
  { graphql }: Pick<ShopContext, 'graphql'>,
  most: number,
): Promise<string[] | null> {
  if (!(await graphql(isFulfillmentShown, {})).currentAppInstallation) return null;
  const ids = new Set<string>();
  let after: string | null = null;
  do {
    const { fulfillmentOrders: listed }: z.infer<typeof openListSchema> = await graphql(
      listOpenFulfillmentOrders,
      {
        after,
      },
    );
    for (const { orderId, status, deliveryMethod } of listed.nodes) {
      if (isOpenToShip({ status, method: methodOf(deliveryMethod) })) ids.add(orderId);
    }
    after = listed.pageInfo.hasNextPage ? listed.pageInfo.endCursor : null;
  } while (after !== null && ids.size < most);
  return [...ids].slice(0, most);
}

/** One of Shopify's fulfillment orders: items of an order that are shipped together. */
export type FulfillmentPart = {
  /** `OPEN`, `IN_PROGRESS`, `SCHEDULED`, `ON_HOLD`, `INCOMPLETE`, `CLOSED` or `CANCELLED`. */
  status: string;
  /** When it opens for shipping; null for a pre-order without a date. */
  fulfillAt: string | null;
  /** Such as `SHIPPING` or `PICK_UP`. */
  method: string;
  /** Quantities by line item: in total, and left to ship. */
  lines: { lineItemId: string; total: number; remaining: number }[];
};

/** The fulfillment orders at the merchant's own locations, by order id. If the app may not read them, each order makes up a single part. */
export async function readFulfillment(
  { graphql }: Pick<ShopContext, 'graphql'>,
  orders: readonly OrderToShip[],
): Promise<Map<string, FulfillmentPart[]>> {
  const parts = new Map<string, FulfillmentPart[]>();
  for (let start = 0; start < orders.length; start += ordersAtOnce) {
    const some = orders.slice(start, start + ordersAtOnce);
    const { nodes, currentAppInstallation } = await graphql(getFulfillmentOrders, {
      ids: some.map(({ id }) => id),
    });
    if (!currentAppInstallation) {
      return new Map(orders.map((order) => [order.id, [partOf(order)]]));
    }
    for (const node of nodes) {
      if (node === null) continue;
      const { id } = node;
      const all = await allNodes(
        node.fulfillmentOrders,
        async (after) =>
          (await graphql(getMoreFulfillmentOrders, { id, after })).order?.fulfillmentOrders ??
          noNodes,
      );
      const read: FulfillmentPart[] = [];
      for (const { id: partId, status, fulfillAt, deliveryMethod, lineItems } of all) {
        const of = await allNodes(
          lineItems,
          async (after) =>
            (await graphql(getMoreLines, { id: partId, after })).fulfillmentOrder?.lineItems ??
            noNodes,
        );
        read.push({
          status,
          fulfillAt,
          method: methodOf(deliveryMethod),
          lines: of.map(({ lineItem, totalQuantity, remainingQuantity }) => ({
            lineItemId: lineItem.id,
            total: totalQuantity,
            remaining: remainingQuantity,
          })),
        });
      }
      parts.set(id, read);
    }
  }
  return parts;
}

/** The whole order as one part. The order itself doesn't say who ships it or which items are due. */
function partOf({ displayFulfillmentStatus, lineItems }: OrderToShip): FulfillmentPart {
  const asWhole: Record<string, string> = {
    FULFILLED: 'CLOSED',
    ON_HOLD: 'ON_HOLD',
    SCHEDULED: 'SCHEDULED',
  };
  return {
    status: asWhole[displayFulfillmentStatus] ?? 'OPEN',
    fulfillAt: null,
    method: 'SHIPPING',
    lines: lineItems.nodes.map(({ id, unfulfilledQuantity, currentQuantity }) => ({
      lineItemId: id,
      total: currentQuantity,
      remaining: Math.min(unfulfilledQuantity, currentQuantity),
    })),
  };
}
