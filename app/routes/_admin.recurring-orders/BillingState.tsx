import { Banner, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { formatCount, formatInstant } from '#contract/format.ts';
import type { Billing } from '#contract/recurring-orders.ts';
import { useAdmin } from '../../bridge/admin.ts';
import { leaveForUpdate } from '../../bridge/update-redirect.ts';

type Shown = Pick<
  Billing,
  | 'state'
  | 'wentLiveAt'
  | 'stopped'
  | 'subscriptions'
  | 'grantUrl'
  | 'activeSubscriptions'
  | 'timeZone'
>;
type Props = { billing: Shown; onStart: () => void };

export function BillingState({ billing, onStart }: Props) {
  return (
    <>
      <Hindrance {...billing} />
      <State billing={billing} onStart={onStart} />
    </>
  );
}

function Hindrance({ subscriptions, grantUrl }: Shown) {
  const connect = useAdmin();
  if (grantUrl !== null) {
    return (
      <Banner
        tone="warning"
        title="Cadence needs your permission to charge subscriptions"
        action={{
          content: 'Review permissions',
          onAction: () => leaveForUpdate(connect, grantUrl),
        }}
      >
        <p>Until you allow it, no recurring order can be charged.</p>
      </Banner>
    );
  }
  if (subscriptions === 'refused') {
    return (
      <Banner
        tone="warning"
        title="Cadence can’t read your subscriptions"
        action={{ content: 'Contact us', url: '/contact-us' }}
      >
        <p>No recurring order can be charged until this is resolved. We try again every night.</p>
      </Banner>
    );
  }
  if (subscriptions === 'known') return null;
  return (
    <Banner tone="info" title="We’re still reading your subscriptions">
      <p>This can take a few minutes. You can start billing once we’re done.</p>
    </Banner>
  );
}

function State({ billing, onStart }: Props) {
  const { state, stopped, activeSubscriptions, subscriptions, grantUrl, timeZone } = billing;
  const canStart = subscriptions === 'known' && grantUrl === null;
  // Before Cadence has read all of them, the count would be too low.
  const active =
    subscriptions === 'known'
      ? `You have ${formatCount(activeSubscriptions, 'active subscription')}.`
      : '';
  const hasNone = subscriptions === 'known' && activeSubscriptions === 0;
  if (state === 'live') {
    return (
      <Card>
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            Billing is on
          </Text>
          <Text as="p">
            {canStart
              ? 'Recurring orders are charged when they’re due, by your billing rules.'
              : 'Recurring orders will be charged again as soon as that’s resolved.'}{' '}
            {active}
          </Text>
          {billing.wentLiveAt === null ? null : (
            <Text as="p" tone="subdued">
              First started {formatInstant(timeZone, billing.wentLiveAt)}
            </Text>
          )}
          {hasNone ? <SellFirst /> : null}
        </BlockStack>
      </Card>
    );
  }
  if (state === 'stopped') {
    return (
      <Banner
        tone="critical"
        title={
          stopped === null
            ? 'Billing is stopped'
            : `Billing has been stopped since ${formatInstant(timeZone, stopped.at)}`
        }
        action={{ content: 'Start billing again', onAction: onStart, disabled: !canStart }}
      >
        <p>{stopped?.because?.happened ?? 'You stopped billing.'}</p>
        {stopped?.because?.whatToDo ? <p>{stopped.because.whatToDo}</p> : null}
        <p>No recurring order is charged until you start billing again. {active}</p>
      </Banner>
    );
  }
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Recurring orders aren’t charged yet
        </Text>
        <Text as="p">
          Once you start billing, Cadence charges your customers’ subscriptions when they’re due.
          You’ll see what is charged first before anything happens. {active}
        </Text>
        <InlineStack gap="200">
          <Button variant="primary" onClick={onStart} disabled={!canStart}>
            Start billing
          </Button>
        </InlineStack>
        {hasNone ? <SellFirst /> : null}
      </BlockStack>
    </Card>
  );
}

function SellFirst() {
  return (
    <InlineStack>
      <Button variant="plain" url="/fixed-subscription">
        Set up Selling Plans
      </Button>
    </InlineStack>
  );
}
