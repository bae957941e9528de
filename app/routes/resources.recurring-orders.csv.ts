import { z } from 'zod';
import { majorUnitsOf } from '#contract/money.ts';
import {
  type RecurringOrder,
  type RecurringOrderListQuery,
  recurringOrderListQuerySchema,
} from '#contract/recurring-orders.ts';
import { readListQuery } from '../list/list-query.ts';
import { outcomeWords } from '../recurring-orders/outcome-words.ts';
import { csvFile } from '../requests/csv.ts';
import { resourceLoader } from '../requests/resource-route.server.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';

const headings = [
  'Due',
  'Customer',
  'Items',
  'Amount before tax',
  'Currency',
  'Outcome',
  'Reason',
  'Order',
];

// A larger page would keep others waiting where the database is PGlite.
const ordersAtOnce = 100;
// Each page counts against the store's limit of requests, which everybody in the store shares.
const mostOrders = 20_000;
const tooMany =
  'A file can have up to 20,000 orders. Search, choose an outcome, or choose one day under Days first.';

const filterSchema = recurringOrderListQuerySchema.omit({ first: true, after: true, before: true });

/** GET answers all recurring orders that match the address's filters, as a CSV file, or 400 if they are too many. */
export const loader = resourceLoader(
  z.record(z.string(), z.string()),
  async ({ client, query: asked }) => {
    const { query, searchRefused } = readListQuery(filterSchema, new URLSearchParams(asked));
    const orders = searchRefused ? [] : await readAll(client, query);
    if (orders === undefined) return Response.json({ message: tooMany }, { status: 400 });
    return csvFile('recurring-orders', [headings, ...orders.map(rowOf)]);
  },
);

async function readAll(
  client: SubscriptionApiClient,
  filter: RecurringOrderListQuery,
): Promise<RecurringOrder[] | undefined> {
  const all: RecurringOrder[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    if (all.length >= mostOrders) return undefined;
    const query = { ...filter, first: ordersAtOnce, ...(after !== undefined && { after }) };
    const { orders, pageInfo } = await client.listRecurringOrders({ query });
    all.push(...orders);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  return all;
}

function rowOf(order: RecurringOrder) {
  const { explanation, currencyCode } = order;
  return [
    order.day,
    order.customer?.displayName ?? null,
    order.items.join(', '),
    majorUnitsOf(order.amount, currencyCode),
    currencyCode,
    outcomeWords[order.outcome].label,
    explanation === null ? null : [explanation.happened, explanation.whatToDo].join(' ').trim(),
    order.order?.name ?? null,
  ];
}
