import { BlockStack, Card, Text } from '@shopify/polaris';
import { formatDay, formatInstant, formatMoney } from '#contract/format.ts';
import type { HistoryEntry, SubscriptionContract } from '#contract/subscription-contract.ts';
import { decisionWords } from '../../recurring-orders/decision-words.ts';
import { noticeInWords } from '../../recurring-orders/notice-words.ts';
import { timelineInWords } from '../../recurring-orders/timeline-words.ts';

type Shown = Pick<SubscriptionContract, 'history' | 'timeZone' | 'currencyCode'>;

/** The subscription's history, latest first. */
export function History({ history, timeZone, currencyCode }: Shown) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          History
        </Text>
        <BlockStack as="ol" gap="300">
          {history.map((entry) => (
            <li key={JSON.stringify(entry)}>
              <Text as="p" tone="subdued">
                {formatInstant(timeZone, entry.at)}
              </Text>
              <Text as="p" breakWord>
                {entryInWords(entry, currencyCode)}
              </Text>
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

function deciderOf({ by }: HistoryEntry): string {
  if (by === null) return 'You or a colleague';
  return by.isYou ? 'You' : 'A colleague';
}

/** An entry's text, and the order that it is about. */
export function entryInWords(entry: HistoryEntry, currencyCode: string): string {
  const { event, day, order, amount, explanation, decision, details } = entry;
  const of = day === null ? '' : ` of ${formatDay(day)}`;
  const said =
    explanation === null
      ? ''
      : ` ${[explanation.happened, explanation.whatToDo].filter((part) => part !== null).join(' ')}`;
  switch (event) {
    case 'began':
      return 'The subscription began.';
    case 'charging':
      return `Cadence asked Shopify to charge the order${of}.`;
    case 'charged': {
      const sum = amount === null ? '' : ` for ${formatMoney(amount, currencyCode)} before tax`;
      const held = details.subject === undefined ? '' : ` It held ${details.subject}.`;
      return `The order${of} was charged${sum}${order?.name ? `: ${order.name}` : ''}.${held}`;
    }
    case 'failed':
      return `The order${of} couldn’t be charged.${said}`;
    case 'decided':
      return `${deciderOf(entry)} decided about the order${of}: ${decision === null ? '' : decisionWords[decision].label}.`;
    case 'not charged':
      return `Cadence doesn’t charge the order${of}.${said}`;
    case 'told':
      return entry.notice === null ? '' : noticeInWords(entry.notice, entry.unsent, entry.channel);
    default:
      return timelineInWords(event, entry, currencyCode);
  }
}
