import type { BulkRow } from '#contract/bulk-change.ts';
import type { BulkRowView } from '#contract/bulk-change-names.ts';
import { majorUnitsOf } from '#contract/money.ts';
import { bulkRowWords, reasonOf } from '../recurring-orders/bulk-words.ts';
import { untilOwnPrice } from '../recurring-orders/contract-words.ts';
import { csvFile } from '../requests/csv.ts';
import { nothing, resourceLoader } from '../requests/resource-route.server.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';

const headings = [
  ...['Subscription', 'Customer', 'Items', 'Result', 'Reason'],
  ...['Order before, before tax', 'Order after, before tax', 'Currency', 'Day before', 'Day after'],
  'Order after holds',
];

const lineHeadings = [
  ...['Line', 'Reference', 'Customer', 'Items', 'Result', 'Reason', 'Subscription'],
  ...['Order, before tax', 'Currency', 'Next date'],
];

const rowsAtOnce = 250;

/** GET answers all subscriptions of a change of many, with what became of each and why, as a CSV file. */
export const loader = resourceLoader(nothing, async ({ client, params: { id = '' } }) => {
  const read = [
    ...(await readAll(client, id, 'included')),
    ...(await readAll(client, id, 'left out')),
  ];
  // One may have been left out in between.
  const rows = [...new Map(read.map((row) => [row.id, row])).values()];
  if (!rows.some(({ line }) => line !== null)) {
    return csvFile('changed-subscriptions', [headings, ...rows.map(cellsOf)]);
  }
  const lines = rows.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  return csvFile('imported-subscriptions', [lineHeadings, ...lines.map(lineCellsOf)]);
});

async function readAll(
  client: SubscriptionApiClient,
  id: string,
  show: BulkRowView,
): Promise<BulkRow[]> {
  const all: BulkRow[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const query = { show, first: rowsAtOnce, ...(after !== undefined && { after }) };
    const { rows, pageInfo } = await client.listBulkRows({ id, query });
    all.push(...rows);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  return all;
}

function cellsOf(row: BulkRow) {
  const { contract, customer, items, state, amount, newAmount, currencyCode, day, newDay } = row;
  const isChanged = state !== 'left out';
  return [
    ...[contract, customer?.displayName ?? null, items.join(', ')],
    ...[bulkRowWords[state].label, reasonOf(row)],
    isChanged ? majorUnitsOf(amount, currencyCode) : null,
    isChanged ? majorUnitsOf(newAmount, currencyCode) : null,
    ...[currencyCode, day, newDay],
    isChanged && row.hasOwnPrice ? untilOwnPrice : null,
  ];
}

function lineCellsOf(row: BulkRow) {
  const { contract, line, reference, customer, items, state, newAmount, currencyCode } = row;
  const isMade = state !== 'left out';
  return [
    ...[line, reference, customer?.displayName ?? null, items.join(', ')],
    ...[bulkRowWords[state].label, reasonOf(row), contract],
    ...[isMade ? majorUnitsOf(newAmount, currencyCode) : null, currencyCode, row.newDay],
  ];
}
