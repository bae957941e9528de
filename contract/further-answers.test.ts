import { expect, it } from 'vitest';
import type { z } from 'zod';
import { analyticsSchema, summarySchema } from './analytics.ts';
import { coverageSchema } from './coverage.ts';
import { faqPageSchema, storedFaqPageSchema } from './faq-page.ts';
import { graphqlAnswerSchema } from './graphql.ts';
import { notificationPreviewSchema, sentTestSchema } from './notification-preview.ts';
import { syncedOrdersSchema, syncRunSchema } from './order-sync.ts';
import { pictureSchema } from './picture.ts';
import { openedPortalSessionSchema, portalSchema, portalSessionListSchema } from './portal.ts';
import { previewProductListSchema, productListSchema } from './product.ts';
import { requestedScopeSchema } from './requested-scope.ts';
import { settingValueSchema } from './setting-change.ts';
import {
  storeOrderListSchema,
  subscriberAnswerSchema,
  subscriberListSchema,
} from './store-order.ts';
import { installWidgetAnswerSchema, widgetDiagnosisSchema } from './theme.ts';

// Answers beyond those of contract/answers.test.ts.

const time = '2026-11-22T08:00:00Z';
const day = '2026-11-22';
const pageInfo = { hasNextPage: true, hasPreviousPage: true, startCursor: 'a', endCursor: 'b' };
const orderImport = {
  asOf: time,
  isImporting: true,
  hasFailed: true,
  hasAllOrders: true,
  orders: 7,
  timeZone: 'UTC',
  unknownTimeZone: 'Mars/Olympus',
  grantUrl: '/grant',
  subscriptions: 'known',
};
const order = {
  id: '42',
  name: '#1001',
  processedAt: time,
  cancelledAt: time,
  financialStatus: 'PAID',
  fulfillmentStatus: 'FULFILLED',
  total: 1200,
  currencyCode: 'USD',
  customer: { id: '7', displayName: 'Ada', email: 'ada@roast.example' },
  planNames: ['Every week'],
};
const subscriber = {
  id: '7',
  displayName: 'Ada',
  email: 'ada@roast.example',
  activeSubscriptions: 1,
  subscriptionOrders: 2,
  firstOrderAt: time,
  lastOrderAt: time,
  revenue: 2400,
  hasOtherCurrencies: true,
  currencyCode: 'USD',
  planNames: ['Every week'],
};
const analytics = {
  orderImport,
  from: day,
  to: day,
  today: day,
  currencyCode: 'USD',
  hasOtherCurrencies: true,
  totals: { newSubscriptions: 2, revenue: 3 },
  activeSubscriptions: [{ week: day, active: 1, started: 2, ended: 3 }],
  revenueByPlan: [{ planId: '1', planName: 'Weekly', orders: 1, subscribers: 2, revenue: 3 }],
  ordersByWeek: [{ week: day, first: 1, renewal: 2, oneTime: 3 }],
  retention: [{ month: '2026-11-01', subscribers: 3, retained: [3, null] }],
};
const preview = {
  order: '#1001',
  reading: 'done',
  email: { from: 'a@roast.example', replyTo: 'b@roast.example', subject: 'On its way', html: '' },
  text: { body: 'On its way' },
  push: { title: 'Coffee', body: 'On its way' },
  providers: { email: true, text: false, push: false },
  address: 'ada@roast.example',
};
const portalSession = {
  id: '0b0f9a0e-6f52-4b8e-9a55-3f2f8ac3b1c5',
  userAgent: 'A browser',
  createdAt: time,
  expiresAt: time,
  isCurrent: true,
};
const product = {
  id: 'gid://shopify/Product/1',
  title: 'Coffee',
  variantTitle: '250 g',
  price: '12.00',
  currencyCode: 'USD',
  imageUrl: 'https://images.example/coffee.png',
};
const run = {
  id: 'a',
  total: 4,
  sent: 1,
  already: 1,
  failed: 1,
  retriable: 1,
  next: ['3'],
  isStopped: true,
  duplicates: 1,
  invalid: { count: 1, first: ['x'] },
};
const synced = { orderId: '42', name: '#1001', status: 'success', reason: '', problem: 'refused' };
const named = { id: 'gid://shopify/Product/1', name: 'Coffee' };
const path = '/themes/current/editor';
const widget = {
  theme: { id: 'gid://shopify/OnlineStoreTheme/1', name: 'Dawn' },
  isWidgetOn: true,
  takesBlocks: true,
  editorPaths: { block: path, embed: path },
};
const diagnosis = {
  ...widget,
  findings: [
    ...['not-added', 'embed-only'].map((kind) => ({ kind, path })),
    { kind: 'wrong-template', templates: ['product.gift'], path },
    ...['group-without-plans', 'group-without-products', 'group-not-marked'].map((kind) => ({
      kind,
      group: named,
    })),
    ...['no-group', 'product-missing'].map((kind) => ({ kind })),
    { kind: 'product-not-on-sale', product: named, path },
    { kind: 'product-template', product: named, template: 'product.gift', path },
    { kind: 'product-in-no-group', product: named },
    { kind: 'another-apps-plans', product: named, groups: ['Theirs'] },
  ],
  storefrontUrl: 'https://roast.example/products/coffee',
};
it.each<[string, z.ZodType, unknown[]]>([
  ['analytics', analyticsSchema, [analytics, { ...analytics, currencyCode: null }]],
  [
    'the summary',
    summarySchema,
    [
      {
        orderImport: { ...orderImport, asOf: null, unknownTimeZone: null },
        currencyCode: 'USD',
        from: day,
        to: day,
        hasOtherCurrencies: true,
        current: analytics.totals,
        previous: analytics.totals,
      },
    ],
  ],
  [
    'coverage',
    coverageSchema,
    [
      {
        plansCount: { count: 3, precision: 'AT_LEAST' },
        productsCount: { count: 0, precision: 'EXACT' },
      },
    ],
  ],
  ['the FAQ page', faqPageSchema, [{ faqPageId: 'gid://shopify/Page/1' }]],
  ['a stored FAQ page', storedFaqPageSchema, [{ faqPageId: null }]],
  ['GraphQL', graphqlAnswerSchema, [{ data: { shop: { name: 'Roast' } } }]],
  [
    'a preview',
    notificationPreviewSchema,
    [...['done', 'underWay', 'failed'].map((reading) => ({ ...preview, reading }))],
  ],
  ['a sent test', sentTestSchema, [{ sentTo: 'ada@roast.example' }]],
  ['a picture', pictureSchema, [{ photo: 'https://images.example/logo.png' }]],
  [
    'an opened portal',
    openedPortalSessionSchema,
    [{ sessionToken: 'a'.repeat(43), path: '/users', expiresAt: time }],
  ],
  [
    'portal sessions',
    portalSessionListSchema,
    [{ sessions: [portalSession], timeZone: 'Europe/Berlin' }],
  ],
  [
    'the portal',
    portalSchema,
    [{ shop: 'roast.myshopify.com', shopName: 'Roast', subscribersUrl: 'https://roast.example/' }],
  ],
  ['products', productListSchema, [{ products: [{ original_id: '42' }] }]],
  ['products to preview', previewProductListSchema, [{ products: [product], today: day }]],
  ['scopes', requestedScopeSchema, [{ scope: 'read_orders', url: 'https://roast.example/' }]],
  ['a setting', settingValueSchema, ['a', 1, true, null]],
  [
    'orders',
    storeOrderListSchema,
    [{ orderImport, orders: [order, { ...order, customer: null }], pageInfo }],
  ],
  ['subscribers', subscriberListSchema, [{ orderImport, customers: [subscriber], pageInfo }]],
  ['a subscriber', subscriberAnswerSchema, [{ orderImport, customer: subscriber }]],
  ['a run', syncRunSchema, [run]],
  [
    'orders of a run',
    syncedOrdersSchema,
    [
      {
        orders: ['success', 'failed', null].map((status) => ({ ...synced, status })),
        total: 3,
      },
    ],
  ],
  [
    'an installed widget',
    installWidgetAnswerSchema,
    [{ ...widget, manualThemeUpdateRequired: true, editorPath: path }],
  ],
  ['what is wrong with a widget', widgetDiagnosisSchema, [diagnosis]],
])('%s travels whole', (_, schema, samples) => {
  for (const sample of samples) expect(schema.parse(sample)).toEqual(sample);
});

it.each<[string, z.ZodType, unknown]>([
  ['analytics of no day', analyticsSchema, { ...analytics, from: '22.11.2026' }],
  ['a preview of no state', notificationPreviewSchema, { ...preview, reading: '' }],
  ['a portal session of no token', openedPortalSessionSchema, { sessionToken: 'a' }],
  ['a picture of no address', pictureSchema, { photo: 'logo.png' }],
  [
    'an order of no day',
    storeOrderListSchema,
    { orderImport, orders: [{ ...order, processedAt: day }], pageInfo },
  ],
  [
    'a theme elsewhere',
    widgetDiagnosisSchema,
    { ...diagnosis, editorPaths: { block: 'https://a.example/', embed: path } },
  ],
  ['a finding of no kind', widgetDiagnosisSchema, { ...diagnosis, findings: [{ kind: '' }] }],
])('%s is refused', (_, schema, sample) => {
  expect(schema.safeParse(sample).success).toBe(false);
});

it('an order of a run that ended in no way that is known has failed', () => {
  const answer = { orders: [{ ...synced, status: 'maybe' }], total: 1 };
  expect(syncedOrdersSchema.parse(answer).orders).toEqual([{ ...synced, status: 'failed' }]);
});
