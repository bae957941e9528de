import { expect, it } from 'vitest';
import type { z } from 'zod';
import { createDeliveryProfileSchema, updateDeliveryProfileSchema } from './delivery-profile.ts';
import { fieldErrorsOf } from './errors.ts';
import { connectIntegrationSchema, integrationServiceSchema } from './integration.ts';
import { createMagicLinkSchema } from './magic-link.ts';
import {
  gifsSchema,
  noticeNameSchema,
  updateNotificationsSchema,
} from './notification-settings.ts';
import { syncOrdersSchema } from './order-sync.ts';
import { listQuerySchema } from './pagination.ts';
import { createProposedVendorSchema } from './proposed-vendor.ts';
import { rotationCandidatesQuerySchema, updateRotationSchema } from './rotation.ts';
import { createViewSchema, viewTexts } from './saved-view.ts';
import { createScaleSchema, scaleTexts } from './scale.ts';
import { sellingPlanGroupListQuerySchema, variantsSchema } from './selling-plan-group.ts';
import { daysBeforeReminderSchema, updateVendorSettingsSchema } from './vendor-settings.ts';

const id = 'gid://shopify/ProductVariant/1';
const many = (length: number) => Array.from({ length }, (_, index) => `${index + 1}`);
const ids = (length: number) => many(length).map((each) => `gid://shopify/ProductVariant/${each}`);

const key = (change: object) => ({ shipstation: { key: 'k', secret: 's', ...change } });
const _run = '0b0f9a0e-6f52-4b8e-9a55-3f2f8ac3b1c5';
const longSearch = 's'.repeat(255);
const reply = (local: string) => `${local}@roast.example`;

const noVariants = 'Please select at least one variant';
const noGroups = 'Please select at least one selling plan group';
const noProfile = 'Please enter a name for delivery profile';
const tooLong = 'This can have at most 255 characters';
const notAPage = 'This is not a page of the vendor portal';
const wrongNumber = 'Between 1 and 20 orders can be synced at once';
const longQuery = 'A search can have at most 255 characters';
const color = 'Must be a color such as #0632c2';
const image = 'Must be the address of an image';
const flag = 'Must be true or false';
const oneAtATime = 'Exactly one setting at a time';

