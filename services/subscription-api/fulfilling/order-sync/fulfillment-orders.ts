import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import { missingScopes } from '../../platform/scopes.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { OrderToShip } from './documents.ts';

/**
 * With this scope alone the platform shows the fulfillment orders at the merchant's own locations, and leaves out those that a
 * fulfillment service ships. Without it there are none, and no error.
 */
const scope = 'read_merchant_managed_fulfillment_orders';

/** More than these in one call may cost more points than the platform allows (docs/decisions/0047-…). */
const ordersAtOnce = 10;

const openStatuses = ['OPEN', 'IN_PROGRESS'];
/** Of the platform's delivery methods, those that take a label. */
export const shippingMethods = ['SHIPPING', 'PICKUP_POINT'];

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

const linesSchema = z.object({
  nodes: z.array(
    z.object({
      totalQuantity: z.number().int(),
      remainingQuantity: z.number().int(),
      lineItem: z.object({ id: z.string() }),
    }),
  ),
  pageInfo,
});

const fulfillmentOrdersSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      fulfillAt: z.string().nullable(),
      deliveryMethod: z.object({ methodType: z.string() }).nullable(),
      lineItems: linesSchema,
    }),
  ),
  pageInfo,
});

/** Whether the app may read fulfillment orders. */
const grantedSchema = z
  .object({ accessScopes: z.array(z.object({ handle: z.string() })) })
  .transform(({ accessScopes }) => {
    const granted = accessScopes.map(({ handle }) => handle);
    return missingScopes([scope], granted).length === 0;
  });

const page = 'pageInfo { hasNextPage endCursor }';
const lines = `nodes { totalQuantity remainingQuantity lineItem { id } } ${page}`;
const fulfillmentOrders = `
  nodes { id status fulfillAt deliveryMethod { methodType } lineItems(first: 10) { ${lines} } }
  ${page}`;

const grantedScopes = 'currentAppInstallation { accessScopes { handle } }';

/** Without the scope for it the platform shows none, and each order counts as one. */
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
  fulfillmentOrders: z.object({
    nodes: z.array(
      z.object({
        orderId: z.string(),
        status: z.string(),
        deliveryMethod: z.object({ methodType: z.string() }).nullable(),
      }),
    ),
    pageInfo,
  }),
});

const listOpenFulfillmentOrders = operation<{ after: string | null }>(scope)(
  `query OpenFulfillmentOrders($after: String) {
    fulfillmentOrders(first: 250, after: $after, includeClosed: false) {
      nodes { orderId status deliveryMethod { methodType } }
      ${page}
    }
  }`,
  openListSchema,
);

/** Whether a part of an order is open to ship now, with a label. */
export function isOpenToShip({ status, method }: Pick<FulfillmentPart, 'status' | 'method'>) {
  return openStatuses.includes(status) && shippingMethods.includes(method);
}

const methodOf = (method: { methodType: string } | null) => method?.methodType ?? 'SHIPPING';

/**
 * Ids of the orders of which something is open to ship, the oldest first, until there are `most` of them; null where the app may not
 * read fulfillment orders.
 */
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

/** What of an order is shipped together, by the platform's account of it. */
export type FulfillmentPart = {
  /** `OPEN`, `IN_PROGRESS`, `SCHEDULED`, `ON_HOLD`, `INCOMPLETE`, `CLOSED` or `CANCELLED`. */
  status: string;
  /** When it is open to ship; null for a pre-order without a date. */
  fulfillAt: string | null;
  /** Such as `SHIPPING` or `PICK_UP`. */
  method: string;
  /** By ids of line items: how many there are, and how many of them are left to ship. */
  lines: { lineItemId: string; total: number; remaining: number }[];
};

/** The fulfillment orders that the merchant's own locations ship, by the orders' ids. Where the app may not read them, one is made of each order. */
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

/** All of an order as one part, from what the order itself says. Who ships it, and which of it is due, the order does not say. */
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
