import {
  Badge,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  Divider,
  InlineStack,
  Text,
} from '@shopify/polaris';
import { Fragment } from 'react';
import {
  formatDay,
  formatInstant,
  formatMoney,
  formatProduct,
  formatTimeZone,
} from '#contract/format.ts';
import { orderAmountOf } from '#contract/money.ts';
import { roastInWords } from '#contract/roast-words.ts';
import type { ComingOrder, SubscriptionContract } from '#contract/subscription-contract.ts';
import type { OrderChange } from '#contract/subscription-contract-names.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { untilOwnPrice } from '../../recurring-orders/contract-words.ts';
import { outcomeWords } from '../../recurring-orders/outcome-words.ts';
import { WordBadge } from '../../recurring-orders/WordBadge.tsx';
import type { PressedChange } from './change-words.ts';
import { firstCharged, hasOwnPrice, nextCoffeeOf } from './next-order.ts';

type Shown = { subscription: SubscriptionContract };

/** The next order: its products, its price, and until when it can be changed. */
export function NextOrder({
  subscription,
  onRemove,
}: Shown & { onRemove: (extra: SubscriptionContract['once'][number]) => void }) {
  const { lines, once, rotations, deliveryPrice, amount, currencyCode } = subscription;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Next order
        </Text>
        <NextDay subscription={subscription} />
        <Divider />
        <BlockStack gap="200">
          {lines.map((line) => (
            <Fragment key={line.id}>
              <Priced
                text={`${line.quantity} × ${formatProduct(line)}`}
                price={formatMoney(line.price * line.quantity, currencyCode)}
              />
              <NextCoffee rotation={rotations.find((one) => one.line === line.id)} />
            </Fragment>
          ))}
          {once.map((extra) => {
            const text = `${extra.quantity} × ${formatProduct(extra)}`;
            return (
              <BlockStack key={extra.id}>
                <Priced
                  text={text}
                  price={formatMoney(extra.price * extra.quantity, currencyCode)}
                />
                <InlineStack gap="200">
                  <Text as="span" tone="subdued">
                    Added to this order alone
                  </Text>
                  <Button
                    variant="plain"
                    accessibilityLabel={`Remove ${text} from the next order`}
                    onClick={() => onRemove(extra)}
                  >
                    Remove
                  </Button>
                </InlineStack>
              </BlockStack>
            );
          })}
          <Priced text="Delivery" price={formatMoney(deliveryPrice, currencyCode)} />
          <Priced
            text={
              hasOwnPrice(subscription)
                ? `Total before tax, ${untilOwnPrice}`
                : 'Total at today’s prices, before tax'
            }
            price={formatMoney(orderAmountOf(once, amount), currencyCode)}
            isTotal
          />
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

/** The coffee that goes out for a rotating product. */
function NextCoffee({
  rotation,
}: {
  rotation: SubscriptionContract['rotations'][number] | undefined;
}) {
  if (rotation === undefined) return null;
  const next = nextCoffeeOf(rotation);
  return (
    <Text as="p" tone="subdued" breakWord>
      {next === undefined
        ? 'No product of its rotation can go out, so you’ll be asked when it’s due.'
        : `Next in the rotation: ${next.title}${rotation.price === 'product' ? ', at its own price with the plan’s discount' : ''}.`}
    </Text>
  );
}

function Priced({
  text,
  price,
  isTotal = false,
}: {
  text: string;
  price: string;
  isTotal?: boolean;
}) {
  const weight = isTotal ? 'semibold' : 'regular';
  return (
    <InlineStack align="space-between" gap="400" wrap={false}>
      <WrappingText>
        <Text as="span" fontWeight={weight}>
          {text}
        </Text>
      </WrappingText>
      <Text as="span" numeric fontWeight={weight}>
        {price}
      </Text>
    </InlineStack>
  );
}

function NextDay({ subscription }: Shown) {
  const { coming, isBilling, status, timeZone } = subscription;
  const next = coming.find(({ outcome }) => outcome === 'upcoming');
  const first = firstCharged(subscription);
  if (status === 'ACTIVE' && first?.outcome === 'failed' && isBilling) {
    const inTime = next && `, if that’s paid before the one of ${formatDay(next.day)}`;
    return (
      <BlockStack gap="100">
        <Text as="p" variant="headingLg">
          The next order that’s charged
        </Text>
        <Text as="p" tone="subdued">
          {`It’s the one of ${formatDay(first.day)}, which failed${inTime ?? ''}.`}
        </Text>
      </BlockStack>
    );
  }
  if (next === undefined) return <Text as="p">{noOrderWords(subscription)}</Text>;
  return (
    <BlockStack gap="100">
      <Text as="p" variant="headingLg">
        {formatDay(next.day)}
      </Text>
      {isBilling ? (
        <Text as="p" tone="subdued">
          {subscription.use !== null
            ? `It’s ordered, and charged at ${formatInstant(timeZone, next.chargedFrom)}.${subscription.use.canBePutOff ? ' A customer who was told can put it off until then.' : ''}`
            : subscription.isUsageBased === null
              ? 'You decide about it once it’s due.'
              : untilWords(next, timeZone)}
        </Text>
      ) : (
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" tone="subdued">
            It isn’t charged before you start billing.
          </Text>
          <Button variant="plain" url="/recurring-orders">
            Go to Recurring Orders
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}

/** Until when the next order can be changed. After its cut-off only the merchant still can. */
function untilWords(
  { day, changes, cutoff, chargedFrom, explanation }: ComingOrder,
  timeZone: string,
): string {
  if (changes.length === 0) {
    const why = explanation === null ? 'It’s about to be charged, so it' : 'It';
    return `${why} can’t be changed anymore.`;
  }
  const charged = formatInstant(timeZone, chargedFrom);
  if (cutoff === null) return `You can change it until ${charged}. Then it’s charged.`;
  const roast = `${roastInWords(day, cutoff.day, formatTimeZone(timeZone))}.`;
  return cutoff.isOver
    ? `${roast} It may be roasted already. You can still change it until ${charged}, when it’s charged.`
    : `${roast} It’s charged on ${charged}.`;
}

function noOrderWords({ status, isGone, isUsageBased, resumesOn }: SubscriptionContract): string {
  if (isGone || status === 'CANCELLED' || status === 'EXPIRED') {
    return 'This subscription has ended. There are no more orders.';
  }
  if (status === 'PAUSED') {
    const said = 'Nothing is charged while the subscription is paused.';
    return resumesOn === null ? said : `${said} It resumes by itself on ${formatDay(resumesOn)}.`;
  }
  if (status === 'FAILED') return 'Nothing is charged until the subscription is resumed.';
  if (isUsageBased) return 'It’s charged when your customer runs low, not by date.';
  return 'No order is due within the next 45 days.';
}

type ComingProps = Shown & {
  onChange: (change: PressedChange, order: ComingOrder) => void;
};

/** The orders to come, and what can be done about each. */
export function ComingOrders({ subscription: { coming, timeZone }, onChange }: ComingProps) {
  if (coming.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Coming orders
        </Text>
        {coming.map((order, index) => (
          <Fragment key={order.cycle}>
            {index === 0 ? null : <Divider />}
            <InlineStack align="space-between" blockAlign="center" gap="200">
              <Standing order={order} timeZone={timeZone} />
              <Actions order={order} onChange={onChange} />
            </InlineStack>
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

const isSkipped = ({ outcome }: ComingOrder) => outcome === 'left';

function Standing({ order, timeZone }: { order: ComingOrder; timeZone: string }) {
  const { day, outcome, explanation, cutoff, holds } = order;
  return (
    <BlockStack gap="100">
      {/* InlineStack inherits `align` from the one around it. */}
      <InlineStack align="start" gap="200" blockAlign="center">
        <Text as="span" fontWeight="semibold">
          {formatDay(day)}
        </Text>
        {isSkipped(order) ? <Badge>Skipped</Badge> : <WordBadge {...outcomeWords[outcome]} />}
      </InlineStack>
      {holds.length === 0 ? null : (
        <Text as="span" breakWord>
          {holds.join(', ')}
        </Text>
      )}
      {cutoff !== null && outcome === 'upcoming' ? (
        <Text as="span" tone="subdued">
          {roastInWords(day, cutoff.day, formatTimeZone(timeZone))}
        </Text>
      ) : null}
      {explanation === null || isSkipped(order) ? null : (
        <Text as="span">
          {explanation.happened} {explanation.whatToDo}
        </Text>
      )}
    </BlockStack>
  );
}

const isPressed = (change: OrderChange): change is PressedChange => change !== 'move following';

const buttons: Record<PressedChange, { label: string; about: (day: string) => string }> = {
  skip: { label: 'Skip', about: (day) => `Skip the order of ${day}` },
  unskip: { label: 'Don’t skip', about: (day) => `Don’t skip the order of ${day}` },
  move: { label: 'Move', about: (day) => `Move the order of ${day}` },
  bill: { label: 'Charge now', about: (day) => `Charge now the order of ${day}` },
};

function Actions({ order, onChange }: { order: ComingOrder } & Pick<ComingProps, 'onChange'>) {
  const { day, outcome, changes } = order;
  if (outcome === 'failed' || outcome === 'to decide') {
    return (
      <Box>
        <Button
          size="slim"
          url={`/recurring-orders?view=orders&day=${day}`}
          accessibilityLabel={`See in Recurring Orders: the order of ${formatDay(day)}`}
        >
          See in Recurring Orders
        </Button>
      </Box>
    );
  }
  if (changes.length === 0) return null;
  return (
    <ButtonGroup>
      {changes.filter(isPressed).map((change) => (
        <Button
          key={change}
          size="slim"
          accessibilityLabel={buttons[change].about(formatDay(day))}
          onClick={() => onChange(change, order)}
        >
          {buttons[change].label}
        </Button>
      ))}
    </ButtonGroup>
  );
}
