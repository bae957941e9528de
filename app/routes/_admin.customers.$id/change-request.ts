import type { ContractRequest, SubscriptionContract } from '#contract/subscription-contract.ts';
import type { ResourceRequest } from '../../requests/request-resource.ts';

/** A change of a subscription by somebody who has seen it as `tag` names it. */
export const changeRequest = (
  { id, tag }: { id: string; tag: string },
  body: ContractRequest,
): ResourceRequest<SubscriptionContract> => ({
  method: 'POST',
  path: `/resources/customers/${id}/change`,
  body,
  ifMatch: tag,
  answer: async () =>
    (await import('#contract/subscription-contract.ts')).subscriptionContractSchema,
});
