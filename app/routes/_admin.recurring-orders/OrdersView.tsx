import { useNavigate } from '@remix-run/react';
import {
  Banner,
  BlockStack,
  Box,
  Button,
  InlineGrid,
  InlineStack,
  Link,
  Select,
  Text,
} from '@shopify/polaris';
import { type MouseEvent, useState } from 'react';
import { dayIn, isDay } from '#contract/calendar.ts';
import { formatDay, formatInstant, formatMoney } from '#contract/format.ts';
import type { Billing } from '#contract/recurring-orders.ts';
import {
  failureClasses,
  failureClassWords,
  recurringOutcomes,
} from '#contract/recurring-orders-names.ts';
import { DialogOnDemand, lazyDialog } from '../../forms/lazy-dialog.tsx';
import { focusHeading, useFocusAfterPress } from '../../forms/use-focus-return.ts';
import { List } from '../../list/List.tsx';
import type { Columns } from '../../list/ListTable.tsx';
import { listAddress, useAskedList, useCursorPaging } from '../../list/list-address.ts';
import type { ListData } from '../../list/list-data.ts';
import { NothingListed } from '../../recurring-orders/NothingListed.tsx';
import {
  customerName,
  nameOf,
  outcomesInWords,
  outcomeWords,
} from '../../recurring-orders/outcome-words.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';
import { useDownload } from '../../requests/use-download.ts';
import type { ListedOrder } from './load-view.server.ts';

type Props = {
  list: ListData<ListedOrder>;
  billing: Pick<Billing, 'state' | 'timeZone'>;
  onDecided: (text: string) => void;
};

const decisionModal = lazyDialog(async () => (await import('./DecisionModal.tsx')).DecisionModal);

/** The list of orders with its filters, which live in the address. */
export function OrdersView({ list, billing, onDecided }: Props) {
  const { pageInfo, ...rest } = list;
  const { asked } = useAskedList();
  const navigate = useNavigate();
  const [deciding, setDeciding] = useState<ListedOrder[]>();
  const filter = (change: Record<string, string | undefined>) =>
    navigate(listAddress(asked, change), { preventScrollReset: true });
  const [outcome, failureClass, day, until] = ['outcome', 'failureClass', 'day', 'until'].map(
    (name) => asked.get(name) ?? '',
  );
  const download = useDownload(
    `/resources/recurring-orders/csv${listAddress(asked, { after: undefined, before: undefined })}`,
  );
  const shownDays = daysInWords(day, until);
  const notePress = useFocusAfterPress(shownDays, focusHeading);
  const isFiltered = [outcome, failureClass, day, until].some((value) => value !== '');
  return (
    <BlockStack gap="400">
      <Box paddingInline={{ xs: '400', sm: '0' }}>
        <BlockStack gap="400">
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
            <Select
              label="Outcome"
              options={[
                { label: 'All', value: '' },
                ...recurringOutcomes.map((each) => ({
                  label: outcomeWords[each].label,
                  value: each,
                })),
                ...(outcome?.includes(',')
                  ? [{ label: outcomesInWords(outcome), value: outcome }]
                  : []),
              ]}
              value={outcome ?? ''}
              onChange={(value) => filter({ outcome: value })}
            />
            <Select
              label="Why it failed"
              options={[
                { label: 'Any reason', value: '' },
                ...failureClasses.map((each) => ({ label: failureClassWords[each], value: each })),
              ]}
              value={failureClass ?? ''}
              onChange={(value) => filter({ failureClass: value })}
            />
          </InlineGrid>
          <InlineStack gap="300" align="space-between" blockAlign="center">
            {shownDays === undefined ? (
              <span />
            ) : (
              <InlineStack gap="200" blockAlign="center">
                <Text as="span">{shownDays}</Text>
                <Button
                  variant="plain"
                  onClick={() => {
                    notePress();
                    filter({ day: undefined, until: undefined });
                  }}
                >
                  Show all days
                </Button>
              </InlineStack>
            )}
            <Button loading={download.isLoading} onClick={() => void download.start()}>
              Download
            </Button>
          </InlineStack>
        </BlockStack>
      </Box>
      {download.failure === undefined ? null : <Banner tone="critical" title={download.failure} />}
      <List
        {...rest}
        noun={{ singular: 'recurring order', plural: 'recurring orders' }}
        nameOf={nameOf}
        columns={columnsFor(billing, (order) => setDeciding([order]))}
        paging={useCursorPaging(pageInfo)}
        sortings={[
          { label: 'Latest first', reverse: false },
          { label: 'Earliest first', reverse: true },
        ]}
        bulkAction={
          rest.items.some(({ decisions }) => decisions.length > 0)
            ? {
                content: 'Decide',
                onAction: (chosen) => {
                  if (chosen !== 'all') setDeciding(chosen);
                },
              }
            : undefined
        }
        nothingYet={
          <NothingListed
            noun="recurring order"
            isFiltered={isFiltered}
            url="/recurring-orders?view=orders"
          />
        }
      />
      {deciding === undefined ? null : (
        <DialogOnDemand
          dialog={decisionModal}
          props={{
            orders: deciding,
            isLive: billing.state === 'live',
            onDecided,
            onClose: () => setDeciding(undefined),
          }}
        />
      )}
    </BlockStack>
  );
}

