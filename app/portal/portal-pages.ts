import { portalPath } from '#contract/portal.ts';

/** The pages of the vendor portal that its navigation leads to. */
export const portalPages = [
  { label: 'Overview', url: portalPath, about: undefined },
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
