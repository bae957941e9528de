import { useState } from 'react';
import type { ContractRequest, SubscriptionContract } from '#contract/subscription-contract.ts';
import { changedMeanwhile } from '#contract/subscription-contract-texts.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';

/**
 * Changes of a subscription. What was typed follows from what was seen at `first`, or as `shown`: until a refusal says that it has changed, later
 * tries go by that, so that another's change isn't overwritten without a word. All else goes by what is on the screen.
 */
export function useContractChange({ id, tag }: SubscriptionContract, first?: string) {
  const { ask, isAsking, failure } = useResourceRequest();
  const [seen, setSeen] = useState(first);
  const reloadScreen = useRevalidateScreen();

  /** After a failure the screen shows how things stand by then. */
  async function change(body: ContractRequest, shown?: string) {
    const ifMatch = seen ?? shown ?? tag;
    const outcome = await ask<SubscriptionContract>({
      method: 'POST',
      path: `/resources/customers/${id}/change`,
      body,
      ifMatch,
      answer: async () =>
        (await import('#contract/subscription-contract.ts')).subscriptionContractSchema,
    });
    if (outcome.failure !== undefined) {
      const hasChanged = outcome.failure.message === changedMeanwhile;
      setSeen(hasChanged || (first ?? shown) === undefined ? undefined : ifMatch);
      reloadScreen();
    }
    return outcome;
  }
  return { change, isAsking, failure };
}