function columnsFor(
  billing: Props['billing'],
  onDecide: (order: ListedOrder) => void,
): Columns<ListedOrder> {
  const amountOf = ({ amount, currencyCode }: ListedOrder) =>
    currencyCode === '' ? '–' : formatMoney(amount, currencyCode);
  return [
    {
      title: 'Customer',
      cell: (order) => (
        <BlockStack>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the link in it is what is pressed */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key presses that link, which clicks */}
          <div onClick={keepFromRow}>
            <Link url={`/customers/${order.contract}`} monochrome removeUnderline>
              <Text as="span" fontWeight="semibold" breakWord>
                {customerName(order)}
              </Text>
            </Link>
          </div>
          <Text as="span" tone="subdued" breakWord>
            {order.items.join(', ')}
          </Text>
        </BlockStack>
      ),
    },
    { title: 'Due', cell: ({ day }) => formatDay(day), brief: ({ day }) => formatDay(day) },
    {
      title: 'Outcome',
      cell: (order) => <Outcome order={order} billing={billing} onDecide={() => onDecide(order)} />,
    },
    { title: 'Amount before tax', alignment: 'end', cell: amountOf, brief: amountOf },
  ];
}

function Outcome({
  order,
  billing: { state, timeZone },
  onDecide,
}: {
  order: ListedOrder;
  billing: Props['billing'];
  onDecide: () => void;
}) {
  const { outcome, explanation, nextAt, order: made, decisions } = order;
  return (
    <BlockStack gap="100" inlineAlign="start">
      <InlineStack gap="200" blockAlign="center">
        <WordBadge {...outcomeWords[outcome]} />
        {made?.name ? <Text as="span">{made.name}</Text> : null}
      </InlineStack>
      {explanation === null ? null : (
        <Text as="span">
          {explanation.happened} {explanation.whatToDo}
        </Text>
      )}
      {outcome === 'failed' && nextAt !== null && state === 'live' ? (
        <Text as="span" tone="subdued">{`Next look: ${formatLook(timeZone, nextAt)}`}</Text>
      ) : null}
      {decisions.length === 0 ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button in it is what is pressed
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key presses that button, which clicks
        <div onClick={keepFromRow}>
          <Button
            size="slim"
            accessibilityLabel={`Decide about ${nameOf(order)}`}
            onClick={onDecide}
          >
            Decide
          </Button>
        </div>
      )}
    </BlockStack>
  );
}

/** The days that a link asks for; undefined for all, also when the address has an invalid day. */
function daysInWords(day = '', until = ''): string | undefined {
  if (isDay(day)) return formatDay(day);
  return isDay(until) ? `Up to ${formatDay(until)}` : undefined;
}

/** A time at the very start of a day stands for the day: Cadence checks at no certain hour of it. */
function formatLook(timeZone: string, nextAt: string): string {
  const day = dayIn(timeZone, new Date(nextAt));
  const dayBefore = dayIn(timeZone, new Date(Date.parse(nextAt) - 1));
  return day === dayBefore ? formatInstant(timeZone, nextAt) : formatDay(day);
}

/** A click anywhere in a row selects the row. */
const keepFromRow = (click: MouseEvent) => click.stopPropagation();
