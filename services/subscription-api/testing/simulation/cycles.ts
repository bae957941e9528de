import { z } from 'zod';
import { globalIdOf } from '#contract/global-id.ts';
import type { World } from './world.ts';

const cyclesSchema = z.object({
  data: z.object({
    subscriptionBillingCycles: z.object({
      pageInfo: z.object({ hasNextPage: z.literal(false) }),
      nodes: z.array(
        z.object({
          cycleIndex: z.number(),
          cycleStartAt: z.coerce.date(),
          billingAttemptExpectedDate: z.coerce.date(),
          skipped: z.boolean(),
          status: z.string(),
        }),
      ),
    }),
  }),
});
const cyclesQuery = `query ($id: ID!, $from: DateTime!, $to: DateTime!) {
  subscriptionBillingCycles(
    contractId: $id, first: 250, billingCyclesDateRangeSelector: { startDate: $from, endDate: $to }
  ) { pageInfo { hasNextPage } nodes { cycleIndex cycleStartAt billingAttemptExpectedDate skipped status } }
}`;

/** The cycles of a contract in a time, as the platform has them. */
export async function listCycles(
  platform: World['platform'],
  { shop, contractId, from, to }: { shop: string; contractId: number; from: Date; to: Date },
) {
  const answer = await platform.graphql(shop, cyclesQuery, {
    ...{ id: globalIdOf('SubscriptionContract', String(contractId)), from: from.toISOString() },
    to: to.toISOString(),
  });
  return cyclesSchema.parse(answer).data.subscriptionBillingCycles.nodes;
}
