import { z } from 'zod';
import type { AddressField } from '#contract/address-rules.ts';
import type { Anchor, Interval } from '#contract/selling-plan.ts';
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

/** Who wants a cycle's date moved. */
export type MovedBy = 'BUYER_INITIATED' | 'MERCHANT_INITIATED';

/** Moves a cycle's date, within its own range. */
export const moveCycle = operation<{ id: string; index: number; date: string; reason: MovedBy }>(
  'write_own_subscription_contracts',
)(
  `mutation MoveCycle(
    $id: ID!, $index: Int!, $date: DateTime!, $reason: SubscriptionBillingCycleScheduleEditInputScheduleEditReason!
  ) {
    change: subscriptionBillingCycleScheduleEdit(
      billingCycleInput: { contractId: $id, selector: { index: $index } }
      input: { billingDate: $date, reason: $reason }
    ) { userErrors { field message code } }
  }`,
  answerSchema,
);

export type AddressInput = Record<Exclude<AddressField, 'countryCode'>, string | null> & {
  countryCode: string;
};

export type PolicyInput = {
  interval: Interval;
  intervalCount: number;
  anchors: readonly Anchor[];
  minCycles?: number | null;
  maxCycles?: number | null;
};

export const updateDraft = operation<{
  draft: string;
  input:
    | { deliveryMethod: { shipping: { address: AddressInput } }; deliveryPrice: string }
    | { billingPolicy: PolicyInput; deliveryPolicy: PolicyInput };
}>('write_own_subscription_contracts')(
  `mutation UpdateDraft($draft: ID!, $input: SubscriptionDraftInput!) {
    change: subscriptionDraftUpdate(draftId: $draft, input: $input) {
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

/** The contracts of an order's items. */
export const getOrderContracts = operation<{ id: string }>(
  'read_orders',
  'read_own_subscription_contracts',
)(
  `query OrderContracts($id: ID!) {
    node(id: $id) { ... on Order { lineItems(first: 50) { nodes { contract { id } } } } }
  }`,
  z.object({
    node: z
      .object({
        lineItems: z.object({
          nodes: z.array(z.object({ contract: z.object({ id: z.string() }).nullable() })),
        }),
      })
      .nullable(),
  }),
);
