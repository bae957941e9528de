import { Banner, BlockStack, Modal, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { isDay } from '#contract/calendar.ts';
import type { ChangeContract, SubscriptionContract } from '#contract/subscription-contract.ts';
import { useDoubleClickGuard } from '../../forms/use-double-click-guard.ts';
import { useFocusReturn } from '../../forms/use-focus-return.ts';
import type { ResourceRequest } from '../../requests/request-resource.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { type Asking, type ChangeWords, changeWords, isPossible } from './change-words.ts';

type Props = {
  asking: Asking;
  /** As it is on the screen now. */
  subscription: SubscriptionContract;
  onChanged: (text: string) => void;
  onClose: () => void;
};

const requestOf = (
  { id, tag }: SubscriptionContract,
  body: ChangeContract,
): ResourceRequest<SubscriptionContract> => ({
  method: 'POST',
  path: `/resources/customers/${id}/change`,
  body,
  ifMatch: tag,
  answer: async () =>
    (await import('#contract/subscription-contract.ts')).subscriptionContractSchema,
});

/** Says what a change of a subscription does before it is done. Mounted while it is open. */
export function ChangeModal({ asking, subscription, onChanged, onClose }: Props) {
  const { ask, isAsking, failure } = useResourceRequest();
  const [day, setDay] = useState(asking.order?.day ?? '');
  const [dayRefusal, setDayRefusal] = useState<string>();
  const reloadScreen = useRevalidateScreen();
  const isClickable = useDoubleClickGuard(true);
  useFocusReturn();
  const isOver = !isAsking && !isPossible(asking, subscription);
  const order = subscription.coming.find(({ cycle }) => cycle === asking.order?.cycle);
  const current = changeWords(
    asking.order === undefined ? asking : { ...asking, order: order ?? asking.order },
    subscription,
  );
  // They follow the screen behind, as what is sent does, but not while the answer comes.
  const [asked, setAsked] = useState<ChangeWords>();
  const words = asked ?? current;
  const canFinish = useDoubleClickGuard(isOver);

  async function change() {
    if (isAsking) return;
    const body = bodyOf(asking, day);
    if (body === null) return setDayRefusal('Pick a day');
    setAsked(current);
    const outcome = await ask(requestOf(subscription, body));
    setAsked(undefined);
    if (outcome.failure === undefined) onChanged(current.done);
    // It may have been done all the same, or by somebody else.
    else reloadScreen();
  }

  const isCancel = asking.change === 'cancel';
  return (
    <Modal
      open
      size="small"
      title={words.title}
      onClose={isAsking ? () => undefined : onClose}
      primaryAction={
        isOver
          ? { content: 'Done', disabled: !canFinish, onAction: onClose }
          : {
              content: words.confirm,
              destructive: isCancel,
              loading: isAsking,
              disabled: isAsking || !isClickable,
              onAction: () => void change(),
            }
      }
      {...(!isOver && {
        secondaryActions: [
          {
            content: isCancel ? 'Keep subscription' : 'Cancel',
            disabled: isAsking,
            onAction: onClose,
          },
        ],
      })}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {failure === undefined ? null : <Banner tone="critical" title={failure.message} />}
          {isOver ? (
            <Text as="p">
              This isn’t possible anymore as the subscription stands now. You see it behind this
              message.
            </Text>
          ) : (
            <>
              {asking.change === 'move' ? (
                <TextField
                  label="New day"
                  type="date"
                  value={day}
                  error={dayRefusal}
                  disabled={isAsking}
                  autoComplete="off"
                  onChange={(typed) => {
                    setDay(typed);
                    setDayRefusal(undefined);
                  }}
                />
              ) : null}
              {words.effects.map((effect) => (
                <Text as="p" key={effect}>
                  {effect}
                </Text>
              ))}
            </>
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** What is sent; null where no day was picked. */
function bodyOf({ change, order }: Asking, day: string): ChangeContract | null {
  if (order === undefined) return { change };
  const { cycle } = order;
  if (change !== 'move') return { change, cycle };
  return isDay(day) ? { change, cycle, day } : null;
}
