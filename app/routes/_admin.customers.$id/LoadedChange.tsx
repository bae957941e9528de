import { Banner, SkeletonBodyText } from '@shopify/polaris';
import { type ReactNode, useEffect } from 'react';
import type { ContractRequest, SubscriptionContract } from '#contract/subscription-contract.ts';
import type { ContractChange } from '#contract/subscription-contract-names.ts';
import { RequestModal } from '../../forms/RequestModal.tsx';
import type { Resource } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { useContractChange } from './use-contract-change.ts';
import type { AddressBack } from './way-back.ts';

/** Props that every dialog of a change gets. */
export type LoadedChangeProps = {
  subscription: SubscriptionContract;
  /** What it begins with, to undo a change. */
  back?: AddressBack | undefined;
  /** With what undoes it, if anything does. */
  onChanged: (text: string, back?: AddressBack) => void;
  onClose: () => void;
};

type Props<Known> = LoadedChangeProps & {
  change: ContractChange;
  title: string;
  confirm: string;
  done: string;
  /** What the change follows from; its tag is what its reader has seen. */
  known: Resource<Known>;
  /** A sentence about what would be lost by closing; undefined if there is nothing to lose. */
  unsaved?: string | undefined;
  /** Whether there is anything to choose. */
  canChange?: boolean;
  /** The request's body; undefined if fields are refused, which then say so. */
  bodyOf: (known: Known) => ContractRequest | undefined;
  /** With 409 nothing was done; else it may have been. */
  onFailed?: (failure: { status: number }) => void;
  /** What undoes it, by what was known before, and by what it has become. */
  backOf?: (known: Known, after: SubscriptionContract) => AddressBack | undefined;
  children: (known: Known, isAsking: boolean) => ReactNode;
};

/** A change that follows from what is asked of Shopify while its dialog is open. Mounted while it is. */
export function LoadedChange<Known extends { tag: string }>({
  subscription,
  change: name,
  title,
  confirm,
  done,
  known,
  unsaved,
  canChange = true,
  bodyOf,
  onFailed,
  backOf,
  children,
  back,
  onChanged,
  onClose,
}: Props<Known>) {
  const { change, isAsking, failure } = useContractChange(subscription, back?.tag);
  const { answer } = known;
  const isPossible = isAsking || subscription.changes.includes(name);
  const reloadScreen = useRevalidateScreen();
  const isNewer = answer !== undefined && answer.tag !== subscription.tag;
  // Asking had it read anew: by the old tag the screen's next change would be refused.
  useEffect(() => {
    if (isNewer) reloadScreen();
  }, [isNewer, reloadScreen]);

  async function send() {
    const body = answer === undefined ? undefined : bodyOf(answer);
    if (body === undefined || answer === undefined) return;
    const outcome = await change(body, answer.tag);
    if (outcome.failure === undefined) return onChanged(done, backOf?.(answer, outcome.answer));
    onFailed?.(outcome.failure);
    known.reload();
  }

  return (
    <RequestModal
      title={title}
      confirm={canChange ? confirm : undefined}
      isReady={answer !== undefined && isPossible && !known.isAsking}
      {...{ isAsking, failure, unsaved, onClose }}
      onConfirm={() => void send()}
    >
      {failure !== undefined || known.failure === undefined ? null : (
        <Banner
          tone="critical"
          title={known.failure.message}
          {...(answer === undefined && {
            action: { content: 'Try again', loading: known.isAsking, onAction: known.reload },
          })}
        />
      )}
      {isPossible ? null : (
        <Banner tone="warning" title="This isn’t possible anymore as the subscription stands now" />
      )}
      {answer === undefined ? (
        known.failure === undefined ? (
          <SkeletonBodyText lines={6} />
        ) : null
      ) : (
        children(answer, isAsking)
      )}
    </RequestModal>
  );
}
