import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importFileTexts, mostImportLines } from '#contract/subscriber-import-names.ts';
import { ServiceError } from '../../service-error.ts';
import { countryCodes } from './country-codes.ts';
import { readImportFile } from './read-file.ts';
import { readLine } from './read-line.ts';

const headings =
  'reference,customer_email,variant_id,quantity,price,interval,next_date,last_name,address1,city,zip,country_code';
const good =
  'R-1,ada@example.com,41,2,13.50,month,2026-12-24,Lovelace,1 Main Street,London,SW1A 1AA,GB';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readImportFile(bytesOf(text));
const refusal = (file: Uint8Array) => {
  try {
    return readImportFile(file).length;
  } catch (error) {
    return error instanceof ServiceError ? error.message : error;
  }
};
const store = { shop: 'a.example', currencyCode: 'USD', today: '2026-11-26' };
const lineOf = (text: string, from = headings) => {
  const [line] = read(`${from}\n${text}`);
  if (line === undefined) throw new Error('No line was read.');
  return readLine(line, store);
};

describe('reading a file', () => {
  it('takes what spreadsheets save: marks, semicolons, tabs, quoted line breaks and empty lines', () => {
    const [first] = read(`${headings}\n${good}`);
    expect(first).toMatchObject({ line: 2, cells: { reference: 'R-1', city: 'London' } });
    expect(read(`\uFEFF${headings}\r\n${good}\r\n`)).toEqual([first]);
    expect(read(`${headings};;\n${good};;`.replaceAll(',', ';'))).toEqual([first]);
    expect(read(`${headings}\n${good}`.replaceAll(',', '\t'))).toEqual([first]);
    const utf16 = Buffer.from(`\uFEFF${headings}\n${good}`, 'utf16le');
    expect(readImportFile(utf16)).toEqual([first]);
    expect(readImportFile(utf16.swap16())).toEqual([first]);
    const quoted = good.replace('1 Main Street', '"1 Main Street,\n""The Mill"""');
    expect(read(`Reference,${headings.slice(10)}\n${quoted}\n\n,,\n${good}`)).toMatchObject([
      { line: 2, cells: { address1: '1 Main Street,\n"The Mill"' } },
      { line: 5, cells: { address1: '1 Main Street' } },
    ]);
  });

  it('finds the headings below empty lines, and below the line that tells Excel the separator', () => {
    const [first] = read(`${headings}\n${good}`);
    const below = { ...first, line: 4 };
    expect(read(`\n \r\n${headings}\n${good}`)).toEqual([below]);
    const semicolons = `${headings}\n${good}`.replaceAll(',', ';');
    expect(read(`;;;\n\n${semicolons}`)).toEqual([below]);
    // A spreadsheet shows no row for it.
    expect(read(`\uFEFFsep=;\r\n${semicolons}`)).toEqual([first]);
    expect(read(`sep=,\n\n\n${headings}\n${good}`)).toEqual([below]);
    expect(refusal(bytesOf('sep=;\n;;;\n\n'))).toContain('headings');
  });

  it.each([
    ['nothing', new Uint8Array(), importFileTexts.empty],
    ['headings alone', bytesOf(`${headings}\n\n`), importFileTexts.noLines],
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff, 0x80]), importFileTexts.notText],
    ['zeroes', bytesOf(`${headings}\n\0`), importFileTexts.notText],
    ['half of UTF-16', new Uint8Array([0xff, 0xfe, 0x41]), importFileTexts.notText],
    [
      'another encoding',
      Uint8Array.from(`${headings}\nM\xfcller`, (sign) => sign.charCodeAt(0)),
      importFileTexts.encoding,
    ],
    [
      'no headings',
      bytesOf(good),
      expect.stringContaining('Missing: “customer_email”, “variant_id”'),
    ],
    [
      'a column that is misspelt',
      bytesOf(`${headings},payment\n${good},1`),
      'The template has no column “payment”. Remove it, or name it as the template does.',
    ],
    ['a column twice', bytesOf(`${headings},zip\n${good},1`), expect.stringContaining('“zip”')],
    [
      'a quote that isn’t closed',
      bytesOf(`${headings}\n${good}\n"${good}`),
      expect.stringMatching(/^The file can’t be read from line \d+ on\. A quotation mark/),
    ],
    [
      'a line without end',
      bytesOf(`${headings}\n"${'a'.repeat(30_000)}`),
      expect.stringContaining('A line is too long'),
    ],
    [
      'too many lines',
      bytesOf(`${headings}\n${`${good}\n`.repeat(mostImportLines + 1)}`),
      importFileTexts.tooMany,
    ],
    [
      'very many empty lines',
      bytesOf(`${headings}\n${good}${'\n'.repeat(100_000)}`),
      importFileTexts.tooMany,
    ],
  ])('refuses %s in words', (_, file, message) => {
    expect(refusal(file)).toEqual(message);
  });
});

