// Without schemas, for screens that don't carry these.

export const addressFields = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'city',
  'provinceCode',
  'zip',
  'countryCode',
  'phone',
] as const;

export type AddressField = (typeof addressFields)[number];

/** A delivery address. Empty fields aren't known. `countryCode` is ISO 3166-1's, `provinceCode` Shopify's, such as `CA`, `JP-13` or `Q ROO`. */
export type DeliveryAddress = Record<AddressField, string>;

const unitedStates =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR UM VI FM MH PW AA AE AP';

/** The countries whose addresses need a province, with its codes; none where any will do here. */
const provinces: Readonly<Record<string, readonly string[]>> = {
  US: unitedStates.split(' '),
  CA: ['AB', 'BC', 'MB', 'NB', 'NL', 'NT', 'NS', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'],
  AU: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
  ...Object.fromEntries(['BR', 'CN', 'IN', 'IT', 'JP', 'MX'].map((code) => [code, []])),
};

const fiveDigits = { form: /^\d{5}$/, such: '12345' };
const fourDigits = { form: /^\d{4}$/, such: '1234' };

/** Postal codes of countries that merchants often ship to; of others any will do here, and none: many have no postal codes. */
const zips: Readonly<Record<string, { form: RegExp; such: string }>> = {
  US: { form: /^\d{5}(-\d{4})?$/, such: '94107' },
  CA: { form: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/, such: 'K1A 0B1' },
  GB: { form: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/, such: 'SW1A 1AA' },
  NL: { form: /^\d{4} ?[A-Z]{2}$/, such: '1012 AB' },
  SE: { form: /^\d{3} ?\d{2}$/, such: '114 55' },
  PL: { form: /^\d{2}-\d{3}$/, such: '00-950' },
  PT: { form: /^\d{4}-\d{3}$/, such: '1000-205' },
  JP: { form: /^\d{3}-?\d{4}$/, such: '100-0001' },
  BR: { form: /^\d{5}-?\d{3}$/, such: '01310-100' },
  IN: { form: /^\d{6}$/, such: '110001' },
  CN: { form: /^\d{6}$/, such: '100000' },
  ...Object.fromEntries(['DE', 'FR', 'ES', 'IT', 'FI', 'MX'].map((code) => [code, fiveDigits])),
  ...Object.fromEntries(
    ['AU', 'AT', 'BE', 'CH', 'DK', 'NO', 'NZ'].map((code) => [code, fourDigits]),
  ),
};

const provinceForm = /^[A-Z0-9][A-Z0-9 -]{0,5}$/;

const longest: Partial<Record<AddressField, number>> = { zip: 20, provinceCode: 6, phone: 40 };

/** Why an address can't be delivered to by its country's rules, by field. */
export function addressRefusals(address: DeliveryAddress): Partial<Record<AddressField, string>> {
  const { countryCode, provinceCode, zip } = address;
  const refusals: Partial<Record<AddressField, string>> = {};
  if (address.lastName === '') refusals.lastName = 'Enter a last name';
  if (address.address1 === '') refusals.address1 = 'Enter a street and number';
  if (address.city === '') refusals.city = 'Enter a city';
  if (!/^[A-Z]{2}$/.test(countryCode)) refusals.countryCode = 'Pick a country';
  const codes = provinces[countryCode];
  if (codes !== undefined || provinceCode !== '') {
    const isKnown = codes?.length ? codes.includes(provinceCode) : provinceForm.test(provinceCode);
    const such = codes?.[0] === undefined ? '' : `, such as ${codes[0]}`;
    if (!isKnown) refusals.provinceCode = `Enter the code of a state or province${such}`;
  }
  const rule = zips[countryCode];
  if (rule !== undefined && !rule.form.test(zip)) {
    refusals.zip = `Enter a postal code, such as ${rule.such}`;
  }
  for (const field of addressFields) {
    const most = longest[field] ?? 255;
    if (address[field].length > most) refusals[field] = `Use at most ${most} characters`;
  }
  return refusals;
}

/** An address as its country writes it, without spaces around it. */
export function tidyAddress(address: DeliveryAddress): DeliveryAddress {
  const tidy = { ...address };
  for (const field of addressFields) {
    const text = address[field].trim();
    tidy[field] = ['zip', 'provinceCode'].includes(field) ? text.toUpperCase() : text;
  }
  return tidy;
}
