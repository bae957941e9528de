import {
  Badge,
  Banner,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Text,
  useBreakpoints,
} from '@shopify/polaris';
import { formatCount, formatInstant, formatKilograms, formatNumber } from '#contract/format.ts';
import type { ChangeRoastDay, RoastDay } from '#contract/roast-plan.ts';
import { useToast } from '../../bridge/toast.tsx';
import { focusHeading, useFocusAfterPress } from '../../forms/use-focus-return.ts';
import { changeWords, type SheetRow, totalsOf } from '../../recurring-orders/roast-sheet.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { nameOfDay, ordersOf, weightOf } from './Days.tsx';
import { roastRequests } from './roast-requests.ts';
import { headCell, numberCell, tableStyle, textCell } from './table-style.ts';

export type ShownSheet = Pick<RoastDay, 'day' | 'orders' | 'deliveries' | 'tag'> & {
  taken: Omit<NonNullable<RoastDay['taken']>, 'bags'> | null;
  rows: SheetRow[];
  /** The neighbouring days that need something. */
  before: string | null;
  after: string | null;
};

type Props = { sheet: ShownSheet; today: string; timeZone: string };

/** The amount of each coffee for a day, in letters large enough to be read from the roaster. */
export function Sheet({ sheet, today, timeZone }: Props) {
  const { day, rows, before, after } = sheet;
  const totals = totalsOf(rows);
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack gap="300" align="space-between" blockAlign="start">
          <BlockStack gap="100">
            <Text as="h2" variant="headingXl">
              {nameOfDay(day, today)}
            </Text>
            <Text as="p" variant="headingLg">
              {`${formatCount(totals.bags, 'bag')}, ${weightOf(totals)}`}
            </Text>
            <Text as="p" tone="subdued">
              {`For ${ordersOf(sheet)}.`}
            </Text>
          </BlockStack>
          <Box printHidden>
            <ButtonGroup>
              {before === null ? null : (
                <Button url={`/roast-plan?day=${before}`}>Day before</Button>
              )}
              {after === null ? null : <Button url={`/roast-plan?day=${after}`}>Day after</Button>}
            </ButtonGroup>
          </Box>
        </InlineStack>
        <Take sheet={sheet} timeZone={timeZone} />
        <Coffees rows={rows} />
        {totals.bagsWithoutWeight === 0 ? null : (
          <Text as="p" tone="subdued">
            {`${formatCount(totals.bagsWithoutWeight, 'bag')} without a weight in Shopify ${totals.bagsWithoutWeight === 1 ? 'isn’t' : 'aren’t'} in the kilograms.`}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

function Take({ sheet: { day, tag, taken, rows }, timeZone }: Pick<Props, 'sheet' | 'timeZone'>) {
  const takenAt = taken?.at ?? '';
  const { ask, isAsking, failure } = useResourceRequest({ state: takenAt });
  const showToast = useToast();
  const reload = useRevalidateScreen();
  // The pressed button is gone then.
  const notePress = useFocusAfterPress(takenAt, focusHeading);
  const changes = rows.filter(({ change }) => change !== null).length;
  async function press(change: ChangeRoastDay['change']) {
    if (isAsking) return;
    notePress();
    const outcome = await ask(roastRequests.changeDay({ day, change }, tag));
    if (outcome.failure === undefined) {
      showToast(change === 'take' ? 'Taken. We’ll mark what changes' : 'Taken back');
    }
    // Also what was refused, because the plan has changed then.
    reload();
  }
  return (
    <BlockStack gap="300">
      {failure === undefined ? null : <Banner tone="critical" title={failure.message} />}
      {taken === null ? null : (
        <InlineStack gap="200" blockAlign="center">
          <Badge tone={changes === 0 ? 'success' : 'attention'}>
            {changes === 0 ? 'Taken' : `${formatCount(changes, 'change')} since it was taken`}
          </Badge>
          <Text as="span">
            {`${taken.by === 'you' ? 'You' : 'Somebody else'} said on ${formatInstant(timeZone, taken.at)} that you roast this.`}
          </Text>
        </InlineStack>
      )}
      <Box printHidden>
        <ButtonGroup>
          {taken === null || changes > 0 ? (
            <Button variant="primary" loading={isAsking} onClick={() => void press('take')}>
              {taken === null ? 'We roast this' : 'We roast it as it is now'}
            </Button>
          ) : null}
          {taken === null ? null : (
            <Button disabled={isAsking} onClick={() => void press('take back')}>
              Take back
            </Button>
          )}
        </ButtonGroup>
      </Box>
    </BlockStack>
  );
}

const kilogramsOr = (kilograms: number | null) =>
  kilograms === null ? '–' : formatKilograms(kilograms);
const countOr = (count: number | null) => (count === null ? '–' : formatNumber(count));

/** Columns beside the coffee's name. On a narrow screen all but the bags stand below the name. */
const columns = [
  { title: 'Bags', cell: ({ bags }: SheetRow) => formatNumber(bags) },
  { title: 'Roasted', cell: ({ kilograms }: SheetRow) => kilogramsOr(kilograms) },
  { title: 'Green', cell: ({ green }: SheetRow) => kilogramsOr(green) },
  { title: 'In stock', cell: ({ stock }: SheetRow) => countOr(stock) },
  { title: 'To roast', cell: ({ toRoast }: SheetRow) => countOr(toRoast) },
] as const;

function Coffees({ rows }: { rows: readonly SheetRow[] }) {
  const { smDown } = useBreakpoints();
  const hasGreen = rows.some(({ green }) => green !== null);
  const filled = columns.filter(({ title }) => title !== 'Green' || hasGreen);
  const shown = smDown ? filled.slice(0, 1) : filled;
  const below = smDown ? filled.slice(1) : [];
  return (
    <table style={tableStyle}>
      <thead>
        <tr>
          <th scope="col" style={{ ...headCell, textAlign: 'start' }}>
            <Text as="span" variant="headingMd">
              Coffee
            </Text>
          </th>
          {shown.map(({ title }) => (
            <th key={title} scope="col" style={headCell}>
              <Text as="span" variant="headingMd">
                {title}
              </Text>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const isFirst = rows[index - 1]?.coffee !== row.coffee;
          const ofCoffee = rows.filter(({ coffee }) => coffee === row.coffee);
          return (
            <tr key={row.id} style={whole}>
              <th scope="row" style={textCell}>
                <BlockStack gap="100">
                  {isFirst ? (
                    <Text as="span" variant="headingLg">
                      {row.title}
                    </Text>
                  ) : (
                    <Text as="span" visuallyHidden>
                      {row.title}
                    </Text>
                  )}
                  {isFirst && ofCoffee.length > 1 ? (
                    <Text as="span" fontWeight="regular" tone="subdued">
                      {`${formatCount(totalsOf(ofCoffee).bags, 'bag')}, ${weightOf(totalsOf(ofCoffee))}`}
                    </Text>
                  ) : null}
                  <InlineStack gap="200" blockAlign="center">
                    {row.variantTitle === null ? null : (
                      <Text as="span" variant="bodyLg" fontWeight="regular">
                        {row.variantTitle}
                      </Text>
                    )}
                    {row.change === null ? null : (
                      <Badge tone="attention">{changeWords(row.change)}</Badge>
                    )}
                  </InlineStack>
                  {below.length === 0 ? null : (
                    <Text as="span" fontWeight="regular" tone="subdued">
                      {below.map(({ title, cell }) => `${title}: ${cell(row)}`).join(' · ')}
                    </Text>
                  )}
                </BlockStack>
              </th>
              {shown.map(({ title, cell }) => (
                <td key={title} style={numberCell}>
                  <Text
                    as="span"
                    numeric
                    variant="headingLg"
                    fontWeight={title === 'Bags' ? 'bold' : 'regular'}
                  >
                    {cell(row)}
                  </Text>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A coffee isn't torn between two sheets of paper. */
const whole = { breakInside: 'avoid' } as const;
