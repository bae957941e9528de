import { and, eq, inArray, sql } from 'drizzle-orm';
import { originalIdOf } from '#contract/global-id.ts';
import { fetchAffordable } from '../../platform/collected-page.ts';
import type { ShopContext } from '../../shop-context.ts';
import { storePlanTable as plans } from '../../store/schema.ts';
import { listGroupsOfPlans } from './documents.ts';

const groupsAtOnce = 50;
/** Limits the search to 2,000 groups. */
const pagesAtMost = 40;

/**
 * Reads the group names of plans that share their name with another plan, to tell them apart. Shopify lists a group's plans but not a plan's group,
 * so nothing is asked if all names differ.
 */
export async function nameGroups(context: ShopContext): Promise<void> {
  const { database, shop } = context;
  const shared = database
    .select({ name: plans.name })
    .from(plans)
    .where(eq(plans.shop, shop))
    .groupBy(plans.name)
    .having(sql`count(*) > 1`);
  const alike = await database
    .select({ id: plans.id, groupName: plans.groupName })
    .from(plans)
    .where(and(eq(plans.shop, shop), inArray(plans.name, shared)));
  const unread = new Map(alike.map(({ id, groupName }) => [id, groupName]));
  let cursor: string | undefined;
  for (let page = 0; page < pagesAtMost && unread.size > 0; page += 1) {
    const { edges, pageInfo } = await fetchAffordable(
      context,
      'groups of plans',
      groupsAtOnce,
      cursor,
      false,
      async (cursors) => (await context.graphql(listGroupsOfPlans, cursors)).sellingPlanGroups,
    );
    for (const { node } of edges) {
      for (const plan of node.sellingPlans.nodes) {
        const id = originalIdOf(plan.id);
        const known = unread.get(id);
        if (!unread.delete(id) || known === node.name) continue;
        await database
          .update(plans)
          .set({ groupName: node.name })
          .where(and(eq(plans.shop, shop), eq(plans.id, id)));
      }
    }
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) break;
    cursor = pageInfo.endCursor;
  }
}
