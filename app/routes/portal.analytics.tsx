import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useNavigation } from '@remix-run/react';
import { BlockStack, Box, Card, Page } from '@shopify/polaris';
import { analyticsQuerySchema } from '#contract/analytics.ts';
import { defaultRangeDays } from '#contract/analytics-limits.ts';
import { fieldErrorsOf } from '#contract/errors.ts';
import { defaultLocale } from '#contract/money.ts';
import { portalPath } from '#contract/portal-paths.ts';
import { AnalyticsCharts } from '../analytics/AnalyticsCharts.tsx';
import { CollectionStatus } from '../analytics/CollectionStatus.tsx';
import { RangeChoice } from '../analytics/RangeChoice.tsx';
import type { ReportName } from '../analytics/report.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { NothingYet } from '../portal/NothingYet.tsx';
import { RefreshFailure } from '../portal/RefreshFailure.tsx';
import { titled } from '../portal/titled.ts';
import { cachedScreen } from '../screen-data/cached-screen.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

const path = `${portalPath}/analytics`;

/** GET the charts of `from` and `to`, of the last `days`, or of the year; of the year too where the address says no range. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const asked = analyticsQuerySchema.safeParse(typed);
  const query = asked.success ? asked.data : {};
  const analytics = await orErrorPage(client.getAnalytics({ query }));
  const errors = asked.success ? {} : fieldErrorsOf(asked.error);
  return json({
    analytics,
    days:
      query.from === undefined && query.to === undefined
        ? (query.days ?? defaultRangeDays)
        : undefined,
    shown: asked.success ? analytics : { from: typed.from ?? '', to: typed.to ?? '' },
    errors: { from: errors.from?.[0], to: errors.to?.[0] },
    failure: noFailure,
  });
}

const noFailure: string | null = null;

const screen = cachedScreen<typeof loader>({
  // Charts of other days are better than none: they say which days are theirs.
  whenFailed: (shown, failure) => ({ ...shown, failure }),
});
export const { clientLoader, shouldRevalidate } = screen;

export const meta = titled('Analytics');

export default function AnalyticsPage() {
  const { analytics, days, shown, errors, failure } = screen.useData();
  const isLoading = useNavigation().state === 'loading';
  const { collection, from, to } = analytics;
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
            text="The charts could not be refreshed. They show what was loaded before."
          />
        )}
        <CollectionStatus collection={collection} locale={defaultLocale} />
        <RangeChoice path={path} from={shown.from} to={shown.to} days={days} errors={errors} />
        <div aria-busy={isLoading}>
          {isEmpty ? (
            <Card>
              <NothingYet
                heading={
                  collection.asOf === null ? 'Nothing to show yet' : 'No orders in these days'
                }
                text="What customers buy by your selling plans is shown here, by week, by plan and by month."
              />
            </Card>
          ) : (
            <AnalyticsCharts
              analytics={analytics}
              locale={defaultLocale}
              fileUrlOf={(name: ReportName) =>
                `${path}/csv?${new URLSearchParams({ report: name, from, to })}`
              }
            />
          )}
        </div>
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
