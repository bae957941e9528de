import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  availableGroupsSchema,
  deliveryProfileListSchema,
  deliveryProfileSchema,
} from './delivery-profile.ts';
import { errorEnvelopeSchema } from './errors.ts';
import { integrationListSchema } from './integration.ts';
import { magicLinkSchema } from './magic-link.ts';
import { gifsSchema, notificationsAnswerSchema } from './notification-settings.ts';
import { categoryNames, settingNames } from './notifications.ts';
import { orderSyncAnswerSchema } from './order-sync.ts';
import { orderSyncProblems } from './order-sync-texts.ts';
import { emptyPageInfo, type PageInfo, pageInfoSchema } from './pagination.ts';
import { proposedVendorSchema } from './proposed-vendor.ts';
import { rotationCandidatesSchema, rotationSchema } from './rotation.ts';
import { everyDelivery } from './selling-plan.ts';
import {
  discountTypes,
  sellingPlanGroupDetailSchema,
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
  variantsResultSchema,
} from './selling-plan-group.ts';
import { vendorAnswerSchema, vendorStatuses } from './vendor.ts';
import { listedChangesSchema, undoStates, updatedVendorSchema } from './vendor-settings.ts';

const idOf = (type: string) => `gid://shopify/${type}/1`;

const pageInfo: PageInfo = {
  hasNextPage: true,
  hasPreviousPage: true,
  startCursor: 'first',
  endCursor: 'last',
  searchGoesOn: true,
};

const group = {
  id: idOf('SellingPlanGroup'),
  name: 'Coffee',
  position: 2,
  isDynamic: true,
  firstOrderDiscount: 12.5,
  firstOrderDiscountCycles: 3,
  recurringDiscount: 5,
  dynamicSellingPlanName: 'By the scale',
  sellingPlans: [
    {
      id: idOf('SellingPlan'),
      name: 'Every week',
      category: 'SUBSCRIPTION',
      ...everyDelivery('WEEK', 1),
      pricingPolicies: [],
      readOnlyReasons: [],
    },
  ],
  recurringPolicies: discountTypes.map((discountType) => ({
    id: idOf('SellingPlan'),
    interval: 'WEEK',
    intervalCount: 1,
    discountType,
    discountValue: 2.5,
  })),
  productsCount: { count: 20, precision: 'AT_LEAST' },
  productVariantsCount: { count: 0 },
};
const variant = {
  id: idOf('ProductVariant'),
  displayName: 'Coffee, 250 g',
  title: '250 g',
  price: '12.00',
  product: { id: idOf('Product'), title: 'Coffee', imageUrl: null },
};
const detail = {
  ...group,
  version: 'v1',
  currencyCode: 'USD',
  today: '2026-11-22',
  variants: [variant],
  variantsPageInfo: pageInfo,
};

const profileGroup = {
  id: idOf('SellingPlanGroup'),
  name: 'Coffee',
  productVariantsCount: { count: 0 },
};
const profile = { id: idOf('DeliveryProfile'), name: 'Cold', isDefault: true, isReadOnly: true };
const listedProfile = {
  ...profile,
  sellingPlanGroups: [{ id: idOf('SellingPlanGroup'), name: 'Coffee' }],
  sellingPlanGroupsCount: { count: 0, precision: 'AT_LEAST' },
};

const vendor = {
  shop: 'roast.myshopify.com',
  status: 'active',
  settings: {
    isWidgetEnabled: true,
    isNewWidgetEnabled: true,
    isVendorSyncDisabled: true,
    isAccountPageEnabled: true,
    buttonColor: '#0632c2',
    img_url: null,
    apiKeyExists: true,
  },
  shopifyManifest: {
    handleFulfillmentWebhook: true,
    useGifs: true,
    faqPageId: null,
    simpleSubscription: true,
  },
  replyToEmail: null,
  useNoReply: true,
  daysBeforeReminder: 3,
  img_url: null,
  manualThemeUpdateRequired: true,
};
const change = {
  id: 7,
  setting: 'settings.isWidgetEnabled',
  from: null,
  to: true,
  by: 'you',
  changedAt: '2026-11-22T08:00:00Z',
  undo: 'possible',
};

const product = {
  original_id: '42',
  title: 'Coffee',
  status: 'active',
  imageUrl: 'https://images.example/coffee.png',
  stock: 3,
  createdAt: '2026-11-22T08:00:00Z',
  roastLevel: 1,
};
const rotation = {
  payload: { product, products: [{ product }], version: 0, price: 'customer', today: '2026-11-22' },
};
const result = {
  orderId: '42',
  name: '#1001',
  reason: 'No',
  problem: null,
  retryAfterSeconds: 3,
  status: 'failed',
};
const integration = {
  service: 'shipstation',
  accountName: 'Roast',
  areKeysReadable: true,
  connectedAt: '2026-11-22T08:00:00Z',
  lastCheckedAt: '2026-11-22T08:00:00Z',
};
const proposed = {
  name: 'Ada',
  email: 'ada@roast.example',
  notes: '',
  stepsCompleted: 0,
  isOnboardingDismissed: true,
};
const flags = { email: true, text: false, push: true, all: false };
const flagsOfAll = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, flags]));

const groupList = (change: object) => ({
  sellingPlanGroups: [{ ...group, currencyCode: 'USD', ...change }],
  pageInfo,
});
const profileList = (change: object) => ({
  deliveryProfiles: [{ ...listedProfile, ...change }],
  pageInfo,
});
const changes = (values: object) => ({ changes: [{ ...change, ...values }], timeZone: 'UTC' });
const candidates = (values: object) => ({ products: [{ ...product, ...values }], pageInfo });

