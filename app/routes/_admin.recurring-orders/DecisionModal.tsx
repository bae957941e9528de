import { Banner, ChoiceList, List, Text } from '@shopify/polaris';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import { type RecurringDecision, recurringDecisions } from '#contract/recurring-orders-names.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { RequestModal } from '../../forms/RequestModal.tsx';
import { decisionWords } from '../../recurring-orders/decision-words.ts';
import { nameOf } from '../../recurring-orders/outcome-words.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { billingRequests } from './billing-requests.ts';
import type { ListedOrder } from './load-view.server.ts';

/** Decisions that charge the customer; they need billing to be on. */
const charging: readonly RecurringDecision[] = ['charge', 'charge again', 'retry'];

const notAnswered = 'We don’t know whether this was done. Look at it again.';

type Props = {
  orders: readonly ListedOrder[];
  isLive: boolean;
  onDecided: (text: string) => void;
  onClose: () => void;
};

const subscriptionsOf = (orders: readonly ListedOrder[]) =>
  new Set(orders.map(({ contract }) => contract)).size;

/** Asks what to do with some orders, and lists those for which the decision was refused. Mount it only while it's open. */
export function DecisionModal({ orders, isLive, onDecided, onClose }: Props) {
  const { ask, isAsking, failure } = useResourceRequest();
  const [refusals, setRefusals] = useState<readonly { id: string; text: string }[]>([]);
  const offered = recurringDecisions.filter((each) =>
    orders.some(({ decisions }) => decisions.includes(each)),
  );
  const possible = isLive ? offered : offered.filter((each) => !charging.includes(each));
  const [decision, setDecision] = useState(possible[0]);
  const reloadScreen = useRevalidateScreen();
  const meant = orders.filter(
    ({ decisions }) => decision !== undefined && decisions.includes(decision),
  );

  async function decide() {
    if (decision === undefined) return;
    const outcome = await ask(billingRequests.decide(decision, meant));
    // The decision may have been taken although its answer was lost.
    if (outcome.failure !== undefined) return reloadScreen();
    const { answer } = outcome;
    const refused = meant.flatMap((order, index) => {
      const why = answer[index]?.refused;
      return why === null ? [] : { id: order.id, text: `${nameOf(order)}: ${why ?? notAnswered}` };
    });
    const taken = meant.filter(({ id }) => refused.every((one) => one.id !== id));
    if (refused.length === 0) onClose();
    else setRefusals(refused);
    if (taken.length > 0) {
      onDecided(decisionWords[decision].done(taken.length, subscriptionsOf(taken)));
    } else reloadScreen();
  }

  const now = subscriptionsOf(meant);
  const isOver = refusals.length > 0;
  const title =
    orders.length === 1 && orders[0] ? nameOf(orders[0]) : formatCount(orders.length, 'order');
  return (
    <RequestModal
      title={title}
      confirm={decision && decisionWords[decision].label}
      isOver={isOver || decision === undefined}
      {...{ isAsking, failure, onClose }}
      onConfirm={() => void decide()}
    >
      {isOver ? (
        <Banner tone="warning" title="This couldn’t be done">
          <List>
            {refusals.map(({ id, text }) => (
              <List.Item key={id}>
                <WrappingText>{text}</WrappingText>
              </List.Item>
            ))}
          </List>
        </Banner>
      ) : decision === undefined ? (
        <Text as="p">There’s nothing to decide about what you chose.</Text>
      ) : (
        <>
          <ChoiceList
            title="What should happen?"
            choices={possible.map((value) => ({
              value,
              label: decisionWords[value].label,
              helpText: decisionWords[value].effect,
            }))}
            selected={[decision]}
            onChange={(chosen) =>
              setDecision(possible.find((each) => each === chosen[0]) ?? decision)
            }
            disabled={isAsking}
          />
          {possible.length === offered.length ? null : (
            <Text as="p">Billing is off. Start it to have orders charged again.</Text>
          )}
          {charging.includes(decision) && now < meant.length ? (
            <Text as="p">
              {`A subscription is charged once a day: ${now} of these ${meant.length} orders now. You’re asked about the others again.`}
            </Text>
          ) : null}
          {meant.length === orders.length ? null : (
            <Text as="p">
              {`This applies to ${meant.length} of the ${orders.length} orders you chose.`}
            </Text>
          )}
        </>
      )}
    </RequestModal>
  );
}
