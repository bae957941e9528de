import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { discountTypeSchema } from '#contract/selling-plan-group.ts';
import type { Database } from '../../store/database.ts';
import { sellingPlanGroupSettingsTable } from '../../store/schema.ts';
import { unlessWritten } from '../../store/unless-written.ts';

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

/** What held before a change that the platform may not have carried out: of a group in this state (see stateOf). */
export type SettingsBefore = z.infer<typeof beforeSchema>;

export type KeptSettings = { settings: SellingPlanGroupSettings; before: SettingsBefore | null };

const readSettings = unlessWritten((database, shop: string, ...groupIds: string[]) =>
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

/** What is kept of groups of a shop, by the id that it is kept under. One query. */
export async function findGroupSettings(
  database: Database,
  shop: string,
  groupIds: readonly string[],
): Promise<Map<string, KeptSettings>> {
  if (groupIds.length === 0) return new Map();
  const rows = await readSettings(database, shop, ...groupIds);
  return new Map(
    rows.map((row) => [
      row.groupId,
      {
        settings: {
          isDynamic: row.isDynamic,
          dynamicSellingPlanName: row.dynamicSellingPlanName,
          firstOrderDiscountCycles: row.firstOrderDiscountCycles,
          recurringDiscount: row.recurringDiscount,
          plans: planSettingsSchema.parse(row.plans),
        },
        before: row.before === null ? null : beforeSchema.parse(row.before),
      },
    ]),
  );
}

/** Keeps settings; with `before` until it is known what came of the change. */
export async function saveGroupSettings(
  database: Database,
  shop: string,
  groupId: string,
  settings: SellingPlanGroupSettings,
  before: SettingsBefore | null = null,
): Promise<void> {
  await database
    .insert(sellingPlanGroupSettingsTable)
    .values({ shop, groupId, ...settings, before })
    .onConflictDoUpdate({
      target: [sellingPlanGroupSettingsTable.shop, sellingPlanGroupSettingsTable.groupId],
      set: { ...settings, before, updatedAt: sql`now()` },
    });
}

export async function deleteGroupSettings(
  database: Database,
  shop: string,
  groupId: string,
): Promise<void> {
  await database
    .delete(sellingPlanGroupSettingsTable)
    .where(
      and(
        eq(sellingPlanGroupSettingsTable.shop, shop),
        eq(sellingPlanGroupSettingsTable.groupId, groupId),
      ),
    );
}
