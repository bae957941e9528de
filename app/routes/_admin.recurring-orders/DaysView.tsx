import { useNavigate } from '@remix-run/react';
import { BlockStack, Box, Card, InlineStack, Link, Text } from '@shopify/polaris';
import { formatCount, formatDay, formatNumber, formatSums } from '#contract/format.ts';
import type { BillingRun, BillingRunList, RecurringCalendar } from '#contract/recurring-orders.ts';
import { recurringOutcomes } from '#contract/recurring-orders-names.ts';
import { ListTable } from '../../list/ListTable.tsx';
import { outcomeWords } from '../../recurring-orders/outcome-words.ts';

const ordersAddress = (asked: Record<string, string>) =>
  `/recurring-orders?${new URLSearchParams({ view: 'orders', ...asked })}`;

const nameOfDay = (day: string, today: string | undefined) =>
  day === today ? `Today, ${formatDay(day)}` : formatDay(day);

const days = {
  noun: { singular: 'day', plural: 'days' },
  nameOf: ({ day }: { day: string }) => formatDay(day),
  empty: <Text as="p">No days to show.</Text>,
};

/** The outcomes of each day's orders, the latest day first. */
export function DaysView({ today, runs, earlier }: BillingRunList) {
  const navigate = useNavigate();
  return (
    <Card padding="0">
      <ListTable
        {...days}
        items={runs.map((run) => ({ id: run.day, ...run }))}
        columns={[
          {
            title: 'Day',
            cell: ({ day }) => <Link url={ordersAddress({ day })}>{nameOfDay(day, today)}</Link>,
          },
          { title: 'Orders', cell: (run) => <Counts {...run} /> },
          {
            title: 'Charged before tax',
            alignment: 'end',
            cell: ({ charged }) => formatSums(charged),
            brief: ({ charged }) =>
              charged.length === 0 ? undefined : `Charged before tax: ${formatSums(charged)}`,
          },
        ]}
        pagination={{
          hasNext: earlier !== null,
          nextTooltip: 'Earlier days',
          onNext: () => navigate(`/recurring-orders?before=${earlier}`),
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
        <Link key={outcome} url={ordersAddress({ day, outcome })}>
          {`${outcomeWords[outcome].label}: ${formatNumber(counts[outcome])}`}
        </Link>
      ))}
    </InlineStack>
  );
}

/** The orders and sums expected in the next 30 days, from today. */
export function CalendarView({ days: ahead, isLive }: RecurringCalendar & { isLive: boolean }) {
  const [today] = ahead;
  if (ahead.every(({ orders }) => orders === 0)) {
    return (
      <Card>
        <Text as="p">No orders are expected in the next 30 days.</Text>
      </Card>
    );
  }
  return (
    <BlockStack gap="300">
      <Box paddingInline={{ xs: '400', sm: '0' }}>
        <Text as="p" tone="subdued">
          {isLive
            ? 'What active subscriptions bring in the next 30 days at today’s prices, if nothing changes.'
            : 'What is due in the next 30 days. Nothing is charged until you start billing.'}{' '}
          Overdue orders count as today’s.
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
                  nameOfDay(day, today?.day)
                ) : (
                  <Link
                    url={ordersAddress({
                      [day === today?.day ? 'until' : 'day']: day,
                      outcome: 'upcoming',
                    })}
                  >
                    {nameOfDay(day, today?.day)}
                  </Link>
                ),
            },
            {
              title: 'Orders',
              alignment: 'end',
              cell: ({ orders }) => formatNumber(orders),
              brief: ({ day, orders }) =>
                orders > 0
                  ? formatCount(orders, 'order')
                  : day === today?.day
                    ? 'No more orders'
                    : 'No orders',
            },
            {
              title: 'Expected before tax',
              alignment: 'end',
              cell: ({ expected }) => formatSums(expected),
              brief: ({ expected }) => (expected.length === 0 ? undefined : formatSums(expected)),
            },
          ]}
        />
      </Card>
    </BlockStack>
  );
}
