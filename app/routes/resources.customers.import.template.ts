import { importColumns } from '#contract/subscriber-import-names.ts';
import { csvFile } from '../requests/csv.ts';
import { nothing, resourceLoader } from '../requests/resource-route.server.ts';

/** A line as it has to be, for the merchant to write over. */
const example: Readonly<Record<(typeof importColumns)[number], string>> = {
  reference: 'SUB-1001',
  customer_email: 'ada@example.com',
  variant_id: '41234567890123',
  quantity: '2',
  price: '18.50',
  delivery_price: '4.90',
  interval: 'week',
  interval_count: '2',
  next_date: '2030-01-31',
  payment_method_id: '',
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: '',
  address1: '1 Main Street',
  address2: '',
  city: 'San Francisco',
  province_code: 'CA',
  zip: '94107',
  country_code: 'US',
  phone: '',
};

/** GET answers the file that an import of subscribers takes, with one line as an example. */
export const loader = resourceLoader(nothing, async () =>
  csvFile('subscribers-template', [importColumns, importColumns.map((name) => example[name])]),
);