describe('reading a line', () => {
  it('reads ids of both forms, prices with a comma, and what isn’t there', () => {
    expect(lineOf(good)).toMatchObject({
      ...{ line: 2, reference: 'R-1', email: 'ada@example.com' },
      content: {
        ...{ variant: '41', quantity: 2, price: 1350, deliveryPrice: 0, interval: 'MONTH' },
        ...{ intervalCount: 1, day: '2026-12-24', method: null },
        address: { lastName: 'Lovelace', zip: 'SW1A 1AA', countryCode: 'GB', phone: '' },
      },
    });
    const other = good
      .replace(',41,', ',gid://shopify/ProductVariant/41,')
      .replace('13.50', '"13,5"')
      .replace('month', 'Months')
      .replace('ada@', 'Ada@');
    const { content } = lineOf(
      `${other},4,"2,25",gid://shopify/CustomerPaymentMethod/ab12`,
      `${headings},interval_count,delivery_price,payment_method_id`,
    );
    expect(content).toMatchObject({
      ...{ email: 'ada@example.com', price: 1350, deliveryPrice: 225, intervalCount: 4 },
      ...{ method: 'ab12', variant: '41' },
    });
  });

  it('is known by its reference, or else by customer and product', () => {
    const keyOf = (text: string) => {
      const line = lineOf(text);
      return line.content === null ? line.problems : line.key;
    };
    const key = keyOf(good);
    expect(keyOf(good.replace('2026-12-24', '2027-01-24').replace(',41,', ',42,'))).toBe(key);
    expect(keyOf(good.replace('R-1', 'R-2'))).not.toBe(key);
    const without = good.replace('R-1', '');
    expect(keyOf(without.replace('13.50', '15'))).toBe(keyOf(without));
    expect(keyOf(without.replace(',41,', ',42,'))).not.toBe(keyOf(without));
  });

  it.each([
    ['ada@example.com', 'ada', 'customer_email: “ada” can’t be read. Enter an email address.'],
    [',41,', ',4.1E+13,', expect.stringContaining('variant_id: “4.1E+13” can’t be read.')],
    [',41,', ',,', expect.stringContaining('variant_id: is empty.')],
    [',2,', ',0,', expect.stringContaining('quantity: “0”')],
    [',2,', ',1.5,', expect.stringContaining('quantity')],
    ['13.50', '-1', expect.stringContaining('price: “-1”')],
    ['13.50', '13.505', expect.stringContaining('price')],
    // In many countries it is a thousand.
    ['13.50', '13.500', expect.stringContaining('price: “13.500” can’t be read.')],
    ['13.50', '$13', expect.stringContaining('Enter what one costs in USD')],
    ['month', 'fortnight', expect.stringContaining('Enter day, week, month or year.')],
    ['2026-12-24', '12/24/2026', expect.stringContaining('such as 2026-12-24')],
    ['2026-12-24', '2026-02-30', expect.stringContaining('next_date')],
    ['2026-12-24', '9999-12-31', expect.stringContaining('9999-12-31 is too far ahead')],
    ['2026-12-24', '2062-12-24', expect.stringContaining('Enter a day until the end of 2036.')],
    ['GB', 'ZZ', expect.stringContaining('Shopify knows no country “ZZ”')],
    ['GB', 'UK', expect.stringContaining('Shopify knows no country “UK”')],
    ['SW1A 1AA', '1', 'zip: Enter a postal code, such as SW1A 1AA.'],
    ['GB', 'Britain', expect.stringContaining('country_code: Pick a country.')],
    ['GB', 'GB,too much', expect.stringContaining('more cells than there are headings')],
  ])('says what is wrong with %s as %s', (was, is, problem) => {
    expect(lineOf(good.replace(was, is))).toMatchObject({
      content: null,
      problems: expect.arrayContaining([problem]),
    });
  });

  it('knows the countries that Shopify does', () => {
    const schema = readFileSync('services/local-platform/schema/admin-2026-10.graphql', 'utf8');
    const [, codes = ''] = /enum CountryCode \{([^}]*)\}/.exec(schema) ?? [];
    const known = [...codes.matchAll(/^ +([A-Z]{2})$/gm)].map(([, code]) => code);
    expect([...countryCodes, 'ZZ'].sort()).toEqual(known.sort());
  });

  it('names all that is wrong with a line at once', () => {
    expect(
      lineOf(good.replace(',2,', ',x,').replace('13.50', 'y').replace('London', '')),
    ).toMatchObject({
      problems: [
        expect.stringContaining('quantity'),
        expect.stringContaining('price'),
        'city: Enter a city.',
      ],
    });
  });
});
