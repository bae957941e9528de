// Without schemas, for screens that don't carry these.

/** The most lines of one file, and the most bytes. */
export const mostImportLines = 10_000;
export const maximumImportBytes = 5 * 1024 * 1024;

export const requiredImportColumns = [
  'customer_email',
  'variant_id',
  'quantity',
  'price',
  'interval',
  'next_date',
  'last_name',
  'address1',
  'city',
  'country_code',
] as const;

/** The columns of the file, in the template's order. */
export const importColumns = [
  'reference',
  'customer_email',
  'variant_id',
  'quantity',
  'price',
  'delivery_price',
  'interval',
  'interval_count',
  'next_date',
  'payment_method_id',
  'first_name',
  'last_name',
  'company',
  'address1',
  'address2',
  'city',
  'province_code',
  'zip',
  'country_code',
  'phone',
] as const;

export type ImportColumn = (typeof importColumns)[number];

/** Why a file can't be imported at all. */
export const importFileTexts = {
  missing: 'Please choose a file',
  onlyOne: 'Only one file can be imported at once',
  empty: 'The file is empty',
  changed: 'The file was changed since you chose it. Please choose it again.',
  noLines: 'The file has headings, but no subscribers',
  tooLarge: 'The file can be at most 5 MB. Please send it in several parts.',
  tooMany: 'The file has more than 10,000 lines. Please send it in several parts.',
  notText: 'This isn’t a CSV file. In your spreadsheet, save it as “CSV UTF-8”.',
  encoding:
    'The file isn’t in UTF-8, so names could be misread. In your spreadsheet, save it as “CSV UTF-8”.',
} as const;
