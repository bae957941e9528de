import { and, eq, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ShopContext } from '../../shop-context.ts';
import { sellingPlanGroupSettingsTable as settings } from '../../store/schema.ts';
import { findPlans } from './documents.ts';

const formerSchema = z.object({ settings: z.object({ isDynamic: z.boolean() }).nullable() });

/** Whether a group's row says usage-based; null while a change of that is not confirmed. */
function saysUsage({ isDynamic, before }: { isDynamic: boolean; before: unknown }): boolean | null {
  if (before === null) return isDynamic;
  const { settings: former } = formerSchema.parse(before);
  return (former?.isDynamic ?? false) === isDynamic ? isDynamic : null;
}

/**
 * Whether a contract of these plans (global ids) is usage-based, by the groups that sell them. Groups that were never saved here aren't. Null if a
 * plan is gone and we never knew it, or if a change of its group broke off and may or may not have happened.
 */
export async function isUsageBased(
  context: ShopContext,
  planIds: readonly string[],
): Promise<boolean | null> {
  const { database, shop } = context;
  const unknown: string[] = [];
  let isUnsure = false;
  for (const id of new Set(planIds)) {
    const [group] = await database
      .select({ isDynamic: settings.isDynamic, before: settings.before })
      .from(settings)
      .where(
        and(eq(settings.shop, shop), sql`${settings.plans} @> ${JSON.stringify([{ id }])}::jsonb`),
      );
    const says = group === undefined ? undefined : saysUsage(group);
    if (says === true) return true;
    if (says === undefined) unknown.push(id);
    if (says === null) isUnsure = true;
  }
  if (planIds.length === 0 || isUnsure) return null;
  if (unknown.length === 0) return false;
  // Creating a group broke off: its plans may exist, but its row doesn't name them yet (decision 45).
  const unfinished = and(
    eq(settings.shop, shop),
    like(settings.groupId, 'mark:%'),
    eq(settings.isDynamic, true),
  );
  if ((await database.$count(settings, unfinished)) > 0) return null;
  const { nodes } = await context.graphql(findPlans, { ids: unknown });
  return nodes.every((node) => node !== null) ? false : null;
}
