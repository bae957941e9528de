import {
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  List,
  ProgressBar,
  Text,
} from '@shopify/polaris';
import type { BulkChange, BulkDecision } from '#contract/bulk-change.ts';
import { bulkTexts } from '#contract/bulk-change-names.ts';
import { formatCount, formatInstant, formatMoney, formatNumber } from '#contract/format.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { bulkEffects, bulkFilterInWords, leftOutWords } from '../../recurring-orders/bulk-words.ts';
import { untilOwnPrice } from '../../recurring-orders/contract-words.ts';

type Props = {
  change: BulkChange;
  isAsking: boolean;
  onDecide: (decision: BulkDecision) => void;
};

/** How a change of many stands, with what can be done about it. */
export function Progress({ change, isAsking, onDecide }: Props) {
  const { state, counts, stoppedBecause, takenBackBy, timeZone, endedAt } = change;
  const open = counts.waiting + counts.doing;
  const settled = counts.done + counts.refused;
  switch (state) {
    case 'checking':
      return <Checking change={change} />;
    case 'prepared':
      return <Preview change={change} />;
    case 'running':
      return (
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              {`${formatNumber(settled)} of ${formatCount(settled + open, 'subscription')}`}
            </Text>
            <ProgressBar
              progress={percentOf(settled, settled + open)}
              size="small"
              ariaLabelledBy="bulk-progress"
            />
            <Text as="p" id="bulk-progress">
              This goes on by itself, also when you leave this page. Shopify takes only so many
              changes a minute.
            </Text>
            <Counts {...counts} />
            <InlineStack>
              <Button loading={isAsking} onClick={() => onDecide('stop')}>
                Stop
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
      );
    case 'stopped':
      return (
        <Banner
          tone="warning"
          title={`Stopped with ${formatCount(open, 'subscription')} left`}
          {...(takenBackBy === null && {
            action: { content: 'Go on', loading: isAsking, onAction: () => onDecide('go on') },
          })}
        >
          <BlockStack gap="200">
            <p>
              {takenBackBy === null
                ? (stoppedBecause ?? 'You or a colleague stopped it. What is done stays done.')
                : bulkTexts.goesOnNoMore}
            </p>
            <Counts {...counts} />
          </BlockStack>
        </Banner>
      );
    case 'done':
      return (
        <Banner
          tone={counts.refused > 0 ? 'warning' : 'success'}
          title={endedAt === null ? 'Done' : `Done on ${formatInstant(timeZone, endedAt)}`}
        >
          <Counts {...counts} />
        </Banner>
      );
  }
}

/** Whole ones: a screen reader reads out what the bar is given. */
const percentOf = (done: number, all: number) => (all === 0 ? 100 : Math.floor((100 * done) / all));

/** The lines of an import, while they are looked up. */
function Checking({ change: { counts, stoppedBecause } }: { change: BulkChange }) {
  const checked = counts.waiting + counts.leftOut;
  const all = checked + counts.doing;
  return (
    <Card>
      <BlockStack gap="300">
        {stoppedBecause === null ? null : (
          <Banner
            tone="warning"
            title="We can’t check the file right now, and try again by ourselves"
          >
            <p>{stoppedBecause}</p>
          </Banner>
        )}
        <Text as="h2" variant="headingMd">
          {`Checked ${formatNumber(checked)} of ${formatCount(all, 'line')}`}
        </Text>
        <ProgressBar
          progress={percentOf(checked, all)}
          size="small"
          ariaLabelledBy="import-progress"
        />
        <Text as="p" id="import-progress">
          Nothing is imported yet. We look up each customer, product and payment method in Shopify
          first.
        </Text>
      </BlockStack>
    </Card>
  );
}

function Counts({ done, refused, leftOut }: BulkChange['counts']) {
  const parts = [
    `${formatNumber(done)} done`,
    `${formatNumber(refused)} refused`,
    `${formatNumber(leftOut)} left out`,
  ];
  return (
    <div role="status">
      <Text as="p">{parts.join(', ')}</Text>
    </div>
  );
}

function Preview({ change: { change, takesBack, counts, withoutMethod } }: { change: BulkChange }) {
  const isImport = change.change === 'import';
  if (counts.waiting === 0) {
    return (
      <Banner
        tone="warning"
        title={isImport ? 'There’s nothing to import' : 'There’s nothing to change'}
      >
        <p>
          {isImport
            ? 'All lines of the file are left out. Below you see why.'
            : 'All subscriptions that you chose are left out. Below you see why.'}
        </p>
      </Banner>
    );
  }
  const effects = takesBack === null ? bulkEffects[change.change] : backEffectsOf(change);
  const subscriptions = formatCount(counts.waiting, 'subscription');
  return (
    <Banner
      tone={change.change === 'cancel' ? 'critical' : 'info'}
      title={
        isImport
          ? `Nothing is imported yet. This will make ${subscriptions}.`
          : `Nothing is changed yet. This will change ${subscriptions}.`
      }
    >
      <BlockStack gap="200">
        {effects.map((effect) => (
          <p key={effect}>{effect}</p>
        ))}
        {withoutMethod === 0 ? null : (
          <p>{`${formatCount(withoutMethod, 'subscription')} without a payment method can’t be charged until your customer has added one.`}</p>
        )}
      </BlockStack>
    </Banner>
  );
}

const backEffectsOf = ({ change }: BulkChange['change']) => [
  'Each becomes what it was before, where nobody has changed it since. Orders that were charged meanwhile stay as they are.',
  ...(change === 'pause' ? bulkEffects.resume.slice(0, 1) : []),
];

/** Who it is about, what they pay, and who is left out. */
export function Facts({ change }: { change: BulkChange }) {
  const { filter, ticked, sums, leftOut, counts } = change;
  const isImport = change.change.change === 'import';
  if (isImport && sums.length === 0 && leftOut.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        {isImport ? null : (
          <BlockStack gap="100">
            <Text as="h2" variant="headingMd">
              Who
            </Text>
            <WrappingText>{bulkFilterInWords(filter, ticked)}</WrappingText>
          </BlockStack>
        )}
        {sums.length === 0 ? null : (
          <BlockStack gap="100">
            <Text as="h2" variant="headingMd">
              One order of each, before tax
            </Text>
            <List>
              {sums.map(({ currencyCode, subscriptions, amount, newAmount, ownPrices }) => (
                <List.Item key={currencyCode}>
                  {`${formatCount(subscriptions, 'subscription')}: ${
                    isImport
                      ? formatMoney(newAmount, currencyCode)
                      : `${formatMoney(amount, currencyCode)} before, ${formatMoney(newAmount, currencyCode)} after`
                  }${ownPrices === 0 ? '' : `, for ${formatNumber(ownPrices)} of them ${untilOwnPrice}`}`}
                </List.Item>
              ))}
            </List>
          </BlockStack>
        )}
        {leftOut.length === 0 ? null : (
          <BlockStack gap="100">
            <Text as="h2" variant="headingMd">
              Left out
            </Text>
            <List>
              {leftOut.map(({ reason, subscriptions }) => (
                <List.Item
                  key={reason}
                >{`${leftOutWords[reason]}: ${formatNumber(subscriptions)}`}</List.Item>
              ))}
            </List>
            {isImport ? (
              <InlineStack>
                <Button variant="plain" url="?show=left+out">
                  {`Show ${formatCount(counts.leftOut, 'line')} left out`}
                </Button>
              </InlineStack>
            ) : null}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}
