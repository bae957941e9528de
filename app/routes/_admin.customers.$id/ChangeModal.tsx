import { Text } from '@shopify/polaris';
import { useState } from 'react';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import { RequestModal } from '../../forms/RequestModal.tsx';
import { useFocusOnRefusal } from '../../forms/use-focus-on-refusal.ts';
import { ChangeFields } from './ChangeFields.tsx';
import { bodyOf, canBeFollowed, type Refusals, typedAtFirst } from './change-body.ts';
import { type Asking, type ChangeWords, changeWords, isPossible } from './change-words.ts';
import { useContractChange } from './use-contract-change.ts';
import { type LinesBack, linesBack } from './way-back.ts';

type Props = {
  asking: Asking;
  /** As it is on the screen now. */
  subscription: SubscriptionContract;
  /** With what undoes it, if anything does. */
  onChanged: (text: string, back?: LinesBack) => void;
  onClose: () => void;
};

/** Says what a change of a subscription does before it is done. Mounted while it is open. */
export function ChangeModal({ asking, subscription, onChanged, onClose }: Props) {
  // What was typed follows from what was seen then.
  const { change, isAsking, failure } = useContractChange(
    subscription,
    asking.change === 'set lines' ? (asking.back?.tag ?? subscription.tag) : undefined,
  );
  const [atFirst] = useState(() => typedAtFirst(asking, subscription));
  const [typed, setTyped] = useState(atFirst);
  const [refusals, setRefusals] = useState<Refusals>({});
  useFocusOnRefusal(refusals);
  const isOver = !isAsking && !isPossible(asking, subscription);
  const order = subscription.coming.find(({ cycle }) => cycle === asking.order?.cycle);
  const asks = asking.order === undefined ? asking : { ...asking, order: order ?? asking.order };
  const isFollowed = typed.isFollowed && canBeFollowed(order);
  const current = changeWords(asks, subscription, { isFollowed, newDay: typed.day });
  // They follow the screen behind, as what is sent does, but not while the answer comes.
  const [asked, setAsked] = useState<ChangeWords>();
  const words = asked ?? current;

  async function send() {
    const { body, refusals: refused } = bodyOf(asks, { ...typed, isFollowed }, subscription);
    if (refused !== undefined) return setRefusals(refused);
    setRefusals({});
    setAsked(current);
    const { answer: after } = await change(body);
    setAsked(undefined);
    if (after === undefined) return;
    const around = { before: subscription, after };
    onChanged(current.done, asking.change === 'set lines' ? linesBack(around) : undefined);
  }

  const isCancel = asking.change === 'cancel';
  // That it can't be done again says more than that no answer came.
  const mayBeDone =
    isOver && failure !== undefined && (failure.status === 0 || failure.status > 499);
  return (
    <RequestModal
      size="small"
      title={words.title}
      confirm={words.confirm}
      cancel={isCancel ? 'Keep subscription' : 'Cancel'}
      isDestructive={isCancel}
      // A day is chosen again in a moment.
      unsaved={
        typed !== atFirst && asking.change === 'set lines'
          ? 'The changes you typed will be lost.'
          : typed.note.trim() !== ''
            ? 'The note you typed will be lost.'
            : undefined
      }
      {...{ isAsking, failure: mayBeDone ? undefined : failure, isOver, onClose }}
      onConfirm={() => void send()}
    >
      {isOver ? (
        <Text as="p">
          {mayBeDone ? 'No answer came, so this may have been done. ' : null}
          This isn’t possible anymore as the subscription stands now. You see it behind this
          message.
        </Text>
      ) : (
        <>
          <ChangeFields
            change={asking.change}
            canBeFollowed={canBeFollowed(order)}
            subscription={subscription}
            typed={typed}
            refusals={refusals}
            isAsking={isAsking}
            onType={(change) => {
              setTyped((before) => ({ ...before, ...change }));
              setRefusals({});
            }}
          />
          {words.effects.map((effect) => (
            <Text as="p" key={effect}>
              {effect}
            </Text>
          ))}
        </>
      )}
    </RequestModal>
  );
}
