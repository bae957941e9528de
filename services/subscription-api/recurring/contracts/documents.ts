import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';

const answerSchema = z.object({ change: z.object({ userErrors: userErrorsSchema }) });

/** Lets a contract that was paused, or that failed, go on. */
export const activateContract = operation<{ id: string }>('write_own_subscription_contracts')(
  `mutation ActivateContract($id: ID!) {
    change: subscriptionContractActivate(subscriptionContractId: $id) {
      userErrors { field message code }
    }
  }`,
  answerSchema,
);

export const unskipCycle = operation<{ id: string; index: number }>(
  'write_own_subscription_contracts',
)(
  `mutation UnskipCycle($id: ID!, $index: Int!) {
    change: subscriptionBillingCycleUnskip(
      billingCycleInput: { contractId: $id, selector: { index: $index } }
    ) { userErrors { field message code } }
  }`,
  answerSchema,
);

/** Moves a cycle's date, within its own range. */
export const moveCycle = operation<{ id: string; index: number; date: string }>(
  'write_own_subscription_contracts',
)(
  `mutation MoveCycle($id: ID!, $index: Int!, $date: DateTime!) {
    change: subscriptionBillingCycleScheduleEdit(
      billingCycleInput: { contractId: $id, selector: { index: $index } }
      input: { billingDate: $date, reason: MERCHANT_INITIATED }
    ) { userErrors { field message code } }
  }`,
  answerSchema,
);

const draftSchema = z.object({
  change: z.object({
    draft: z.object({ id: z.string() }).nullable(),
    userErrors: userErrorsSchema,
  }),
});

/** Opens a draft of a contract. Nothing changes before it is committed. */
export const draftContract = operation<{ id: string }>('write_own_subscription_contracts')(
  `mutation DraftContract($id: ID!) {
    change: subscriptionContractUpdate(contractId: $id) {
      draft { id }
      userErrors { field message code }
    }
  }`,
  draftSchema,
);

export const setDraftLine = operation<{
  draft: string;
  line: string;
  input: { quantity: number; currentPrice: string; productVariantId?: string };
}>('write_own_subscription_contracts')(
  `mutation SetDraftLine($draft: ID!, $line: ID!, $input: SubscriptionLineUpdateInput!) {
    change: subscriptionDraftLineUpdate(draftId: $draft, lineId: $line, input: $input) {
      userErrors { field message code }
    }
  }`,
  answerSchema,
);

export const commitDraft = operation<{ draft: string }>('write_own_subscription_contracts')(
  `mutation CommitContractDraft($draft: ID!) {
    change: subscriptionDraftCommit(draftId: $draft) { userErrors { field message code } }
  }`,
  answerSchema,
);
