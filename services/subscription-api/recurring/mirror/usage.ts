import { and, eq, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ShopContext } from '../../shop-context.ts';
import { sellingPlanGroupSettingsTable as settings } from '../../store/schema.ts';
import { findPlans } from './documents.ts';

const formerSchema = z.object({ settings: z.object({ isDynamic: z.boolean() }).nullable() });

/** What the row of a group says; null where it was changed, and nobody knows yet whether the change came about. */
function saysUsage({ isDynamic, before }: { isDynamic: boolean; before: unknown }): boolean | null {
  if (before === null) return isDynamic;
  const { settings: former } = formerSchema.parse(before);
  return (former?.isDynamic ?? false) === isDynamic ? isDynamic : null;
}

/**
 * Whether a contract of these plans (global ids) is usage-based: as the group says that sells one of them by usage. Groups that were never saved
 * here are not; null where a plan is gone and nobody knows what it was, or a change of that was broken off and nobody knows whether it came about.
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
  // The create of a group was broken off: its plans are there, and the row that says what they are doesn't name them (decision 45).
  const unfinished = and(
    eq(settings.shop, shop),
    like(settings.groupId, 'mark:%'),
    eq(settings.isDynamic, true),
  );
  if ((await database.$count(settings, unfinished)) > 0) return null;
  const { nodes } = await context.graphql(findPlans, { ids: unknown });
  return nodes.every((node) => node !== null) ? false : null;
}
