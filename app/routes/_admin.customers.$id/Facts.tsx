import { Badge, BlockStack, Card, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { formatDay, formatDayIn } from '#contract/format.ts';
import { intervalInWords } from '#contract/plan-words.ts';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { troubleWords } from '../../recurring-orders/contract-words.ts';

type Shown = { subscription: SubscriptionContract };

/** How often, by which plan, and since when. */
export function Terms({ subscription }: Shown) {
  const { id, every, delivered, lines, createdAt, timeZone, isUsageBased, use } = subscription;
  const plans = [...new Set(lines.flatMap(({ planName }) => planName ?? []))];
  const [charged, sent] = [intervalInWords(every), intervalInWords(delivered)];
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Subscription
        </Text>
        <Fact name={isUsageBased ? 'Charged by use, at most' : 'Charged'}>{charged}</Fact>
        {use === null ? null : <Fact name="Last order">{formatDayIn(timeZone, use.lastAt)}</Fact>}
        {use === null ? null : <Fact name="Next order">{`From ${formatDay(use.nextFrom)}`}</Fact>}
        {isUsageBased === null ? (
          <Text as="p" tone="subdued">
            Its plan is gone, so nobody knows whether it’s charged by date or by use. You decide
            about each order in Recurring Orders.
          </Text>
        ) : null}
        {sent === charged ? null : <Fact name="Delivered">{sent}</Fact>}
        {plans.length === 0 ? null : <Fact name="Plan">{plans.join(', ')}</Fact>}
        <Fact name="Since">{formatDayIn(timeZone, createdAt)}</Fact>
        <Fact name="Number">{id}</Fact>
      </BlockStack>
    </Card>
  );
}

const kinds: Readonly<Record<string, string>> = {
  CARD: 'Card',
  PAYPAL: 'PayPal',
  SHOP_PAY: 'Shop Pay',
};

/** How it is paid, and what is in the way. */
export function Payment({ subscription: { paymentMethod, paymentTrouble } }: Shown) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Payment
          </Text>
          {paymentTrouble === null ? null : (
            <Badge tone="critical">{troubleWords[paymentTrouble]}</Badge>
          )}
        </InlineStack>
        <Text as="p">{methodInWords(paymentMethod)}</Text>
      </BlockStack>
    </Card>
  );
}

function methodInWords(method: SubscriptionContract['paymentMethod']): string {
  if (method === null) return 'No payment method is known.';
  const { kind, lastDigits, expiryMonth, expiryYear } = method;
  const name = kinds[kind] ?? 'Another payment method';
  const ending = lastDigits === null ? '' : ` ending in ${lastDigits}`;
  if (expiryMonth === null || expiryYear === null) return `${name}${ending}`;
  return `${name}${ending}, expires ${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <BlockStack>
      <Text as="span" tone="subdued">
        {name}
      </Text>
      <WrappingText>{children}</WrappingText>
    </BlockStack>
  );
}
