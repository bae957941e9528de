import { opensTheApp } from '#contract/vendor-status.ts';
import type { MenuVendor } from './shell.ts';

/** The menu that the admin shows below the app's name (specification §2, "App shell and navigation"). */
export function menuItemsFor(vendor: MenuVendor) {
  const open = opensTheApp(vendor);
  return [
    ...(vendor?.shopifyManifest.simpleSubscription
      ? [{ label: 'Selling Plans', destination: '/fixed-subscription' }]
      : []),
    ...(open
      ? [
          { label: 'Recurring Orders', destination: '/recurring-orders' },
          { label: 'Roast Plan', destination: '/roast-plan' },
          { label: 'Settings', destination: '/settings' },
          { label: 'Customers', destination: '/users' },
          { label: 'Notifications', destination: '/notifications' },
          { label: 'Integrations', destination: '/integrations' },
        ]
      : []),
    { label: 'Contact Us', destination: '/contact-us' },
  ];
}
