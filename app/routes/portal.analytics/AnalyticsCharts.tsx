import { InlineGrid } from '@shopify/polaris';
import { memo } from 'react';
import type { Analytics } from '#contract/analytics.ts';
import {
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
} from '#contract/format.ts';
import { Bars } from '../../charts/Bars.tsx';
import { Chart } from '../../charts/Chart.tsx';
import { stackStyles } from '../../charts/chart-style.ts';
import { Legend } from '../../charts/Legend.tsx';
import { Line } from '../../charts/Line.tsx';
import { NamedBars } from '../../charts/NamedBars.tsx';
import { ReportCard } from './ReportCard.tsx';
import { overallRetention, type ReportName, reportTables } from './report.ts';

type Props = {
  analytics: Analytics;
  fileUrlOf: (name: ReportName) => string;
};

/** In pixels. */
const height = 240;
/** How many labels fit at a width of 400 pixels. */
const labelsShown = 4;

/** Labels for the weeks, as many as have room. */
function weekLabels(weeks: readonly { week: string }[]): string[] {
  const step = Math.max(1, Math.ceil(weeks.length / labelsShown));
  return weeks.map(({ week }, index) =>
    index % step === Math.floor(step / 2) ? formatDay(week, 'dayAndMonth') : '',
  );
}

const pictureOf = (what: string) => `${what} The table below has the same numbers.`;

/** Explains figures that are worked out from orders. */
const covers = 'Each order keeps a subscription active for one and a half plan periods.';

/** The subscriptions of a date range in four charts. */
export const AnalyticsCharts = memo(function AnalyticsCharts(props: Props) {
  const { analytics, fileUrlOf } = props;
  const tables = reportTables(analytics);
  const { subscriptions } = analytics.orderImport;
  const isByOrders = subscriptions === 'reading' || subscriptions === 'refused';
  return (
    <InlineGrid columns={{ xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="400">
      <ReportCard
        table={tables['active-subscriptions']}
        about={`Active subscriptions at the end of each week.${isByOrders ? ` ${covers}` : ''}`}
        fileUrl={fileUrlOf('active-subscriptions')}
      >
        <ActiveSubscriptions {...props} />
      </ReportCard>
      <ReportCard
        table={tables['revenue-by-plan']}
        about={`What each plan earned after discounts and returns, excluding shipping and taxes.${
          analytics.hasOtherCurrencies
            ? ` Sales in currencies other than ${analytics.currencyCode ?? "the store's"} are left out.`
            : ''
        }`}
        fileUrl={fileUrlOf('revenue-by-plan')}
      >
        <RevenueByPlan {...props} />
      </ReportCard>
      <ReportCard
        table={tables['orders-by-week']}
        about="All orders except cancelled ones: subscription starts, renewals and one-time orders."
        fileUrl={fileUrlOf('orders-by-week')}
      >
        <OrdersByWeek {...props} />
      </ReportCard>
      <ReportCard
        table={tables.retention}
        about={`The share of customers who stay subscribed in the months after their first order. ${covers}`}
        fileUrl={fileUrlOf('retention')}
      >
        <Retention {...props} />
      </ReportCard>
    </InlineGrid>
  );
});

function ActiveSubscriptions({ analytics: { activeSubscriptions: weeks } }: Props) {
  return (
    <Chart
      description={pictureOf('Line chart of the active subscriptions at the end of each week.')}
      height={height}
      labels={weekLabels(weeks)}
      highest={Math.max(...weeks.map(({ active }) => active))}
      formatValue={(value) => formatNumber(value)}
      detailOf={(index) => {
        const { week = '', active = 0, started = 0, ended = 0 } = weeks[index] ?? {};
        const lines = [
          `${formatNumber(active)} active`,
          `${formatNumber(started)} started, ${formatNumber(ended)} ended`,
        ];
        return { title: `Week of ${formatDay(week)}`, lines, value: active };
      }}
    >
      <Line values={weeks.map(({ active }) => active)} />
    </Chart>
  );
}

function RevenueByPlan({ analytics: { revenueByPlan, currencyCode } }: Props) {
  return (
    <NamedBars
      bars={revenueByPlan.map(({ planId, planName, revenue }) => ({
        key: planId,
        name: planName,
        value: revenue,
        shown: formatMoney(revenue, currencyCode ?? ''),
      }))}
    />
  );
}

const orderKinds = [
  { kind: 'first', label: 'Subscription starts', ...stackStyles.lowest },
  { kind: 'renewal', label: 'Renewals', ...stackStyles.middle },
  { kind: 'oneTime', label: 'One-time orders', ...stackStyles.highest },
] as const;

function OrdersByWeek({ analytics: { ordersByWeek: weeks } }: Props) {
  // Stacked: each bar starts at 0 and includes those below it, so the higher ones are drawn first.
  const stacks = orderKinds.map(({ kind, color, outline }, place) => ({
    kind,
    color,
    outline,
    values: weeks.map((week) =>
      orderKinds.slice(0, place + 1).reduce((sum, { kind: below }) => sum + week[below], 0),
    ),
  }));
  const totals = stacks.at(-1)?.values ?? [];
  return (
    <>
      <Legend series={orderKinds} />
      <Chart
        description={pictureOf('Bar chart of the orders of each week.')}
        height={height}
        labels={weekLabels(weeks)}
        highest={Math.max(...totals)}
        formatValue={(value) => formatNumber(value)}
        spread="bands"
        detailOf={(index) => {
          const week = weeks[index];
          return {
            title: `Week of ${formatDay(week?.week ?? '')}`,
            lines: orderKinds.map(
              ({ kind, label }) => `${label}: ${formatNumber(week?.[kind] ?? 0)}`,
            ),
            value: totals[index] ?? 0,
          };
        }}
      >
        {[...stacks].reverse().map(({ kind, color, outline, values }) => (
          <Bars key={kind} values={values} color={color} outline={outline} />
        ))}
      </Chart>
    </>
  );
}

function Retention({ analytics: { retention } }: Props) {
  const months = overallRetention(retention);
  return (
    <Chart
      description={pictureOf('Line chart of the share of customers who stay, by month.')}
      height={height}
      labels={months.map((_, month) => (month % 2 === 0 ? String(month) : ''))}
      axisTitle="Months after the first order"
      highest={100}
      formatValue={(value) => formatPercent(value)}
      detailOf={(index) => {
        const share = months[index];
        return {
          title: `After ${formatCount(index, 'month')}`,
          lines: [share == null ? 'Too early to tell' : `${formatPercent(share)} stay`],
          value: share ?? 0,
        };
      }}
    >
      <Line values={months} />
    </Chart>
  );
}
