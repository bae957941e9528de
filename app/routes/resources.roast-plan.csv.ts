import { changeWords, roastSheets } from '../recurring-orders/roast-sheet.ts';
import { csvFile } from '../requests/csv.ts';
import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

const headings = [
  'Day',
  'Coffee',
  'Variant',
  'Bags',
  'Roasted kg',
  'Green kg',
  'In stock',
  'To roast',
  'Since taken',
];

const rounded = (kilograms: number | null) =>
  kilograms === null ? null : Math.round(kilograms * 1000) / 1000;

/** GET answers the roast plan of the coming four weeks, a line for each day and item, as a CSV file. */
export const loader = resourceLoader(nothing, async ({ client }) => {
  const { rows } = roastSheets(await client.getRoastPlan());
  const lines = [...rows].flatMap(([day, ofDay]) =>
    ofDay.map((row) => [
      ...[day, row.title, row.variantTitle, row.bags, rounded(row.kilograms), rounded(row.green)],
      ...[row.stock, row.toRoast, row.change && changeWords(row.change)],
    ]),
  );
  return csvFile('roast-plan', [headings, ...lines]);
});
