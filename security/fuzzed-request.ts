import fc from 'fast-check';
import { type Endpoint, nothing } from '#contract/endpoint.ts';
import { apiPrefix } from '#contract/endpoints.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { gif, jpeg, png, webp } from '#services/subscription-api/testing/example-pictures.ts';
import { nearly, poison } from './arbitrary.ts';
import { jsonSchemaOf } from './json-schema.ts';

/** A request as it is sent. */
export type FuzzedRequest = {
  address: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Lone surrogates have no encoding; browsers send U+FFFD for them. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** What may stand in an address in place of an id, encoded or in a form that no encoder makes. */
const rawIds = fc.constantFrom(
  ...[
    '%00',
    '%ff',
    '%',
    '%2e%2e%2f',
    '1%0a',
    '1;2',
    '1%2F2',
    '٣',
    '1?id=2',
    '1#x',
    '+1',
    '1e3',
    '~',
    '%F0%9F',
  ],
  '9'.repeat(21),
  'x'.repeat(6000),
);

function addresses({ path, id }: Endpoint, tails: readonly string[]): fc.Arbitrary<string> {
  if (id === nothing) return fc.constant(path);
  const some = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...tails) },
    {
      weight: 2,
      arbitrary: nearly(jsonSchemaOf(id), tails).map((value) => encoded(textOf(value))),
    },
    { weight: 1, arbitrary: rawIds },
  );
  return some.map((part) => path.replace(':id', () => part.slice(0, 8000)));
}

const rawSearches = fc.constantFrom(
  ...[
    '%',
    '%ff=%ff',
    'first=1&first=2',
    'first[]=1',
    '__proto__=1',
    'constructor[prototype][a]=1',
    '&&==',
    'a=%00',
  ],
  `query=${'x'.repeat(8000)}`,
);

function searches({ query }: Endpoint, ids: readonly string[]): fc.Arbitrary<string> {
  if (query === nothing) return fc.oneof({ weight: 9, arbitrary: fc.constant('') }, rawSearches);
  const pairs = nearly(jsonSchemaOf(query), ids).map((value) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, inner]) => `${encoded(name)}=${encoded(textOf(inner).slice(0, 8000))}`)
          .join('&')
      : encoded(textOf(value).slice(0, 8000)),
  );
  return fc.oneof({ weight: 9, arbitrary: pairs }, rawSearches);
}

type Sent = Pick<FuzzedRequest, 'body'> & { contentType: string };

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes);

/** Bodies that are no JSON, or JSON in an encoding that nobody speaks. */
const rawBodies: readonly Sent[] = [
  '',
  '{',
  '{"a":',
  'null',
  '"',
  '[1,]',
  'NaN',
  '\ufeff{}',
  '{"a":1}{"a":2}',
  '['.repeat(50_000),
  '{"a":'.repeat(20_000),
  '{"__proto__":{"polluted":true}}',
  'x'.repeat(257 * 1024),
  '1'.repeat(10_000),
]
  .map((body): Sent => ({ body, contentType: 'application/json' }))
  .concat(
    [
      bytesOf(0xff, 0xfe, 0x7b, 0, 0x7d, 0),
      bytesOf(0xc3, 0x28),
      bytesOf(0),
      bytesOf(0x7b, 0xed, 0xa0, 0x80, 0x7d),
    ].map((body) => ({ body, contentType: 'application/json; charset=utf-16' })),
    [
      'text/plain',
      '',
      'application/json;;;',
      'multipart/form-data',
      'APPLICATION/JSON',
      'application/x-www-form-urlencoded',
    ].map((contentType) => ({ body: '{}', contentType })),
  );

/** A multipart body cut short, or with a boundary that is not there. */
const rawForms: readonly Sent[] = [
  '',
  '--x',
  '--x\r\n\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na',
  '--y--',
].flatMap((body) =>
  ['multipart/form-data; boundary=x', 'multipart/form-data'].map((contentType) => ({
    body,
    contentType,
  })),
);

const file = fc
  .record({
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.constantFrom(png(), png(4000, 4000), png(70_000, 70_000), gif, webp, jpeg),
    ),
    name: poison.map((value) => textOf(value).slice(0, 300)),
    type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', '', 'image/png; x=\u0001'),
  })
  .map(({ bytes, name, type }) => new File([Uint8Array.from(bytes)], name, { type }));

const forms: fc.Arbitrary<FormData> = fc
  .array(
    fc.tuple(fc.constantFrom('file', 'file', 'other', '__proto__'), fc.oneof(file, fc.string())),
    {
      maxLength: 3,
    },
  )
  .map((entries) => {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    return form;
  });

function bodies(endpoint: Endpoint, ids: readonly string[]): fc.Arbitrary<Sent> {
  if (endpoint.body === nothing) {
    const none = { body: undefined, contentType: 'application/json' };
    if (endpoint.method === 'GET') return fc.constant(none);
    return fc.oneof(fc.constant(none), fc.constantFrom(...rawBodies));
  }
  if (endpoint.contentType === 'multipart/form-data') {
    const form = forms.map((body): Sent => ({ body, contentType: '' }));
    return fc.oneof({ weight: 4, arbitrary: form }, fc.constantFrom(...rawForms, ...rawBodies));
  }
  const json = nearly(jsonSchemaOf(endpoint.body), ids).map(
    (value): Sent => ({ body: JSON.stringify(value), contentType: 'application/json' }),
  );
  return fc.oneof({ weight: 9, arbitrary: json }, fc.constantFrom(...rawBodies));
}

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  fc
    .tuple(
      fc.constantFrom(
        idempotencyKeyHeader,
        'X-Request-Id',
        'Accept',
        'Content-Encoding',
        'X-HTTP-Method-Override',
      ),
      fc.constantFrom(
        'a',
        'a b',
        'x'.repeat(300),
        'é',
        '../..',
        'gzip',
        'DELETE',
        '__proto__',
        '"',
      ),
    )
    .map(([name, value]) => ({ [name]: value })),
);

/** Requests to an endpoint: right, nearly right and quite wrong. `ids` are global ids and their tails, some of which lead somewhere. */
export function requestsTo(
  endpoint: Endpoint,
  { ids, pathIds }: { ids: readonly string[]; pathIds: readonly string[] },
): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      path: addresses(endpoint, pathIds),
      search: searches(endpoint, ids),
      sent: bodies(endpoint, ids),
      more: headers,
    })
    .map(({ path, search, sent, more }) => ({
      address: `${apiPrefix}${path}${search === '' ? '' : `?${search}`}`,
      headers: { ...(sent.contentType !== '' && { 'Content-Type': sent.contentType }), ...more },
      body: sent.body,
    }));
}
