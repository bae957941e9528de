import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { analyticsQuerySchema } from './analytics.ts';
import { maximumRangeDays } from './analytics-limits.ts';
import { bulkChangeBodySchema } from './bulk-change.ts';
import { addDays } from './calendar.ts';
import { contrastWithWhite, textColorOn } from './color.ts';
import { fieldErrorsOf } from './errors.ts';
import { graphqlLimits, graphqlRequestSchema } from './graphql.ts';
import { notificationPreviewQuerySchema, sendTestSchema } from './notification-preview.ts';
import {
  changeSyncRunSchema,
  createSyncRunSchema,
  syncedOrdersQuerySchema,
  syncRunIdSchema,
} from './order-sync.ts';
import { uploadPictureSchema } from './picture.ts';
import {
  maximumPictureBytes,
  pictureHeadBytes,
  pictureTypeOf,
  pictureTypeOfFile,
} from './picture-type.ts';
import { openPortalSessionSchema, portalSessionMilliseconds } from './portal.ts';
import { storeOrderListQuerySchema } from './store-order.ts';
import { importSubscribersSchema } from './subscriber-import.ts';
import { importFileTexts, maximumImportBytes } from './subscriber-import-names.ts';
import { widgetDiagnosisQuerySchema } from './theme.ts';
import { defaultButtonColor } from './vendor.ts';

// Bodies and queries beyond those of contract/bodies.test.ts and contract/refusals.test.ts.

