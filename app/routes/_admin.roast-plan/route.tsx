import type { LoaderFunctionArgs } from '@remix-run/node';
import { Banner, BlockStack, Box, Card, InlineGrid, Page, Text } from '@shopify/polaris';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { roastSheets } from '../../recurring-orders/roast-sheet.ts';
import { cachedScreen } from '../../requests/cached-screen.ts';
import { useDownload } from '../../requests/use-download.ts';
import { useRevalidateOnFocus } from '../../requests/use-revalidate-on-focus.ts';
import { orErrorPage } from '../../subscription-api/failure.ts';
import { Days } from './Days.tsx';
import { LossField } from './LossField.tsx';
import { PlanBanners } from './PlanBanners.tsx';
import { Sheet, type ShownSheet } from './Sheet.tsx';

/** GET the plan, with the sheet of the day in the address, or else of the first day that needs something. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const plan = await orErrorPage(client.getRoastPlan());
  const asked = new URL(request.url).searchParams.get('day');
  const { days, rows } = roastSheets(plan);
  const busy = days.filter(({ day }) => (rows.get(day)?.length ?? 0) > 0).map(({ day }) => day);
  const shown =
    plan.days.find(({ day }) => day === asked) ?? plan.days.find(({ day }) => day === busy[0]);
  const { items, days: _, ...state } = plan;
  return {
    ...state,
    today: plan.days[0]?.day ?? '',
    days,
    sheet: shown === undefined ? null : sheetOf(shown),
    failure: null as string | null,
  };

  function sheetOf({
    day,
    orders,
    deliveries,
    taken,
    tag,
  }: (typeof plan.days)[number]): ShownSheet {
    return {
      ...{ day, orders, deliveries, tag, rows: rows.get(day) ?? [] },
      taken: taken && { at: taken.at, by: taken.by },
      before: busy.findLast((each) => each < day) ?? null,
      after: busy.find((each) => each > day) ?? null,
    };
  }
}

const screen = cachedScreen<typeof loader>({
  whenFailed: (shown, failure, sameAddress) => ({
    ...shown,
    sheet: sameAddress ? shown.sheet : null,
    failure,
  }),
});
export const { clientLoader, shouldRevalidate } = screen;

/** Subscriptions change and orders are charged while the merchant roasts; in ms. */
const seldom = 60_000;

/** The roasting for the orders of the coming four weeks, by day; beyond the specification. */
export default function RoastPlanPage() {
  const { days, today, sheet, timeZone, lossPercent, failure, ...state } = screen.useData();
  const download = useDownload('/resources/roast-plan/csv');
  useRevalidateOnFocus(seldom);
  const isEmpty = days.every(({ bags, changes }) => bags === 0 && changes === 0);
  return (
    <Page
      title="Roast Plan"
      subtitle="What the recurring orders of the next four weeks need"
      secondaryActions={[
        ...(isEmpty
          ? []
          : [
              { content: 'Print', onAction: () => window.print() },
              {
                content: 'Export',
                accessibilityLabel: 'Export the plan as a CSV file',
                loading: download.isLoading,
                onAction: () => void download.start(),
              },
            ]),
        { content: 'Recurring Orders', url: '/recurring-orders' },
      ]}
    >
      <BlockStack gap="400">
        {failure === null ? null : <RefreshFailure failure={failure} />}
        {download.failure === undefined ? null : (
          <Banner tone="critical" title={download.failure} />
        )}
        <PlanBanners {...state} />
        {isEmpty ? <NothingDue /> : null}
        {sheet === null || isEmpty ? null : (
          <Sheet key={sheet.day} sheet={sheet} today={today} timeZone={timeZone} />
        )}
        <Box printHidden>
          <InlineGrid
            columns={{ xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' }}
            gap="400"
            alignItems="start"
          >
            {isEmpty ? <div /> : <Days days={days} today={today} shown={sheet?.day ?? ''} />}
            <LossField lossPercent={lossPercent} />
          </InlineGrid>
        </Box>
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}

function NothingDue() {
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          Nothing to roast for
        </Text>
        <Text as="p">
          No recurring order is due in the next four weeks. As soon as one is, you see here how many
          bags of which coffee it needs.
        </Text>
      </BlockStack>
    </Card>
  );
}
