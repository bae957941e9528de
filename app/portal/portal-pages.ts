import { portalPath } from '#contract/portal-paths.ts';

/** The pages of the vendor portal that its navigation leads to. */
export const portalPages = [
  { label: 'Overview', url: portalPath, about: undefined },
  {
    label: 'Customers',
    url: `${portalPath}/users`,
    about: 'Who subscribed to your products, and what each of them ordered.',
  },
  {
    label: 'Orders',
    url: `${portalPath}/orders`,
    about: 'What was ordered by subscription, and whether it was paid and sent.',
  },
  {
    label: 'Analytics',
    url: `${portalPath}/analytics`,
    about: 'Subscriptions, revenue, orders and who stays, in charts.',
  },
  {
    label: 'Labels',
    url: `${portalPath}/labels`,
    about: 'The shipping labels of your subscription orders.',
  },
  {
    label: 'Payouts',
    url: `${portalPath}/payouts`,
    about: 'What was paid out to you.',
  },
] as const;

/** Whether a page of the navigation, or one below it, is at the path. */
export function isAt(url: string, pathname: string): boolean {
  if (url === portalPath) return pathname === portalPath;
  return pathname === url || pathname.startsWith(`${url}/`);
}
