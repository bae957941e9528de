import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { formatDay, formatInstant, formatMoney } from '#contract/format.ts';
import type {
  ContractHistory,
  HistoryEntry,
  SubscriptionContract,
} from '#contract/subscription-contract.ts';
import { decisionWords } from '../../recurring-orders/decision-words.ts';
import { noticeInWords } from '../../recurring-orders/notice-words.ts';
import { timelineInWords } from '../../recurring-orders/timeline-words.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';

/**
 * The latest page, and after it what was shown before, of which new entries push some off that page. With nothing in common nobody knows what lies
 * between: then it begins anew.
 */
function goneOn(latest: ContractHistory, shown: ContractHistory): ContractHistory {
  const times = new Map(latest.history.map(({ id, at }) => [id, at]));
  const common = shown.history.findLastIndex(({ id, at }) => times.get(id) === at);
  if (common < 0) return latest;
  // A charge that was under way has its time anew.
  const rest = shown.history.slice(common + 1).filter(({ id }) => !times.has(id));
  return { history: [...latest.history, ...rest], earlier: shown.earlier };
}

/** The subscription's history, latest first, fifty entries at a time. */
export function History({ subscription }: { subscription: SubscriptionContract }) {
  const { id, timeZone, currencyCode } = subscription;
  const [loaded, setLoaded] = useState<ContractHistory>();
  const { ask, isAsking, failure } = useResourceRequest();
  const { history, earlier } = loaded === undefined ? subscription : goneOn(subscription, loaded);
  const [added, setAdded] = useState<readonly HistoryEntry[]>([]);
  const firstAdded = useRef<HTMLLIElement>(null);
  // The keyboard goes on, and a screen reader reads on, where the entries do.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => firstAdded.current?.focus(), [added]);
  const showEarlier = async (after: string) => {
    const { answer } = await ask({
      method: 'GET',
      path: `/resources/customers/${id}/history?after=${encodeURIComponent(after)}`,
      answer: async () =>
        (await import('#contract/subscription-contract.ts')).contractHistorySchema,
    });
    if (answer === undefined) return;
    setLoaded({ history: [...history, ...answer.history], earlier: answer.earlier });
    setAdded(answer.history);
  };
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          History
        </Text>
        <BlockStack as="ol" gap="300">
          {history.map((entry) => (
            <li
              key={entry.id}
              {...(entry.id === added[0]?.id ? { ref: firstAdded, tabIndex: -1 } : {})}
            >
              <Text as="p" tone="subdued">
                {formatInstant(timeZone, entry.at)}
              </Text>
              <Text as="p" breakWord>
                {entryInWords(entry, currencyCode)}
              </Text>
            </li>
          ))}
        </BlockStack>
        <div role="status">
          {isAsking ? (
            <Text as="p" tone="subdued">
              Loading earlier entries…
            </Text>
          ) : failure !== undefined ? (
            <Text as="p">{`We can’t show earlier entries right now. ${failure.message}`}</Text>
          ) : added.length > 0 ? (
            <Text as="p" visuallyHidden>{`Earlier entries shown: ${added.length}`}</Text>
          ) : null}
        </div>
        {earlier === null ? null : (
          <InlineStack>
            <Button onClick={() => void showEarlier(earlier)}>
              {failure === undefined ? 'Show earlier' : 'Try again'}
            </Button>
          </InlineStack>
        )}
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
      return timelineInWords(event, entry);
  }
}
