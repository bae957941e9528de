import { useNavigate } from '@remix-run/react';
import { BlockStack, Box, Card, InlineStack, Link, Text } from '@shopify/polaris';
import { formatCount, formatDay, formatSums } from '#contract/format.ts';
import type {
  BillingRun,
  BillingRunList,
  RecurringCalendar,
  RecurringOutcome,
} from '#contract/recurring-orders.ts';
import { recurringOutcomes } from '#contract/recurring-orders-names.ts';
import { countColumn, ListTable } from '../../list/ListTable.tsx';
import { outcomeWords } from './outcome-words.ts';

const dayAddress = (day: string, outcome?: RecurringOutcome) =>
  `/recurring-orders?${new URLSearchParams({ view: 'orders', day, ...(outcome !== undefined && { outcome }) })}`;

const days = {
  noun: { singular: 'day', plural: 'days' },
  nameOf: ({ day }: { day: string }) => formatDay(day),
  empty: <Text as="p">No days to show.</Text>,
};

/** What became of each day's orders, the latest day first. */
export function DaysView({ today, runs, hasMore }: BillingRunList) {
  const navigate = useNavigate();
  const last = runs.at(-1);
  return (
    <Card padding="0">
      <ListTable
        {...days}
        items={runs.map((run) => ({ id: run.day, ...run }))}
        columns={[
          {
            title: 'Day',
            cell: ({ day }) => (
              <Link url={dayAddress(day)}>
                {day === today ? `Today, ${formatDay(day)}` : formatDay(day)}
              </Link>
            ),
          },
          { title: 'Orders', cell: (run) => <Counts {...run} /> },
          countColumn<BillingRun>('Charged before tax', ({ charged }) => formatSums(charged)),
        ]}
        pagination={{
          hasNext: hasMore,
          nextTooltip: 'Earlier days',
          onNext: () => navigate(`/recurring-orders?before=${last?.day ?? today}`),
        }}
      />
    </Card>
  );
}

function Counts({ day, counts }: BillingRun) {
  const some = recurringOutcomes.filter((outcome) => counts[outcome] > 0);
  if (some.length === 0) return <Text as="span">None</Text>;
  return (
    <InlineStack gap="300">
      {some.map((outcome) => (
        <Link key={outcome} url={dayAddress(day, outcome)}>
          {`${outcomeWords[outcome].label}: ${counts[outcome]}`}
        </Link>
      ))}
    </InlineStack>
  );
}

/** What is to come in the next 30 days. */
export function CalendarView({ days: ahead }: RecurringCalendar) {
  return (
    <BlockStack gap="300">
      <Box paddingInline={{ xs: '400', sm: '0' }}>
        <Text as="p" tone="subdued">
          What active subscriptions bring in the next 30 days if nothing changes.
        </Text>
      </Box>
      <Card padding="0">
        <ListTable
          {...days}
          items={ahead.map((day) => ({ id: day.day, ...day }))}
          columns={[
            {
              title: 'Day',
              cell: ({ day, orders }) =>
                orders === 0 ? (
                  formatDay(day)
                ) : (
                  <Link url={dayAddress(day, 'upcoming')}>{formatDay(day)}</Link>
                ),
            },
            {
              title: 'Orders',
              alignment: 'end',
              cell: ({ orders }) => orders,
              brief: ({ orders }) => formatCount(orders, 'order'),
            },
            {
              title: 'Expected before tax',
              alignment: 'end',
              cell: ({ expected }) => formatSums(expected),
              brief: ({ expected }) => formatSums(expected),
            },
          ]}
        />
      </Card>
    </BlockStack>
  );
}
