import { expect, it } from 'vitest';
import type { vendorStatuses } from '#contract/vendor.ts';
import { menuItemsFor } from './menu-items.ts';

// Specification §2, "App shell and navigation".

const ofTheApp = [
  // These two are beyond it.
  'Recurring Orders',
  'Roast Plan',
  'Settings',
  'Customers',
  'Notifications',
  'Integrations',
];

function menuOf(status: (typeof vendorStatuses)[number], simpleSubscription: boolean) {
  const shopifyManifest = {
    ...{ handleFulfillmentWebhook: false, useGifs: false, faqPageId: null },
    simpleSubscription,
  };
  return menuItemsFor({ status, shopifyManifest }).map(({ label }) => label);
}

it.each([
  ['onboarding', ofTheApp],
  ['active', ofTheApp],
  ['suspended', []],
] as const)('the menu of a vendor that is %s', (status, open) => {
  expect(menuOf(status, true)).toEqual(['Selling Plans', ...open, 'Contact Us']);
  expect(menuOf(status, false)).toEqual([...open, 'Contact Us']);
});

it('the menu of a shop without a vendor', () => {
  expect(menuItemsFor(null).map(({ label }) => label)).toEqual(['Contact Us']);
});
