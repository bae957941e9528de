import { expect, it } from 'vitest';
import type { z } from 'zod';
import {
  availableGroupsQuerySchema,
  createDeliveryProfileSchema,
  updateDeliveryProfileSchema,
} from './delivery-profile.ts';
import { connectIntegrationSchema } from './integration.ts';
import { createMagicLinkSchema } from './magic-link.ts';
import { updateNotificationsSchema } from './notification-settings.ts';
import { syncOrdersSchema } from './order-sync.ts';
import { listQuerySchema } from './pagination.ts';
import { createProposedVendorSchema, updateProposedVendorSchema } from './proposed-vendor.ts';
import { rotationCandidatesQuerySchema, updateRotationSchema } from './rotation.ts';
import {
  addVariantsSchema,
  createSellingPlanGroupSchema,
  sellingPlanGroupListQuerySchema,
  sellingPlanGroupSortKeys,
  updateSellingPlanGroupSchema,
  variantsSchema,
} from './selling-plan-group.ts';
import { undoChangeSchema, updateVendorSettingsSchema } from './vendor-settings.ts';

const id = 'gid://shopify/ProductVariant/1';
const many = (length: number) => Array.from({ length }, (_, index) => `${index + 1}`);
const ids = (length: number) => many(length).map((each) => `gid://shopify/ProductVariant/${each}`);

const key = (change: object) => ({ shipstation: { key: 'k', secret: 's', ...change } });
const run = '0b0f9a0e-6f52-4b8e-9a55-3f2f8ac3b1c5';
const longSearch = 's'.repeat(255);
const reply = (local: string) => `${local}@roast.example`;

// Accepted bodies, and what they parse to where that differs.
it.each<[string, z.ZodType, Array<[given: unknown, taken?: unknown]>]>([
  [
    'that makes a group',
    createSellingPlanGroupSchema,
    [
      [
        { name: ' Coffee ', recurringPolicies: [{ interval: 'WEEK', intervalCount: 1 }] },
        {
          name: 'Coffee',
          position: 0,
          isDynamic: false,
          firstOrderDiscount: 0,
          firstOrderDiscountCycles: 1,
          recurringDiscount: 0,
          dynamicSellingPlanName: '',
          recurringPolicies: [{ interval: 'WEEK', intervalCount: 1, discountType: 'NONE' }],
        },
      ],
    ],
  ],
  [
    'that changes a group',
    updateSellingPlanGroupSchema,
    [
      [
        { name: 'Coffee', dynamicSellingPlanName: ' By the scale ', recurringPolicies: [] },
        {
          name: 'Coffee',
          position: 0,
          isDynamic: false,
          firstOrderDiscount: 0,
          firstOrderDiscountCycles: 1,
          recurringDiscount: 0,
          dynamicSellingPlanName: 'By the scale',
          recurringPolicies: [],
          sellingPlansToDelete: [],
        },
      ],
    ],
  ],
  ['that removes variants', variantsSchema, [[{ variants: [id] }], [{ variants: ids(250) }]]],
  ['that adds variants', addVariantsSchema, [[{ variants: [id], sellingPlanGroupId: id }]]],
  ['that makes a profile', createDeliveryProfileSchema, [[{ name: ' Cold ' }, { name: 'Cold' }]]],
  [
    'that changes a profile',
    updateDeliveryProfileSchema,
    [
      [{ id, sellingPlanGroupsToAssociate: [id], sellingPlanGroupsToDissociate: [] }],
      [
        { id, sellingPlanGroupsToDissociate: [id] },
        { id, sellingPlanGroupsToAssociate: [], sellingPlanGroupsToDissociate: [id] },
      ],
    ],
  ],
  [
    'of settings',
    updateVendorSettingsSchema,
    [
      ...['isWidgetEnabled', 'isNewWidgetEnabled', 'isVendorSyncDisabled'].map(
        (setting): [unknown] => [{ [setting]: true }],
      ),
      [{ isAccountPageEnabled: false }],
      [{ useNoReply: true }],
      [{ buttonColor: ' #AbC012 ' }, { buttonColor: '#abc012' }],
      [{ img_url: 'https://images.example/logo.png' }],
      [{ img_url: `http://images.example/${'l'.repeat(2025)}` }],
      [{ img_url: null }],
      [{ replyToEmail: ` ${reply('ada')} ` }, { replyToEmail: reply('ada') }],
      [{ replyToEmail: '' }, { replyToEmail: null }],
      [
        { replyToEmail: ' ', useNoReply: true },
        { replyToEmail: null, useNoReply: true },
      ],
      [{ replyToEmail: null }],
      [{ daysBeforeReminder: 1 }],
      [{ daysBeforeReminder: 38 }],
    ],
  ],
  ['that takes a change back', undoChangeSchema, [[{ id: 7 }]]],
  [
    'of notifications',
    updateNotificationsSchema,
    [[{}], [{ settings: {} }], [{ categorySettings: { order_tracking: { push: true } } }]],
  ],
  [
    'that signs up',
    createProposedVendorSchema,
    [
      [
        { name: ' Ada ', email: ' ada ' },
        { name: 'Ada', email: 'ada', notes: '' },
      ],
      [
        { name: 'Ada', email: 'ada', notes: ' Soon ' },
        { name: 'Ada', email: 'ada', notes: 'Soon' },
      ],
    ],
  ],
  ['of onboarding', updateProposedVendorSchema, [[{ isOnboardingDismissed: true }]]],
  [
    'with keys',
    connectIntegrationSchema,
    [
      [key({})],
      [key({ key: '\u200b k \t1\n' }), key({ key: 'k1' })],
      [key({ secret: ` ${'s'.repeat(255)}` }), key({ secret: 's'.repeat(255) })],
    ],
  ],
  [
    'of a rotation',
    updateRotationSchema,
    [
      [{ products: [] }],
      [{ products: ['3', '1', '12345678901234567890'], version: 0 }],
      [{ products: many(250) }],
    ],
  ],
  [
    'of orders',
    syncOrdersSchema,
    [[{ orderIds: ['1'], run }], [{ orderIds: many(20) }], [{ orderIds: ['1', '1'] }]],
  ],
  [
    'of a magic link',
    createMagicLinkSchema,
    [[{ path: '/users' }], [{ path: `/${'a'.repeat(199)}` }]],
  ],
  [
    'of a list',
    listQuerySchema,
    [
      [{}],
      [
        { first: '1', after: 'a', before: 'b' },
        { first: 1, after: 'a', before: 'b' },
      ],
      [
        { first: '250', reverse: 'true' },
        { first: 250, reverse: true },
      ],
      [{ reverse: 'false' }, { reverse: false }],
      [{ query: ` ${longSearch} ` }, { query: longSearch }],
    ],
  ],
  [
    'of groups',
    sellingPlanGroupListQuerySchema,
    sellingPlanGroupSortKeys.map((sortKey) => [{ sortKey, query: 'coffee' }]),
  ],
  [
    'of groups for a profile',
    availableGroupsQuerySchema,
    [
      [
        { first: '3', after: 'a', before: 'b', query: 'c' },
        { first: 3, after: 'a', query: 'c' },
      ],
    ],
  ],
  [
    'of products for a rotation',
    rotationCandidatesQuerySchema,
    [
      [{}],
      [
        { after: 'a', query: ` ${longSearch} ` },
        { after: 'a', query: longSearch },
      ],
    ],
  ],
])('a body %s is taken', (_, schema, rows) => {
  for (const [given, taken = given] of rows) expect(schema.parse(given)).toEqual(taken);
});