it.each<[string, z.ZodType, Array<[given: unknown, errors: Record<string, string>]>]>([
  [
    'that removes variants',
    variantsSchema,
    [
      [{ variants: [] }, { variants: noVariants }],
      [{ variants: ids(251) }, { variants: 'At most 250 variants at once' }],
      [{ variants: ['1'] }, { 'variants[0]': 'Invalid id' }],
    ],
  ],
  [
    'that makes a profile',
    createDeliveryProfileSchema,
    [
      [{}, { name: noProfile }],
      [{ name: ' ' }, { name: noProfile }],
      [{ name: '\u2060\ufe0f' }, { name: noProfile }],
    ],
  ],
  ['that changes a profile', updateDeliveryProfileSchema, [[{ id }, { '': noGroups }]]],
  [
    'of settings',
    updateVendorSettingsSchema,
    [
      [{}, { '': oneAtATime }],
      [{ unheardOf: 1 }, { unheardOf: 'Unrecognized key: "unheardOf"', '': oneAtATime }],
      [
        { isWidgetEnabled: true, useNoReply: true },
        { isWidgetEnabled: oneAtATime, useNoReply: oneAtATime },
      ],
      [
        { isWidgetEnabled: true, useNoReply: true, replyToEmail: '' },
        { isWidgetEnabled: oneAtATime, useNoReply: oneAtATime, replyToEmail: oneAtATime },
      ],
      [{ isWidgetEnabled: 'yes' }, { isWidgetEnabled: flag }],
      ...['#abcde', '#abcdef0', 'x#abcdef', '#abcdeg', '0632c2', 7].map(
        (buttonColor): [unknown, Record<string, string>] => [
          { buttonColor },
          { buttonColor: color },
        ],
      ),
      ...['ftp://images.example/a', 'xhttp://images.example/', 'https2://a.example', '', 7].map(
        (img_url): [unknown, Record<string, string>] => [{ img_url }, { img_url: image }],
      ),
      [{ img_url: `http://images.example/${'l'.repeat(2027)}` }, { img_url: image }],
      ...['ada', 7, reply('a'.repeat(242))].map(
        (replyToEmail): [unknown, Record<string, string>] => [
          { replyToEmail },
          { replyToEmail: 'Invalid Email' },
        ],
      ),
      [{ daysBeforeReminder: null }, { daysBeforeReminder: 'This can not be empty' }],
      [{ daysBeforeReminder: '3' }, { daysBeforeReminder: 'Must be an integer' }],
      [{ daysBeforeReminder: 1.5 }, { daysBeforeReminder: 'Must be an integer' }],
      [{ daysBeforeReminder: 0 }, { daysBeforeReminder: 'Must be greater than 0' }],
      [{ daysBeforeReminder: 39 }, { daysBeforeReminder: 'Must be at most 38' }],
    ],
  ],
  [
    'of notifications',
    updateNotificationsSchema,
    [
      [
        { settings: { customerChargeFailed: { email: 'yes' } } },
        { 'settings.customerChargeFailed.email': flag },
      ],
      [
        { categorySettings: { order_tracking: { letter: true } } },
        { 'categorySettings.order_tracking.letter': 'Unrecognized key: "letter"' },
      ],
    ],
  ],
  [
    'of the manifest',
    gifsSchema,
    [
      [{}, { useGifs: flag }],
      [{ useGifs: true, more: 1 }, { more: 'Unrecognized key: "more"' }],
    ],
  ],
  [
    'that signs up',
    createProposedVendorSchema,
    [
      [{}, { name: 'Please enter your full name', email: 'Please enter your email' }],
      [
        { name: ' \u200b', email: ' ' },
        { name: 'Please enter your full name', email: 'Please enter your email' },
      ],
    ],
  ],
  ...[
    { noun: 'of a view', schema: createViewSchema, text: viewTexts.name },
    { noun: 'of a scale', schema: createScaleSchema, text: scaleTexts.name },
  ].map(({ noun, schema, text }): [string, z.ZodType, Array<[unknown, { name: string }]>] => [
    noun,
    schema,
    ['', ' \n', '\u200b \u00a0', '\u00ad', '\u2060\ufe0f', '\u3164', '\u0085'].map((name) => [
      { name },
      { name: text },
    ]),
  ]),
  [
    'with keys',
    connectIntegrationSchema,
    [
      [
        { shipstation: {} },
        { 'shipstation.key': 'Please enter Key', 'shipstation.secret': 'Please enter Secret' },
      ],
      [key({ key: ' \u200b\n' }), { 'shipstation.key': 'Please enter Key' }],
      [key({ secret: 's'.repeat(256) }), { 'shipstation.secret': tooLong }],
    ],
  ],
  [
    'of a rotation',
    updateRotationSchema,
    [
      ...['a', '', '1a', 'a1', '123456789012345678901', '-1'].map(
        (product): [unknown, Record<string, string>] => [
          { products: [product] },
          { 'products[0]': 'Not the id of a product' },
        ],
      ),
      [
        { products: ['1', '2', '1', '1'] },
        {
          'products[2]': 'Product 1 is in the rotation twice',
          'products[3]': 'Product 1 is in the rotation twice',
        },
      ],
      [{ products: many(251) }, { products: 'A rotation can have at most 250 products' }],
      [{ products: [], version: -1 }, { version: 'Too small: expected number to be >=0' }],
    ],
  ],
  [
    'of orders',
    syncOrdersSchema,
    [
      [{}, { orderIds: wrongNumber }],
      [{ orderIds: [] }, { orderIds: wrongNumber }],
      [{ orderIds: many(21) }, { orderIds: wrongNumber }],
      [
        { orderIds: ['a'], run: 'a' },
        { 'orderIds[0]': 'Not the id of an order', run: 'Invalid UUID' },
      ],
      ...['', '1a', 'a1', '123456789012345678901'].map(
        (order): [unknown, Record<string, string>] => [
          { orderIds: [order] },
          { 'orderIds[0]': 'Not the id of an order' },
        ],
      ),
    ],
  ],
  [
    'of a magic link',
    createMagicLinkSchema,
    [
      [{}, { path: notAPage }],
      [{ path: `/${'a'.repeat(200)}` }, { path: notAPage }],
    ],
  ],
  [
    'of a list',
    listQuerySchema,
    [
      [{ first: '0' }, { first: 'Too small: expected number to be >=1' }],
      [{ first: '251' }, { first: 'Too big: expected number to be <=250' }],
      [
        { after: '', before: '' },
        {
          after: 'Too small: expected string to have >=1 characters',
          before: 'Too small: expected string to have >=1 characters',
        },
      ],
      [{ query: `${longSearch}s` }, { query: longQuery }],
      [{ reverse: 'yes' }, { reverse: 'Invalid option: expected one of "true"|"false"' }],
    ],
  ],
  [
    'of groups',
    sellingPlanGroupListQuerySchema,
    [[{ sortKey: 'PRICE' }, { sortKey: 'Unknown sort order' }]],
  ],
  [
    'of products for a rotation',
    rotationCandidatesQuerySchema,
    [
      [{ after: '' }, { after: 'Too small: expected string to have >=1 characters' }],
      [{ query: `${longSearch}s` }, { query: longQuery }],
    ],
  ],
  [
    'without days',
    daysBeforeReminderSchema,
    [
      [undefined, { '': 'This can not be empty' }],
      [null, { '': 'This can not be empty' }],
    ],
  ],
  [
    'that names a service',
    integrationServiceSchema,
    [['fedex', { '': 'There is no such integration' }]],
  ],
  [
    'that names a notification',
    noticeNameSchema,
    [['letters', { '': 'There is no such notification' }]],
  ],
])('a body %s is refused where it is wrong', (_, schema, rows) => {
  for (const [given, errors] of rows) {
    const { error } = schema.safeParse(given);
    const said = error === undefined ? {} : fieldErrorsOf(error);
    expect(said).toEqual(
      Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])),
    );
  }
});