const token = `${'a'.repeat(41)}-_`;
const many = (length: number) => Array.from({ length }, (_, index) => `${index + 1}`);
const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'logo.png');
const picture = fileOf(1);
const largest = fileOf(maximumPictureBytes);
const runId = '0b0f9a0e-6f52-4b8e-9a55-3f2f8ac3b1c5';
const longAddress = (length: number) => {
  const domain = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example`;
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
};

it.each<[string, z.ZodType, Array<[given: unknown, taken?: unknown]>]>([
  [
    'of analytics',
    analyticsQuerySchema,
    [
      [{}],
      [
        { from: '2026-01-01', to: '2026-01-01', days: '1' },
        { from: '2026-01-01', to: '2026-01-01', days: 1 },
      ],
      [{ from: '2024-01-01', to: addDays('2024-01-01', maximumRangeDays - 1) }],
      [{ from: '2026-01-02' }],
      [{ to: '2026-01-02', days: maximumRangeDays }],
    ],
  ],
  [
    'of a change of many',
    bulkChangeBodySchema,
    [
      [
        {
          ...{ change: 'replace', variant: { id: '1', name: 'A' } },
          by: { id: '2', name: `${'x'.repeat(254)}\ud83d` },
        },
        {
          ...{ change: 'replace', variant: { id: '1', name: 'A' } },
          by: { id: '2', name: `${'x'.repeat(254)}\ufffd` },
        },
      ],
    ],
  ],
  [
    'of GraphQL',
    graphqlRequestSchema,
    [
      [{ query: ' { shop } ' }, { query: '{ shop }' }],
      [{ query: 'q'.repeat(graphqlLimits.characters) }],
      [{ query: 'q', variables: nested(10), operationName: 'n'.repeat(100) }],
      [{ query: 'q', variables: { a: null, b: [1, 'x'] }, operationName: null }],
      [{ query: 'q', variables: null }],
    ],
  ],
  [
    'of a preview',
    notificationPreviewQuerySchema,
    [[{ notification: 'customerOrderArrived' }], [{ notification: 'reminder' }]],
  ],
  [
    'of a test',
    sendTestSchema,
    [
      [
        { notification: 'customerOrderArrived', to: ' ada@roast.example ' },
        { notification: 'customerOrderArrived', to: 'ada@roast.example' },
      ],
      [{ notification: 'customerOrderArrived', to: longAddress(254) }],
    ],
  ],
  ['of a picture', uploadPictureSchema, [[{ file: picture }], [{ file: largest }]]],
  ['of subscribers', importSubscribersSchema, [[{ file: picture }], [{ file: largest }]]],
  [
    'that opens the portal',
    openPortalSessionSchema,
    [[{ token, userAgent: '' }], [{ token, endedToken: token, userAgent: 'u'.repeat(400) }]],
  ],
  [
    'of orders',
    storeOrderListQuerySchema,
    [
      [{ customerId: '12345678901234567890', kind: 'all', query: 'ada' }],
      [{ customerId: '1', kind: 'subscription' }],
      [{}],
    ],
  ],
  [
    'of a new run',
    createSyncRunSchema,
    [
      [{ orderIds: ['1'] }, { orderIds: ['1'], orders: 'named' }],
      [{ orders: 'unfulfilled' }, { orderIds: [], orders: 'unfulfilled' }],
      [{ orderIds: many(10_000), orders: 'named' }],
    ],
  ],
  [
    'of a run',
    changeSyncRunSchema,
    ['stop', 'go-on', 'retry-failed'].map((change) => [{ change }]),
  ],
  [
    'of orders of a run',
    syncedOrdersQuerySchema,
    [
      [{}, { show: 'all', page: 1, size: 50 }],
      [
        { show: 'failed', page: '10000', size: '1000' },
        { show: 'failed', page: 10_000, size: 1000 },
      ],
      [
        { show: 'all', page: '1', size: '1' },
        { show: 'all', page: 1, size: 1 },
      ],
    ],
  ],
  [
    'of a widget',
    widgetDiagnosisQuerySchema,
    [[{}], [{ productId: 'gid://shopify/Product/12345678901234567890' }]],
  ],
])('a body %s is taken', (_, schema, rows) => {
  for (const [given, taken = given] of rows) expect(schema.parse(given)).toEqual(taken);
});

const noDay = 'Please enter a date such as 2026-01-31';
const noQuery = 'Please enter a query';
const noEmail = 'Please enter your email';
const notification = 'customerOrderArrived';

it.each<[string, z.ZodType, Array<[given: unknown, errors: Record<string, string | RegExp>]>]>([
  [
    'of analytics',
    analyticsQuerySchema,
    [
      [
        { from: 'today', to: '2026-02-30' },
        { from: noDay, to: noDay },
      ],
      [{ from: '2026-01-02', to: '2026-01-01' }, { from: 'The first day can’t be after the last' }],
      [
        { from: '2024-01-01', to: addDays('2024-01-01', maximumRangeDays) },
        { from: 'Please choose a range of two years or less' },
      ],
      [{ days: '0' }, { days: 'Please ask for 1 to 731 days' }],
      [{ days: maximumRangeDays + 1 }, { days: 'Please ask for 1 to 731 days' }],
    ],
  ],
  [
    'of GraphQL',
    graphqlRequestSchema,
    [
      [{}, { query: noQuery }],
      [{ query: ' ' }, { query: noQuery }],
      [{ query: 'q'.repeat(graphqlLimits.characters + 1) }, { query: 'The query is too long' }],
      [{ query: 'q', variables: nested(11) }, { variables: 'The variables are too deep' }],
      [{ query: 'q', operationName: 'n'.repeat(101) }, { operationName: /big/ }],
    ],
  ],
  [
    'of a test',
    sendTestSchema,
    [
      [{ notification }, { to: noEmail }],
      [{ notification, to: ' ' }, { to: noEmail }],
      [{ notification, to: 'ada' }, { to: 'Invalid Email' }],
      [{ notification, to: longAddress(255) }, { to: 'Invalid Email' }],
      [{ notification, to: 'ada@roast.example', more: 1 }, { more: /Unrecognized/ }],
      [
        { notification: '', to: 'ada@roast.example' },
        { notification: 'There is no such notification' },
      ],
    ],
  ],
  [
    'of a picture',
    uploadPictureSchema,
    [
      [{}, { file: 'Please choose an image' }],
      [{ file: [picture, picture] }, { file: 'Only one image can be uploaded' }],
      [{ file: fileOf(0) }, { file: 'The file is empty' }],
      [
        { file: fileOf(maximumPictureBytes + 1) },
        { file: 'The image is 5.1 MB. It can be at most 5 MB.' },
      ],
    ],
  ],
  [
    'of subscribers',
    importSubscribersSchema,
    [
      [{}, { file: importFileTexts.missing }],
      [{ file: [picture, picture] }, { file: importFileTexts.onlyOne }],
      [{ file: fileOf(0) }, { file: importFileTexts.empty }],
      [{ file: fileOf(maximumImportBytes + 1) }, { file: importFileTexts.tooLarge }],
    ],
  ],
  [
    'that opens the portal',
    openPortalSessionSchema,
    [
      ...['', `${token}a`, `.${token.slice(1)}`, ` ${token}`].map(
        (wrong): [unknown, Record<string, RegExp>] => [
          { token: wrong, endedToken: wrong, userAgent: '' },
          { token: /pattern/, endedToken: /pattern/ },
        ],
      ),
      [{ token, userAgent: 'u'.repeat(401) }, { userAgent: /big/ }],
    ],
  ],
  [
    'of orders',
    storeOrderListQuerySchema,
    [
      ...['', 'a1', '1a', '123456789012345678901'].map(
        (customerId): [unknown, Record<string, RegExp>] => [
          { customerId },
          { customerId: /pattern/ },
        ],
      ),
      [{ kind: '' }, { kind: /option/ }],
    ],
  ],
  [
    'of a new run',
    createSyncRunSchema,
    [
      [{}, { orderIds: 'You haven’t chosen any orders.' }],
      [{ orders: 'all' }, { orders: /option/ }],
      [
        { orderIds: many(10_001) },
        { orderIds: 'At most 10,000 orders can be synced at a time. Choose fewer orders.' },
      ],
    ],
  ],
  ['of a run', changeSyncRunSchema, [[{ change: '' }, { change: /option/ }]]],
  [
    'of orders of a run',
    syncedOrdersQuerySchema,
    [
      [
        { show: '', page: 0, size: 0 },
        { show: /option/, page: /small/, size: /small/ },
      ],
      [
        { page: 10_001, size: 1001 },
        { page: /big/, size: /big/ },
      ],
    ],
  ],
  [
    'of a widget',
    widgetDiagnosisQuerySchema,
    [
      '1',
      'gid://shopify/Product/',
      'gid://shopify/Product/1a',
      'agid://shopify/Product/1',
      'gid://shopify/Product/123456789012345678901',
    ].map((productId) => [{ productId }, { productId: 'Invalid id' }]),
  ],
  ['that names no run', syncRunIdSchema, [['a', { '': 'This sync no longer exists' }]]],
])('a body %s is refused where it is wrong', (_, schema, rows) => {
  for (const [given, errors] of rows) {
    const { error } = schema.safeParse(given);
    const said = error === undefined ? {} : fieldErrorsOf(error);
    expect(Object.keys(said).sort()).toEqual(Object.keys(errors).sort());
    for (const [field, text] of Object.entries(errors)) {
      const expected = typeof text === 'string' ? text : expect.stringMatching(text);
      expect(said[field]).toEqual([expected]);
    }
  }
});

it('knows the color of buttons and how long the portal stays open', () => {
  expect([defaultButtonColor, portalSessionMilliseconds]).toEqual(['#0632c2', 28_800_000]);
});

it('takes the id of a run', () => {
  expect(syncRunIdSchema.parse(runId)).toBe(runId);
});

describe('the type of a picture', () => {
  const bytes = (...parts: Array<string | number[]>) =>
    Uint8Array.from(
      parts.flatMap((part) =>
        typeof part === 'string' ? Array.from(part, (sign) => sign.charCodeAt(0)) : part,
      ),
    );
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  it.each([
    ['image/png', bytes(signature, [0, 0, 0, 13], 'IHDR', [1, 2])],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['image/gif', bytes('GIF87a', [1])],
    ['image/gif', bytes('GIF89a', [1])],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    [null, bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    [null, bytes(signature, [0, 0, 0, 13], 'IDAT')],
    [null, bytes(signature, [0, 0, 0, 14], 'IHDR')],
    [null, bytes('GIF88a')],
    [null, bytes('<svg>')],
    [null, bytes([0xff, 0xd8])],
    [null, bytes('')],
  ])('is %s', async (type, head) => {
    expect(pictureTypeOf(head)).toBe(type);
    expect(await pictureTypeOfFile(new Blob([head]))).toBe(type);
  });

  it('is told by no more than the beginning', () => {
    expect([pictureHeadBytes, maximumPictureBytes]).toEqual([32, 5_242_880]);
  });
});

describe('a color', () => {
  it.each([
    ['#ffffff', 1, '#000000'],
    ['#000000', 21, '#ffffff'],
    ['#767676', 4.54, '#ffffff'],
    ['#777777', 4.48, '#000000'],
    ['#ff0000', 4, '#000000'],
    ['#008000', 5.14, '#ffffff'],
    ['#0000ff', 8.59, '#ffffff'],
    ['#0a0b0c', 19.7, '#ffffff'],
  ])('%s stands out from white by %d and takes text of %s', (color, contrast, text) => {
    expect(contrastWithWhite(color)).toBeCloseTo(contrast, 2);
    expect(textColorOn(color)).toBe(text);
  });
});
