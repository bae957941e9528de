import { NavigationMenu } from '@shopify/app-bridge-react';
import { opensTheApp, type Vendor } from '#contract/vendor.ts';

export type MenuVendor = Pick<Vendor, 'status' | 'shopifyManifest'>;

/** The menu that the admin shows below the app's name (specification §2, "App shell and navigation"). */
export function menuItemsFor(vendor: MenuVendor | null) {
  const open = opensTheApp(vendor);
  return [
    ...(vendor?.shopifyManifest.simpleSubscription
      ? [{ label: 'Selling Plans', destination: '/fixed-subscription' }]
      : []),
    ...(open
      ? [
          { label: 'Settings', destination: '/settings' },
          { label: 'Customers', destination: '/users' },
          { label: 'Notifications', destination: '/notifications' },
          { label: 'Integrations', destination: '/integrations' },
        ]
      : []),
    { label: 'Contact Us', destination: '/contact-us' },
  ];
}

export function AppNavigation({ vendor }: { vendor: MenuVendor | null }) {
  return (
    <NavigationMenu
      navigationLinks={menuItemsFor(vendor)}
      matcher={(link, location) => {
        const path = typeof location === 'string' ? new URL(location).pathname : location.pathname;
        return path === link.destination || path.startsWith(`${link.destination}/`);
      }}
    />
  );
}
