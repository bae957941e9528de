import { portalPath } from '#contract/portal-paths.ts';

/** The pages of the vendor portal that its navigation leads to. */
export const portalMenuItems = [
  page('Overview', ''),
  page('Customers', '/users', 'Who subscribes to your products, and what they’ve ordered.'),
  page('Orders', '/orders', 'Your subscription orders, and whether they’re paid and shipped.'),
  page('Analytics', '/analytics', 'Charts of your subscriptions, revenue, orders and retention.'),
  page('Labels', '/labels', 'Shipping labels for your subscription orders.'),
  page('Payouts', '/payouts', 'Where to find your payouts.'),
];

function page(label: string, path: string, about?: string) {
  return { label, url: `${portalPath}${path}`, about };
}

/** Whether a page of the navigation, or one below it, is at the path. */
export function isAt(url: string, pathname: string): boolean {
  if (url === portalPath) return pathname === portalPath;
  return pathname === url || pathname.startsWith(`${url}/`);
}
