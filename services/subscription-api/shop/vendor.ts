import { and, eq, notExists, sql } from 'drizzle-orm';
import {
  defaultButtonColor,
  defaultDaysBeforeReminder,
  type Vendor,
  vendorSchema,
} from '#contract/vendor.ts';
import { mostDaysBeforeReminder } from '#contract/vendor-settings.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { type Place, prepared } from '../store/prepared.ts';
import { cachedQuery } from '../store/query-cache.ts';
import { integrationTable, settingChangeTable, vendorTable } from '../store/schema.ts';
import { recordSettingChange } from './setting-change.ts';

const findRow = prepared((database, place: Place<{ shop: string }>) =>
  database
    .select({ row: vendorTable, integration: integrationTable.service })
    .from(vendorTable)
    .leftJoin(
      integrationTable,
      and(eq(integrationTable.shop, vendorTable.shop), eq(integrationTable.service, 'shipstation')),
    )
    .where(eq(vendorTable.shop, place('shop')))
    .prepare(''),
);
const readVendor = cachedQuery('vendor', (database, shop: string) => findRow(database, { shop }));

/** The shop's vendor, or null if it has none. Throws if the row breaks the contract. */
export async function findVendor(database: Database, shop: string): Promise<Vendor | null> {
  const [found] = await readVendor(database, shop);
  if (found === undefined) return null;
  const { row, integration } = found;
  return vendorSchema.parse({
    ...row,
    settings: { ...row, img_url: row.imageUrl, apiKeyExists: integration !== null },
    shopifyManifest: row,
    // More could be set once.
    daysBeforeReminder: Math.min(row.daysBeforeReminder, mostDaysBeforeReminder),
    img_url: row.imageUrl,
  });
}

/**
 * Turns the widget's setting on when the widget is first seen on the theme. If somebody has turned it off since, it stays off. Does nothing for a
 * shop without a vendor.
 */
export async function enableWidget(context: ShopContext): Promise<void> {
  const setting = 'settings.isWidgetEnabled';
  const { shop } = context;
  await context.database.transaction(async (transaction) => {
    const changes = transaction
      .select({ id: settingChangeTable.id })
      .from(settingChangeTable)
      .where(and(eq(settingChangeTable.shop, shop), eq(settingChangeTable.setting, setting)));
    const enabled = await transaction
      .update(vendorTable)
      .set({ isWidgetEnabled: true, updatedAt: sql`now()` })
      .where(
        and(eq(vendorTable.shop, shop), eq(vendorTable.isWidgetEnabled, false), notExists(changes)),
      )
      .returning({ shop: vendorTable.shop });
    if (enabled.length === 0) return;
    await recordSettingChange(transaction, context, { setting, from: false, to: true });
  });
}

/** Approves a shop as a vendor with the specification's defaults. An existing vendor keeps its settings. */
export async function approveVendor(
  database: Database,
  vendor: { shop: string; status: Vendor['status']; simpleSubscription: boolean },
): Promise<void> {
  await database
    .insert(vendorTable)
    .values({
      ...vendor,
      buttonColor: defaultButtonColor,
      daysBeforeReminder: defaultDaysBeforeReminder,
    })
    .onConflictDoUpdate({
      target: vendorTable.shop,
      set: {
        status: vendor.status,
        simpleSubscription: vendor.simpleSubscription,
        updatedAt: sql`now()`,
      },
    });
}
