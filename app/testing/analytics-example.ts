import type { Analytics } from '#contract/analytics.ts';

const followed = (...retained: number[]) => [
  ...retained,
  ...Array.from({ length: 13 - retained.length }, () => null),
];

/** Analytics of three weeks, for tests. */
export const analyticsExample: Analytics = {
  orderImport: {
    asOf: '2026-11-21T18:20:00Z',
    isImporting: false,
    hasFailed: false,
    hasAllOrders: true,
    orders: 1500,
    timeZone: 'America/Los_Angeles',
    unknownTimeZone: null,
    grantUrl: 'https://admin.localhost/grant',
    subscriptions: 'known',
  },
  from: '2026-11-03',
  to: '2026-11-21',
  today: '2026-11-21',
  currencyCode: 'USD',
  hasOtherCurrencies: false,
  totals: { newSubscriptions: 21, revenue: 1_332_560 },
  activeSubscriptions: [
    { week: '2026-11-02', active: 90, started: 6, ended: 2 },
    { week: '2026-11-09', active: 95, started: 7, ended: 2 },
    { week: '2026-11-16', active: 101, started: 8, ended: 2 },
  ],
  revenueByPlan: [
    { planId: '1', planName: 'Every week', orders: 1204, subscribers: 80, revenue: 1_234_560 },
    { planId: '2', planName: 'Every month', orders: 80, subscribers: 21, revenue: 98_000 },
  ],
  ordersByWeek: [
    { week: '2026-11-02', first: 6, renewal: 40, oneTime: 12 },
    { week: '2026-11-09', first: 7, renewal: 42, oneTime: 9 },
    { week: '2026-11-16', first: 8, renewal: 45, oneTime: 11 },
  ],
  retention: [
    { month: '2026-09-01', subscribers: 8, retained: followed(8, 7, 4) },
    { month: '2026-10-01', subscribers: 4, retained: followed(4, 2) },
    { month: '2026-11-01', subscribers: 5, retained: followed(5) },
  ],
};
