import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { storePlanTable } from '../../store/schema.ts';
import { getPlanPeriods, type PlatformOrder } from './documents.ts';

const daysOf = { DAY: 1, WEEK: 7, MONTH: 31, YEAR: 366 } as const;

/** The period that a deleted plan is assumed to have. */
const usualPeriodDays = 31;
/** Shopify's limit of `nodes`. */
const plansAtOnce = 250;

export type PlanRow = typeof storePlanTable.$inferInsert;

/** Reads the orders' plans that aren't in `known` yet, and adds them to it. */
export async function readPlans(
  context: ShopContext,
  orders: readonly PlatformOrder[],
  known: Set<string>,
): Promise<PlanRow[]> {
  const named = new Map<string, string>();
  for (const { lineItems } of orders) {
    for (const { sellingPlan } of lineItems.nodes) {
      if (sellingPlan?.sellingPlanId == null || known.has(sellingPlan.sellingPlanId)) continue;
      named.set(sellingPlan.sellingPlanId, sellingPlan.name);
    }
  }
  const ids = [...named.keys()];
  const rows: PlanRow[] = [];
  for (let start = 0; start < ids.length; start += plansAtOnce) {
    const asked = ids.slice(start, start + plansAtOnce);
    const { nodes } = await context.graphql(getPlanPeriods, {
      ids: asked.map((id) => globalIdOf('SellingPlan', id)),
    });
    for (const [index, id] of asked.entries()) {
      const plan = nodes[index];
      const { interval, intervalCount } = plan?.billingPolicy ?? {};
      const isRecurring = interval !== undefined && intervalCount !== undefined;
      rows.push({
        shop: context.shop,
        id: originalIdOf(id),
        name: plan?.name ?? named.get(id) ?? '',
        periodDays:
          plan == null ? usualPeriodDays : isRecurring ? daysOf[interval] * intervalCount : null,
      });
      known.add(id);
    }
  }
  return rows;
}