describe('what an answer holds', () => {
  it.each<[string, z.ZodType, unknown[]]>([
    ['a group', sellingPlanGroupDetailSchema, [detail]],
    [
      'groups',
      sellingPlanGroupListSchema,
      [groupList({}), groupList({ productsCount: { count: 0, precision: 'EXACT' } })],
    ],
    [
      'changed variants',
      variantsResultSchema,
      [{ changed: [variant.id], failed: [{ id: variant.id, reason: 'No' }] }],
    ],
    ['a profile', deliveryProfileSchema, [{ ...profile, sellingPlanGroups: [profileGroup] }]],
    [
      'profiles',
      deliveryProfileListSchema,
      [profileList({}), profileList({ sellingPlanGroupsCount: { count: 3, precision: 'EXACT' } })],
    ],
    [
      'groups for a profile',
      availableGroupsSchema,
      [{ sellingPlanGroups: [profileGroup], pageInfo }],
    ],
    ['a vendor', updatedVendorSchema, vendorStatuses.map((status) => ({ ...vendor, status }))],
    ['no vendor', vendorAnswerSchema, [null]],
    [
      'changes',
      listedChangesSchema,
      [
        ...['you', 'somebody else', 'nobody'].map((by) => changes({ by })),
        ...undoStates.map((undo) => changes({ undo })),
      ],
    ],
    [
      'a rotation',
      rotationSchema,
      [
        rotation,
        {
          payload: {
            ...rotation.payload,
            product: { ...product, title: null, imageUrl: null, stock: null, createdAt: null },
          },
        },
      ],
    ],
    [
      'products for a rotation',
      rotationCandidatesSchema,
      [
        ...['active', 'archived', 'unavailable', 'rotating', 'deleted'].map((status) =>
          candidates({ status }),
        ),
        ...[1, 5, null].map((roastLevel) => candidates({ roastLevel })),
      ],
    ],
    [
      'synced orders',
      orderSyncAnswerSchema,
      [
        [result, { ...result, status: 'success' }],
        orderSyncProblems.map((problem) => ({ ...result, problem })),
      ],
    ],
    ['integrations', integrationListSchema, [{ integrations: [integration], timeZone: 'UTC' }]],
    [
      'a proposed vendor',
      proposedVendorSchema,
      [0, 4].map((stepsCompleted) => ({ ...proposed, stepsCompleted })),
    ],
    ['a magic link', magicLinkSchema, [{ url: 'https://app.example/portal?token=1' }]],
    [
      'notifications',
      notificationsAnswerSchema,
      [
        {
          notifications: {
            settings: flagsOfAll(settingNames),
            categorySettings: flagsOfAll(categoryNames),
          },
        },
        { notifications: { settings: { customerChargeFailed: {} }, categorySettings: {} } },
      ],
    ],
    ['the manifest', gifsSchema, [{ useGifs: false }]],
    [
      'an error',
      errorEnvelopeSchema,
      [
        { message: 'No' },
        { message: 'No', fieldErrors: { name: ['Too long'] }, details: { url: '/grant' } },
        { message: 'No', details: {} },
      ],
    ],
    ['an empty page', pageInfoSchema, [emptyPageInfo]],
  ])('%s travels whole', (_, schema, samples) => {
    for (const sample of samples) expect(schema.parse(sample)).toEqual(sample);
  });

  it.each<[string, z.ZodType, unknown[]]>([
    [
      'a group',
      sellingPlanGroupSchema,
      [{ productVariantsCount: { count: -1 } }, { productsCount: { count: 1, precision: '' } }].map(
        (wrong) => ({ ...detail, ...wrong }),
      ),
    ],
    [
      'a profile',
      deliveryProfileSchema,
      [
        {
          ...profile,
          sellingPlanGroups: [{ ...profileGroup, productVariantsCount: { count: -1 } }],
        },
      ],
    ],
    [
      'profiles',
      deliveryProfileListSchema,
      [profileList({ sellingPlanGroupsCount: { count: -1, precision: 'EXACT' } })],
    ],
    [
      'products for a rotation',
      rotationCandidatesSchema,
      [candidates({ roastLevel: 0 }), candidates({ roastLevel: 6 }), candidates({ status: '' })],
    ],
    [
      'synced orders',
      orderSyncAnswerSchema,
      [[{ ...result, problem: '' }], [{ ...result, status: null }]],
    ],
    ['a vendor', updatedVendorSchema, [{ ...vendor, status: '' }]],
    [
      'a proposed vendor',
      proposedVendorSchema,
      [-1, 5].map((stepsCompleted) => ({ ...proposed, stepsCompleted })),
    ],
  ])('%s is refused with what cannot be', (_, schema, samples) => {
    for (const sample of samples) expect(schema.safeParse(sample).success).toBe(false);
  });

  it('nothing comes before or after an empty page', () => {
    expect(emptyPageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });

  it('a list has groups without the version that an edit starts from', () => {
    expect(sellingPlanGroupListSchema.parse(groupList({ version: 'v1' }))).toEqual(groupList({}));
  });

  it('a profile can be changed and onboarding is shown where nothing else is said', () => {
    const { isReadOnly: _, ...older } = profile;
    expect(deliveryProfileSchema.parse({ ...older, sellingPlanGroups: [] }).isReadOnly).toBe(false);
    const { isOnboardingDismissed: __, ...open } = proposed;
    expect(proposedVendorSchema.parse(open).isOnboardingDismissed).toBe(false);
  });

  it.each(['', 'maybe', 'SUCCESS'])('a sync that ended as %j has failed', (status) => {
    expect(orderSyncAnswerSchema.parse([{ ...result, status }])).toEqual([
      { ...result, status: 'failed', reason: 'Received invalid response from server' },
    ]);
  });
});
