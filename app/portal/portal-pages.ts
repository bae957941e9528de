import { portalPath } from '#contract/portal-paths.ts';

/** The pages of the vendor portal that its navigation leads to. */
export const portalPages = [
  page('Overview', ''),
  page('Customers', '/users', 'Who subscribed to your products, and what each of them ordered.'),
  page('Orders', '/orders', 'What was ordered by subscription, and whether it was paid and sent.'),
  page('Analytics', '/analytics', 'Subscriptions, revenue, orders and who stays, in charts.'),
  page('Labels', '/labels', 'The shipping labels of your subscription orders.'),
  page('Payouts', '/payouts', 'What was paid out to you.'),
];

function page(label: string, path: string, about?: string) {
  return { label, url: `${portalPath}${path}`, about };
}

/** Whether a page of the navigation, or one below it, is at the path. */
export function isAt(url: string, pathname: string): boolean {
  if (url === portalPath) return pathname === portalPath;
  return pathname === url || pathname.startsWith(`${url}/`);
}
