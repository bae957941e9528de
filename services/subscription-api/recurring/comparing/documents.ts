import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';

/** Begins the platform's own search for unbilled cycles of active contracts. The range is a week at most, and ends at most 24 h ahead. */
export const searchUnbilled = operation<{ range: { startDate: string; endDate: string } }>(
  'read_own_subscription_contracts',
  'write_own_subscription_contracts',
)(
  `mutation SearchUnbilledCycles($range: SubscriptionBillingCyclesDateRangeSelector!) {
    subscriptionBillingCycleBulkSearch(
      billingAttemptExpectedDateRange: $range
      filters: { contractStatus: [ACTIVE], billingCycleStatus: [UNBILLED] }
    ) { job { id } userErrors { field message code } }
  }`,
  z.object({
    subscriptionBillingCycleBulkSearch: z.object({
      job: z.object({ id: z.string() }).nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);

export const findJob = operation<{ id: string }>()(
  'query FindJob($id: ID!) { job(id: $id) { done } }',
  z.object({ job: z.object({ done: z.boolean() }).nullable() }),
);

const cycleSchema = z.object({
  cycleIndex: z.number().int(),
  billingAttemptExpectedDate: z.coerce.date(),
  skipped: z.boolean(),
  sourceContract: z.object({ id: z.string() }),
});

export type UnbilledCycle = z.infer<typeof cycleSchema>;

/** A page of what a search has found. */
export const listUnbilled = operation<{ id: string; after: string | null }>(
  'read_own_subscription_contracts',
)(
  `query UnbilledCycles($id: ID!, $after: String) {
    subscriptionBillingCycleBulkResults(jobId: $id, first: 100, after: $after) {
      nodes { cycleIndex billingAttemptExpectedDate skipped sourceContract { id } }
      ${pageInfoFields}
    }
  }`,
  z.object({
    subscriptionBillingCycleBulkResults: nodesOf(cycleSchema),
  }),
);
