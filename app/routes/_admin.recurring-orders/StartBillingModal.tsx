import { Banner, BlockStack, List, SkeletonBodyText, Text } from '@shopify/polaris';
import { formatCount, formatDay, formatMoney, formatNumber, formatSums } from '#contract/format.ts';
import type { Billing, FirstCharges } from '#contract/recurring-orders.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { RequestModal } from '../../forms/RequestModal.tsx';
import { customerName } from '../../recurring-orders/outcome-words.ts';
import { useResource, useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { billingRequests } from './billing-requests.ts';

type Props = {
  state: Exclude<Billing['state'], 'live'>;
  onStarted: () => void;
  onClose: () => void;
};

/** The number of orders and their sum in each currency: `3 orders, $36.00 and €12.00 before tax`. */
function chargesInWords({ orders, money }: FirstCharges['now']): string {
  if (orders === 0 || money.length === 0) return formatCount(orders, 'order');
  return `${formatCount(orders, 'order')}, ${formatSums(money)} before tax`;
}

/** Shows the first charges, and starts billing once the merchant has seen them. Mount it only while it's open. */
export function StartBillingModal({ state, onStarted, onClose }: Props) {
  const first = useResource(billingRequests.first);
  const { ask, isAsking, failure } = useResourceRequest();
  const reloadScreen = useRevalidateScreen();
  const refused = first.isAsking ? undefined : first.failure;
  const seen = first.isAsking || refused ? undefined : first.answer;

  async function start() {
    if (seen === undefined) return;
    const change = state === 'before' ? 'go live' : 'start';
    const outcome = await ask(billingRequests.change(change, seen.tag));
    if (outcome.failure === undefined) return onStarted();
    // Billing may have started although the answer was lost.
    reloadScreen();
    if (outcome.failure.status === 409) first.reload();
  }

  const content = state === 'before' ? 'Start billing' : 'Start billing again';
  return (
    <RequestModal
      title={`${content}?`}
      confirm={refused ? 'Try again' : content}
      isReady={refused !== undefined || seen !== undefined}
      {...{ isAsking, failure, onClose }}
      onConfirm={() => (refused ? first.reload() : void start())}
    >
      {refused ? (
        <Banner tone="critical" title="We couldn’t load what will be charged first">
          <p>{refused.message}</p>
        </Banner>
      ) : seen === undefined ? (
        <>
          <Text as="p" visuallyHidden>
            Loading what will be charged first
          </Text>
          <SkeletonBodyText lines={5} />
        </>
      ) : (
        <First charges={seen} />
      )}
    </RequestModal>
  );
}

function First({ charges: { now, soon, toDecide, first } }: { charges: FirstCharges }) {
  const further = now.orders + soon.orders - first.length;
  return (
    <>
      <List>
        <List.Item>Charged right away: {chargesInWords(now)}</List.Item>
        <List.Item>Charged in the next 7 days: {chargesInWords(soon)}</List.Item>
        {toDecide === 0 ? null : (
          <List.Item>{`Not charged until you decide: ${formatCount(toDecide, 'order')}`}</List.Item>
        )}
      </List>
      {first.length === 0 ? null : (
        <BlockStack gap="200">
          <Text as="h3" variant="headingSm">
            First in line
          </Text>
          <List>
            {first.map((order) => (
              <List.Item key={`${order.contract} ${order.cycle}`}>
                <WrappingText>
                  {`${formatDay(order.day)}: ${customerName(order)}, ${formatMoney(order.amount, order.currencyCode)}`}
                </WrappingText>
              </List.Item>
            ))}
            {further > 0 ? <List.Item>{`And ${formatNumber(further)} more`}</List.Item> : null}
          </List>
        </BlockStack>
      )}
    </>
  );
}
