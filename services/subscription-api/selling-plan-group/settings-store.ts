import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { discountTypeSchema } from '#contract/selling-plan-group.ts';
import type { Database } from '../store/database.ts';
import { sellingPlanGroupSettingsTable } from '../store/schema.ts';
import { unlessWritten } from '../store/unless-written.ts';

const planSettingsSchema = z.array(
  z.object({ id: z.string(), discountType: discountTypeSchema, discountValue: z.number() }),
);

/**
 * What the group form edits and the platform has no room for. `plans` says of each selling plan (global id) what its
 * option itself takes off, which its pricing policies alone don't tell apart from the group's discount.
 */
export type SellingPlanGroupSettings = {
  isDynamic: boolean;
  dynamicSellingPlanName: string;
  firstOrderDiscountCycles: number;
  recurringDiscount: number;
  plans: z.infer<typeof planSettingsSchema>;
};

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

/** The settings of the given groups of a shop, by group id; a group that was never saved here has none. One query. */
export async function findGroupSettings(
  database: Database,
  shop: string,
  groupIds: readonly string[],
): Promise<Map<string, SellingPlanGroupSettings>> {
  if (groupIds.length === 0) return new Map();
  const rows = await readSettings(database, shop, ...groupIds);
  return new Map(
    rows.map((row) => [
      row.groupId,
      {
        isDynamic: row.isDynamic,
        dynamicSellingPlanName: row.dynamicSellingPlanName,
        firstOrderDiscountCycles: row.firstOrderDiscountCycles,
        recurringDiscount: row.recurringDiscount,
        plans: planSettingsSchema.parse(row.plans),
      },
    ]),
  );
}

export async function saveGroupSettings(
  database: Database,
  shop: string,
  groupId: string,
  settings: SellingPlanGroupSettings,
): Promise<void> {
  await database
    .insert(sellingPlanGroupSettingsTable)
    .values({ shop, groupId, ...settings })
    .onConflictDoUpdate({
      target: [sellingPlanGroupSettingsTable.shop, sellingPlanGroupSettingsTable.groupId],
      set: { ...settings, updatedAt: sql`now()` },
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
