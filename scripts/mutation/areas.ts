/** The code to mutate, and the tests that must notice, quick ones first. Both are paths from the repository's root. */
type Area = { mutate: readonly string[]; tests: readonly string[] };

const api = 'services/subscription-api';

export const areas: Readonly<Record<string, Area>> = {
  money: {
    mutate: ['contract/money.ts', 'contract/order-prices.ts', 'contract/pricing-policies.ts'],
    tests: [
      'contract/money.test.ts',
      'contract/order-prices.test.ts',
      'contract/pricing-policies.test.ts',
    ],
  },
  intervals: {
    mutate: [
      'contract/calendar.ts',
      'contract/format.ts',
      'contract/selling-plan.ts',
      'contract/plan-words.ts',
    ],
    tests: [
      'contract/calendar.test.ts',
      'contract/format.test.ts',
      'contract/selling-plan.test.ts',
      'contract/plan-words.test.ts',
    ],
  },
  'what travels': {
    mutate: [
      'contract/magic-link.ts',
      'contract/notifications.ts',
      'contract/notification-settings.ts',
      'contract/selling-plan-group.ts',
      'contract/delivery-profile.ts',
      'contract/vendor-settings.ts',
      'contract/proposed-vendor.ts',
      'contract/integration.ts',
      'contract/rotation.ts',
      'contract/order-sync.ts',
      'contract/shop.ts',
      'contract/global-id.ts',
      'contract/original-id.ts',
      'contract/pagination.ts',
      'contract/errors.ts',
    ],
    tests: [
      'contract/{answers,bodies,refusals,errors,global-id,magic-link,notifications,selling-plan-group,shop}.test.ts',
    ],
  },
  'what travels besides': {
    mutate: [
      'contract/{analytics,color,coverage,faq-page,graphql,notification-preview,picture,picture-type,portal}.ts',
      'contract/{product,requested-scope,setting-change,store-order,theme,vendor}.ts',
    ],
    tests: ['contract/{answers,further-answers,further-bodies}.test.ts'],
  },
  authentication: {
    mutate: [`${api}/http/authentication.ts`],
    tests: [`${api}/http/authentication.test.ts`],
  },
  'mapping to the platform': {
    mutate: [
      `${api}/selling/selling-plan-group/writing.ts`,
      `${api}/selling/selling-plan-group/reading.ts`,
      `${api}/selling/selling-plan-group/plan-names.ts`,
      `${api}/selling/selling-plan-group/plan-positions.ts`,
      `${api}/selling/selling-plan-group/user-errors.ts`,
    ],
    tests: [
      `${api}/selling/selling-plan-group/writing.test.ts`,
      `${api}/selling/selling-plan-group/reading.test.ts`,
      `${api}/selling/selling-plan-group/changed-plans.test.ts`,
      `${api}/selling/selling-plan-group/matched-plans.test.ts`,
      `${api}/selling/selling-plan-group/plan-names.test.ts`,
      `${api}/selling/selling-plan-group/plan-positions.test.ts`,
      `${api}/selling/selling-plan-group/user-errors.test.ts`,
    ],
  },
  'magic links': {
    mutate: [
      `${api}/merchant/magic-link/*.ts`,
      `!${api}/merchant/magic-link/*.test.ts`,
      `${api}/merchant/magic-link/token.ts`,
    ],
    tests: [`${api}/merchant/magic-link/*.test.ts`],
  },
  'orders for ShipStation': {
    mutate: [
      `${api}/fulfilling/order-sync/mapping.ts`,
      `${api}/fulfilling/order-sync/chosen-ids.ts`,
    ],
    tests: [
      `${api}/fulfilling/order-sync/mapping.test.ts`,
      `${api}/fulfilling/order-sync/chosen-ids.test.ts`,
    ],
  },
  'sending orders': {
    mutate: [`${api}/fulfilling/order-sync/sync.ts`, `${api}/fulfilling/order-sync/unfulfilled.ts`],
    tests: [
      `${api}/fulfilling/order-sync/sync.test.ts`,
      `${api}/fulfilling/order-sync/unfulfilled.test.ts`,
    ],
  },
  'keeping runs of the order sync': {
    mutate: [`${api}/fulfilling/order-sync/run-store.ts`],
    tests: [`${api}/fulfilling/order-sync/run-store.test.ts`],
  },
  'endpoints of the order sync': {
    mutate: [
      `${api}/fulfilling/order-sync/handlers.ts`,
      `${api}/fulfilling/order-sync/sync-batch.ts`,
    ],
    tests: [`${api}/fulfilling/order-sync/sync-runs.test.ts`],
  },
  'products of a rotation': {
    mutate: [
      `${api}/fulfilling/rotation/products.ts`,
      `${api}/fulfilling/rotation/candidates-query.ts`,
    ],
    tests: [
      `${api}/fulfilling/rotation/products.test.ts`,
      `${api}/fulfilling/rotation/candidates-query.test.ts`,
    ],
  },
  'saving a rotation': {
    mutate: [
      `${api}/fulfilling/rotation/validate-products.ts`,
      `${api}/fulfilling/rotation/store.ts`,
    ],
    tests: [
      `${api}/fulfilling/rotation/validate-products.test.ts`,
      `${api}/fulfilling/rotation/store.test.ts`,
    ],
  },
  'endpoints of rotations': {
    mutate: [`${api}/fulfilling/rotation/handlers.ts`],
    tests: [`${api}/fulfilling/rotation/rotations.test.ts`],
  },
};
