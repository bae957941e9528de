import { BlockStack, Card, InlineStack, Link, Text } from '@shopify/polaris';
import { formatCount, formatDay, formatKilograms, formatNumber } from '#contract/format.ts';
import { Bars } from '../../charts/Bars.tsx';
import { Chart } from '../../charts/Chart.tsx';
import type { DaySummary } from '../../recurring-orders/roast-sheet.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';
import { headCell, numberCell, tableStyle, textCell } from './table-style.ts';

type Props = { days: readonly DaySummary[]; today: string; shown: string };

/** In pixels. */
const height = 200;

export const nameOfDay = (day: string, today: string) =>
  day === today ? `Today, ${formatDay(day, 'weekday')}` : formatDay(day, 'weekday');

/** The total of each day of the four weeks, as a chart and as a table with links to the days. */
export function Days({ days, today, shown }: Props) {
  // A store without weights sees its bags.
  const isWeighed = days.some(({ kilograms }) => kilograms > 0);
  const measureOf = ({ kilograms, bags }: DaySummary) => (isWeighed ? kilograms : bags);
  const format = isWeighed ? formatKilograms : formatNumber;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          The next four weeks
        </Text>
        <Chart
          description={`Bar chart of the ${isWeighed ? 'kilograms of roasted coffee' : 'bags'} of each day. The table below has the same numbers.`}
          height={height}
          labels={days.map(({ day }, index) =>
            index % 7 === 3 ? formatDay(day, 'dayAndMonth') : '',
          )}
          highest={Math.max(...days.map(measureOf))}
          formatValue={format}
          spread="bands"
          detailOf={(index) => {
            const day = days[index];
            return {
              title: formatDay(day?.day ?? '', 'weekday'),
              lines: day === undefined ? [] : [formatCount(day.bags, 'bag'), weightOf(day)],
              value: day === undefined ? 0 : measureOf(day),
            };
          }}
        >
          <Bars values={days.map(measureOf)} />
        </Chart>
        <table style={tableStyle}>
          <thead>
            <tr>
              <th scope="col" style={{ ...headCell, textAlign: 'start' }}>
                <Text as="span" variant="headingSm">
                  Day
                </Text>
              </th>
              <th scope="col" style={headCell}>
                <Text as="span" variant="headingSm">
                  Bags
                </Text>
              </th>
              <th scope="col" style={headCell}>
                <Text as="span" variant="headingSm">
                  Roasted
                </Text>
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ bags, changes }) => bags > 0 || changes > 0)
              .map((day) => (
                <tr key={day.day}>
                  <th scope="row" style={textCell}>
                    <BlockStack gap="100">
                      <InlineStack gap="200">
                        <Link url={`/roast-plan?day=${day.day}`}>
                          <Text as="span" fontWeight={day.day === shown ? 'bold' : 'regular'}>
                            {nameOfDay(day.day, today)}
                          </Text>
                        </Link>
                        {day.isTaken ? <Taken changes={day.changes} /> : null}
                      </InlineStack>
                      <Text as="span" tone="subdued" fontWeight="regular">
                        {ordersOf(day)}
                      </Text>
                    </BlockStack>
                  </th>
                  <td style={numberCell}>
                    <Text as="span" numeric>
                      {formatNumber(day.bags)}
                    </Text>
                  </td>
                  <td style={numberCell}>
                    <Text as="span" numeric>
                      {day.kilograms > 0 ? formatKilograms(day.kilograms) : '–'}
                    </Text>
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </BlockStack>
    </Card>
  );
}

function Taken({ changes }: { changes: number }) {
  return changes === 0 ? (
    <WordBadge label="Taken" tone="success" />
  ) : (
    <WordBadge label={`Taken, ${formatCount(changes, 'change')} since`} tone="attention" />
  );
}

/** "12 orders and 3 prepaid deliveries". */
export function ordersOf({ orders, deliveries }: Pick<DaySummary, 'orders' | 'deliveries'>) {
  if (deliveries === 0) return formatCount(orders, 'order');
  const prepaid = `${formatNumber(deliveries)} prepaid ${deliveries === 1 ? 'delivery' : 'deliveries'}`;
  return orders === 0 ? prepaid : `${formatCount(orders, 'order')} and ${prepaid}`;
}

/** "12.5 kg roasted, 14.7 kg green"; the latter once the loss is set. */
export function weightOf({ kilograms, green }: Pick<DaySummary, 'kilograms' | 'green'>) {
  if (kilograms === 0) return 'No weights';
  const roasted = `${formatKilograms(kilograms)} roasted`;
  return green === null ? roasted : `${roasted}, ${formatKilograms(green)} green`;
}
