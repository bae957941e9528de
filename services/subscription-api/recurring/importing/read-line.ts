import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isDay } from '#contract/calendar.ts';
import { deliveryAddressSchema } from '#contract/delivery-address.ts';
import { isEmail } from '#contract/email.ts';
import { intervals } from '#contract/limits.ts';
import type { ImportColumn } from '#contract/subscriber-import-names.ts';
import { typedPriceOf } from '#contract/typed-price.ts';
import { countryCodes } from './country-codes.ts';
import type { FileLine } from './read-file.ts';

/** What a line says. Prices are minor units of the store's currency, ids the tails, `day` the store's. */
export const importContentSchema = z.object({
  email: z.string(),
  variant: z.string(),
  quantity: z.int(),
  price: z.int(),
  deliveryPrice: z.int(),
  interval: z.enum(intervals),
  intervalCount: z.int(),
  day: z.string(),
  method: z.string().nullable(),
  address: deliveryAddressSchema,
});

export type ImportContent = z.output<typeof importContentSchema>;

/** A line as it was read: right, or with what is wrong with it. */
export type ReadLine = {
  line: number;
  reference: string | null;
  email: string | null;
} & ({ content: ImportContent; key: string } | { content: null; problems: string[] });

/** The column of an address's field. */
const columnOf = (field: PropertyKey | undefined) =>
  String(field).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const longest = 255;
const mostPieces = 1000;
const mostIntervals = 365;
/** Nobody waits longer for an order, so it’s a slip. */
const mostYears = 10;

const countIn = (text: string, most: number) => {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= most ? count : null;
};

/** The tail of a global id, or the tail itself. */
function tailIn(text: string, type: string, tail: RegExp): string | null {
  const [, id = null] =
    new RegExp(`^(?:gid://shopify/${type}/)?(${tail.source})$`).exec(text) ?? [];
  return id;
}

/**
 * What a subscription is known by, so that it is made once: its reference in the other app, or else its customer and product. So a line that was put right, or
 * has another date, is still the same.
 */
export const keyOf = (
  shop: string,
  reference: string,
  { email, variant }: Pick<ImportContent, 'email' | 'variant'>,
) =>
  createHash('sha256')
    .update(JSON.stringify(reference === '' ? [shop, email, variant] : [shop, reference]))
    .digest('hex')
    .slice(0, 40);

/** Reads a line by what it says alone; the platform isn't asked. `today` is the store's day. */
export function readLine(
  { line, cells }: FileLine,
  { shop, currencyCode, today }: { shop: string; currencyCode: string; today: string },
): ReadLine {
  const problems: string[] = [];
  const cell = (name: ImportColumn) => cells[name] ?? '';
  const wrong = (name: ImportColumn, hint: string) => {
    const said = cell(name);
    problems.push(
      `${name}: ${said === '' ? 'is empty' : `“${said.slice(0, 60)}” can’t be read`}. ${hint}`,
    );
  };
  const reference = cell('reference');
  if (Object.keys(cells).length === 0) {
    problems.push('It has more cells than there are headings. Put texts with commas in quotes.');
    return { line, reference: null, email: null, content: null, problems };
  }
  if (reference.length > longest) problems.push('reference: Use at most 255 characters.');
  const email = cell('customer_email').toLowerCase();
  // These would end the search for it.
  const isRight = isEmail(email) && email.length <= longest && !/["\\]/.test(email);
  if (!isRight) wrong('customer_email', 'Enter an email address.');
  const variant = tailIn(cell('variant_id'), 'ProductVariant', /\d{1,20}/);
  if (variant === null) {
    wrong('variant_id', 'Enter the variant’s number in Shopify, all digits of it.');
  }
  const quantity = countIn(cell('quantity'), mostPieces);
  if (quantity === null) wrong('quantity', 'Enter a whole number from 1 to 1000.');
  const price = typedPriceOf({ price: cell('price'), currencyCode });
  if (price === null) wrong('price', `Enter what one costs in ${currencyCode}, such as 18.50.`);
  const deliveryPrice = typedPriceOf({ price: cell('delivery_price') || '0', currencyCode });
  if (deliveryPrice === null) wrong('delivery_price', `Enter a price in ${currencyCode}, or none.`);
  const word = cell('interval').toUpperCase().replace(/S$/, '');
  const interval = intervals.find((known) => known === word) ?? null;
  if (interval === null) wrong('interval', 'Enter day, week, month or year.');
  const intervalCount = countIn(cell('interval_count') || '1', mostIntervals);
  if (intervalCount === null) wrong('interval_count', 'Enter a whole number from 1 to 365.');
  const day = cell('next_date');
  const lastYear = Number(today.slice(0, 4)) + mostYears;
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && Number(day.slice(0, 4)) > lastYear) {
    problems.push(`next_date: ${day} is too far ahead. Enter a day until the end of ${lastYear}.`);
  } else if (!isDay(day)) wrong('next_date', 'Enter it as year-month-day, such as 2026-12-24.');
  const method = tailIn(cell('payment_method_id'), 'CustomerPaymentMethod', /[\w-]{1,100}/);
  if (method === null && cell('payment_method_id') !== '') {
    wrong('payment_method_id', 'Enter Shopify’s id of the payment method, or none.');
  }
  const country = cell('country_code').toUpperCase();
  const address = deliveryAddressSchema.safeParse({
    firstName: cell('first_name'),
    lastName: cell('last_name'),
    company: cell('company'),
    address1: cell('address1'),
    address2: cell('address2'),
    city: cell('city'),
    provinceCode: cell('province_code'),
    zip: cell('zip'),
    countryCode: country,
    phone: cell('phone'),
  });
  for (const { path, message } of address.error?.issues ?? []) {
    problems.push(`${columnOf(path[0])}: ${message}.`);
  }
  if (/^[A-Z]{2}$/.test(country) && !countryCodes.has(country)) {
    problems.push(
      `country_code: Shopify knows no country “${country}”. Enter its code, such as GB.`,
    );
  }
  const known = { line, reference: reference.slice(0, longest) || null, email: email || null };
  if (
    problems.length > 0 ||
    !address.success ||
    variant === null ||
    quantity === null ||
    price === null ||
    deliveryPrice === null ||
    interval === null ||
    intervalCount === null
  ) {
    return { ...known, email: email.slice(0, longest) || null, content: null, problems };
  }
  const terms = { variant, quantity, price, deliveryPrice, interval, intervalCount };
  const content = { email, ...terms, day, method, address: address.data };
  return { ...known, content, key: keyOf(shop, reference, content) };
}
