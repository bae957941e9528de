import type { Analytics, Cohort } from '#contract/analytics.ts';
import { followedMonths } from '#contract/analytics-limits.ts';
import {
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
} from '#contract/format.ts';
import { majorUnitsOf } from '#contract/money.ts';

/** A cell as it is shown, and as a file has it: null where there is nothing. */
type ReportCell = { shown: string; value: string | number | null };

/** The numbers of a chart: what its table shows and its file holds. The first column names the row. */
export type ReportTable = {
  name: ReportName;
  title: string;
  columns: string[];
  rows: ReportCell[][];
};

export const reportNames = [
  'active-subscriptions',
  'revenue-by-plan',
  'orders-by-week',
  'retention',
] as const;

export type ReportName = (typeof reportNames)[number];

/** How many of some, in percent with one decimal. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

/** Of all the cohorts that are followed for so many months, the share in percent that had a subscription then. */
export function overallRetention(cohorts: readonly Cohort[]): Array<number | null> {
  return Array.from({ length: followedMonths + 1 }, (_, month) => {
    const followed = cohorts.filter(({ retained }) => retained[month] != null);
    if (followed.length === 0) return null;
    const of = (read: (cohort: Cohort) => number) =>
      followed.reduce((sum, cohort) => sum + read(cohort), 0);
    return percentOf(
      of(({ retained }) => retained[month] ?? 0),
      of(({ subscribers }) => subscribers),
    );
  });
}

/** The tables of all charts. */
export function reportTables(analytics: Analytics): Record<ReportName, ReportTable> {
  const text = (value: string): ReportCell => ({ shown: value, value });
  const count = (value: number): ReportCell => ({ shown: formatNumber(value), value });
  const countsOfWeek = (monday: string, ...counts: number[]): ReportCell[] => [
    { shown: formatDay(monday), value: monday },
    ...counts.map(count),
  ];
  const currency = analytics.currencyCode ?? '';
  const money = (minorUnits: number): ReportCell => ({
    shown: formatMoney(minorUnits, currency),
    value: Number(majorUnitsOf(minorUnits, currency)),
  });
  const share = (part: number | null, whole: number): ReportCell => {
    if (part === null) return { shown: '–', value: null };
    const percent = percentOf(part, whole);
    return { shown: formatPercent(percent), value: percent };
  };
  return {
    'active-subscriptions': {
      name: 'active-subscriptions',
      title: 'Active subscriptions',
      columns: ['Week of', 'Active at its end', 'Started', 'Ended'],
      rows: analytics.activeSubscriptions.map((row) =>
        countsOfWeek(row.week, row.active, row.started, row.ended),
      ),
    },
    'revenue-by-plan': {
      name: 'revenue-by-plan',
      title: 'Revenue by plan',
      columns: [
        'Plan',
        'Orders',
        'Subscribers',
        currency === '' ? 'Revenue' : `Revenue (${currency})`,
      ],
      rows: analytics.revenueByPlan.map((row) => [
        text(row.planName),
        count(row.orders),
        count(row.subscribers),
        money(row.revenue),
      ]),
    },
    'orders-by-week': {
      name: 'orders-by-week',
      title: 'Orders by week',
      columns: ['Week of', 'Subscription starts', 'Renewals', 'One-time orders'],
      rows: analytics.ordersByWeek.map((row) =>
        countsOfWeek(row.week, row.first, row.renewal, row.oneTime),
      ),
    },
    retention: {
      name: 'retention',
      title: 'Retention',
      columns: [
        'First order in',
        'Customers',
        ...Array.from(
          { length: followedMonths },
          (_, index) => `After ${formatCount(index + 1, 'month')}`,
        ),
      ],
      rows: analytics.retention.map(({ month, subscribers, retained }) => [
        {
          shown: formatDay(month, 'month'),
          value: month.slice(0, 7),
        },
        count(subscribers),
        ...retained.slice(1).map((part) => share(part, subscribers)),
      ]),
    },
  };
}
