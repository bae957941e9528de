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
 * What the group form edits and the platform has no room for. `plans` says of each selling plan (global id) what its
 * option itself takes off, which its pricing policies alone don't tell apart from the group's discount.
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

/** The id of a group's row until its create is answered: `mark` ends the group's merchant code. */
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
          // One parameter however many groups: the statement's text stays the same.
          sql`${sellingPlanGroupSettingsTable.groupId} = any(${sql.param(groupIds)})`,
        ),
      ),
);

/** All of a group that an update can change, in short. */
export function stateOf({ name, position, options, sellingPlans }: PlatformGroup): string {
  return hash('sha256', JSON.stringify([name, position, options, sellingPlans]), 'hex');
}

/**
 * The settings of a shop's groups, by group id; a group that was never saved here has none. Of a change that may not have come about
 * they are what fits the platform's group. One query.
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

/** Those from before a change, for as long as the group is as it was then. */
function heldBy(group: PlatformGroup, row: Row): SellingPlanGroupSettings | null {
  const before = row.before === null ? null : beforeSchema.parse(row.before);
  return before?.state === stateOf(group) ? before.settings : settingsSchema.parse(row);
}

/** Nobody knew the plans' ids yet: they are named by their places. */
function settingsByPlace(group: PlatformGroup, row: Row): SellingPlanGroupSettings {
  const { plans, ...settings } = settingsSchema.parse(row);
  const ids = plansInOrder(group).map(({ id }) => id);
  return { ...settings, plans: plans.map((plan, index) => ({ ...plan, id: ids[index] ?? '' })) };
}

/**
 * Keeps settings under a group's id. With `before`, as long as nobody knows whether a change comes about: those that hold for a group in
 * that state (see stateOf), and go on to hold where it doesn't.
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
