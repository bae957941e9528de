import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useNavigation } from '@remix-run/react';
import { BlockStack, Box, Card, Page } from '@shopify/polaris';
import { type Analytics, analyticsQuerySchema } from '#contract/analytics.ts';
import { daysBetween } from '#contract/calendar.ts';
import { type FieldErrors, fieldErrorsOf } from '#contract/errors.ts';
import { formatMoney, formatNumber } from '#contract/format.ts';
import { portalPath } from '#contract/portal-paths.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { authenticatePortal } from '../../portal/authenticate-portal.server.ts';
import { Figures } from '../../portal/Figures.tsx';
import { ImportStatus } from '../../portal/ImportStatus.tsx';
import { NothingYet } from '../../portal/NothingYet.tsx';
import { pageTitle } from '../../portal/page-title.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import type { PortalClient } from '../../subscription-api/client.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { AnalyticsCharts } from './AnalyticsCharts.tsx';
import { RangeChoice } from './RangeChoice.tsx';
import type { ReportName } from './report.ts';

const path = `${portalPath}/analytics`;

/** The analytics of the range in the address; where it is none, of the year, and why. */
async function analyticsAsked(client: PortalClient, typed: Record<string, string>) {
  const asked = analyticsQuerySchema.safeParse(typed);
  let errors: FieldErrors = asked.success ? {} : fieldErrorsOf(asked.error);
  try {
    if (asked.success) {
      return { analytics: await client.getAnalytics({ query: asked.data }), errors };
    }
  } catch (error) {
    // Only the store's calendar tells which days are still to come.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const isOfFields = Object.keys(error.fieldErrors).length > 0;
    errors = isOfFields ? error.fieldErrors : { from: [error.message] };
  }
  return { analytics: await client.getAnalytics({ query: {} }), errors };
}

/** GET the charts of `from` and `to`, of the last `days`, or of the year; of the year too where the address says no range. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const { analytics, errors } = await orErrorPage(analyticsAsked(client, typed));
  const { from, to, today } = analytics;
  const isShown = Object.keys(errors).length === 0;
  return json({
    analytics,
    days: to === today ? daysBetween(from, to) + 1 : undefined,
    shown: isShown ? { from, to } : { from: typed.from ?? '', to: typed.to ?? '' },
    isCutShort: isShown && typed.to !== undefined && typed.to !== to,
    errors: { from: errors.from?.[0] ?? errors.days?.[0], to: errors.to?.[0] },
    failure: noFailure,
  });
}

const noFailure: string | null = null;

const screen = cachedScreen<typeof loader>({
  // Charts of other days are better than none: they say which days are theirs.
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

/** The same as Home's, of this range. */
function figuresOf({ totals: { newSubscriptions, revenue }, currencyCode }: Analytics) {
  return [
    { title: 'New subscriptions', figure: formatNumber(newSubscriptions) },
    { title: 'Subscription revenue', figure: formatMoney(revenue, currencyCode ?? '') },
  ];
}

export const meta = pageTitle('Analytics');

export default function AnalyticsPage() {
  const { analytics, days, shown, isCutShort, errors, failure } = screen.useData();
  const isLoading = useNavigation().state === 'loading';
  const { orderImport, from, to } = analytics;
  const isEmpty =
    analytics.revenueByPlan.length === 0 &&
    analytics.activeSubscriptions.every(({ active, ended }) => active + ended === 0) &&
    analytics.ordersByWeek.every(({ first, renewal, oneTime }) => first + renewal + oneTime === 0);
  return (
    <Page fullWidth title="Analytics">
      <BlockStack gap="400">
        {failure === null ? null : (
          <RefreshFailure
            failure={failure}
            text="We couldn’t refresh the charts. You’re seeing earlier numbers."
          />
        )}
        <ImportStatus orderImport={orderImport} countsSubscriptions />
        <RangeChoice
          path={path}
          from={shown.from}
          to={shown.to}
          days={days}
          isCutShort={isCutShort}
          errors={errors}
        />
        <div aria-busy={isLoading}>
          {isEmpty ? (
            <Card>
              <NothingYet
                heading={
                  orderImport.asOf === null ? 'Nothing to show yet' : 'No orders in these days'
                }
                text="Your subscription orders will appear here by week, by plan and by month."
              />
            </Card>
          ) : (
            <BlockStack gap="400">
              <Figures figures={figuresOf(analytics)} />
              <AnalyticsCharts
                analytics={analytics}
                fileUrlOf={(name: ReportName) =>
                  `${path}/csv?${new URLSearchParams({ report: name, from, to })}`
                }
              />
            </BlockStack>
          )}
        </div>
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
