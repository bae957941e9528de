import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';

const cycleSchema = z.object({
  cycleIndex: z.number().int(),
  cycleEndAt: z.coerce.date(),
  billingAttemptExpectedDate: z.coerce.date(),
  status: z.enum(['BILLED', 'UNBILLED']),
  skipped: z.boolean(),
});

export type CycleThen = z.infer<typeof cycleSchema>;

/** The cycle of a contract at an instant; null if there is none. */
export const getCycleAt = operation<{ id: string; date: string }>(
  'read_own_subscription_contracts',
)(
  `query CycleAt($id: ID!, $date: DateTime!) {
    subscriptionBillingCycle(billingCycleInput: { contractId: $id, selector: { date: $date } }) {
      cycleIndex cycleEndAt billingAttemptExpectedDate status skipped
    }
  }`,
  z.object({ subscriptionBillingCycle: cycleSchema.nullable() }),
);

/** Which variants can be sold now. Null for one that is gone. */
export const getAvailability = operation<{ ids: string[] }>('read_products')(
  `query Availability($ids: [ID!]!) {
    nodes(ids: $ids) { ... on ProductVariant { id availableForSale } }
  }`,
  z.object({
    nodes: z.array(z.object({ id: z.string(), availableForSale: z.boolean() }).nullable()),
  }),
);
