import { hash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { discountTypeSchema } from '#contract/selling-plan-group.ts';
import type { ShopContext } from '../../shop-context.ts';
import { cachedQuery } from '../../store/query-cache.ts';
import { sellingPlanGroupSettingsTable } from '../../store/schema.ts';
import { type PlatformGroup, plansInOrder } from './platform-group.ts';

const planSettingsSchema = z.array(
  z.object({ id: z.string(), discountType: discountTypeSchema, discountValue: z.number() }),
);

/**
 * The parts of the group form that Shopify has no place for. `plans` holds each selling plan's own discount (by global id), which its pricing
 * policies alone don't tell apart from the group's.
 */
export type SellingPlanGroupSettings = z.infer<typeof settingsSchema>;

const settingsSchema = z.object({
  isDynamic: z.boolean(),
  dynamicSellingPlanName: z.string(),
  firstOrderDiscountCycles: z.number(),
  recurringDiscount: z.number(),
  plans: planSettingsSchema,
});

const beforeSchema = z.object({ state: z.string(), settings: settingsSchema.nullable() });

type Scope = Pick<ShopContext, 'database' | 'shop'>;
type Row = typeof sellingPlanGroupSettingsTable.$inferSelect;

const markAtEnd = /-([0-9a-f]{10})$/;

/** The id of a group's row until its create is answered. `mark` ends the group's merchant code. */
export const idOfMark = (mark: string) => `mark:${mark}`;

const readSettings = cachedQuery(
  'group settings',
  (database, shop: string, ...groupIds: string[]) =>
    database
      .select()
      .from(sellingPlanGroupSettingsTable)
      .where(
        and(
          eq(sellingPlanGroupSettingsTable.shop, shop),
          // One parameter for any number of groups, so that the statement's text stays the same.
          sql`${sellingPlanGroupSettingsTable.groupId} = any(${sql.param(groupIds)})`,
        ),
      ),
);

/** A hash of everything that an update can change in a group. */
export function stateOf({ name, position, options, sellingPlans }: PlatformGroup): string {
  return hash('sha256', JSON.stringify([name, position, options, sellingPlans]), 'hex');
}

/**
 * The settings of a shop's groups, by group id. A group that was never saved here has none. After an update with an unknown outcome, returns the
 * settings that fit the platform's group. Takes one query.
 */
export async function findGroupSettings(
  { database, shop }: Scope,
  groups: readonly PlatformGroup[],
): Promise<Map<string, SellingPlanGroupSettings>> {
  if (groups.length === 0) return new Map();
  const markedOf = ({ merchantCode }: PlatformGroup) =>
    idOfMark(markAtEnd.exec(merchantCode)?.[1] ?? '');
  const ids = groups.flatMap((group) => [group.id, markedOf(group)]);
  const rows = new Map(
    (await readSettings(database, shop, ...ids)).map((row) => [row.groupId, row]),
  );
  const found = new Map<string, SellingPlanGroupSettings>();
  for (const group of groups) {
    const [own, marked] = [rows.get(group.id), rows.get(markedOf(group))];
    const settings = own ? heldBy(group, own) : marked ? settingsByPlace(group, marked) : null;
    if (settings !== null) found.set(group.id, settings);
  }
  return found;
}

/** While the group is still as it was before a change, the settings from before. */
function heldBy(group: PlatformGroup, row: Row): SellingPlanGroupSettings | null {
  const before = row.before === null ? null : beforeSchema.parse(row.before);
  return before?.state === stateOf(group) ? before.settings : settingsSchema.parse(row);
}

/** These plans are stored by position, because their ids weren't known yet. */
function settingsByPlace(group: PlatformGroup, row: Row): SellingPlanGroupSettings {
  const { plans, ...settings } = settingsSchema.parse(row);
  const ids = plansInOrder(group).map(({ id }) => id);
  return { ...settings, plans: plans.map((plan, index) => ({ ...plan, id: ids[index] ?? '' })) };
}

/**
 * Stores settings under a group's id. While the outcome of a change is unknown, `before` holds the previous settings and the group's state (see
 * stateOf) for which they are valid.
 */
export async function saveGroupSettings(
  { database, shop }: Scope,
  groupId: string,
  settings: SellingPlanGroupSettings,
  before: z.infer<typeof beforeSchema> | null = null,
): Promise<void> {
  await database
    .insert(sellingPlanGroupSettingsTable)
    .values({ shop, groupId, ...settings, before })
    .onConflictDoUpdate({
      target: [sellingPlanGroupSettingsTable.shop, sellingPlanGroupSettingsTable.groupId],
      set: { ...settings, before, updatedAt: sql`now()` },
    });
}

export async function deleteGroupSettings({ database, shop }: Scope, id: string): Promise<void> {
  await database
    .delete(sellingPlanGroupSettingsTable)
    .where(
      and(
        eq(sellingPlanGroupSettingsTable.shop, shop),
        eq(sellingPlanGroupSettingsTable.groupId, id),
      ),
    );
}
