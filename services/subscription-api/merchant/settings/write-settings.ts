import { eq, sql } from 'drizzle-orm';
import type { SettingValue } from '#contract/setting-change.ts';
import { type Vendor, vendorSettingsSchema } from '#contract/vendor.ts';
import {
  type UpdateVendorSettings,
  updateVendorSettingsSchema,
  type VendorSettingKey,
} from '#contract/vendor-settings.ts';
import { lockActiveVendor, requireActiveVendor } from '../../shop/active-vendor.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { vendorTable } from '../../store/schema.ts';

/** A setting's name in the history is where the vendor has it. */
function nameOf(key: VendorSettingKey): string {
  return key in vendorSettingsSchema.shape ? `settings.${key}` : key;
}

const settingKeys = updateVendorSettingsSchema.keyof().options;
const keyOf = new Map<string, VendorSettingKey>(settingKeys.map((key) => [nameOf(key), key]));

/** The key of the setting that the history knows by this name; undefined for one that is not changed here. */
export function settingKeyOf(name: string): VendorSettingKey | undefined {
  return keyOf.get(name);
}

/** What the vendor has for a setting. */
export function settingOf(vendor: Vendor, key: VendorSettingKey): SettingValue {
  const { settings, replyToEmail, useNoReply, daysBeforeReminder } = vendor;
  return { ...settings, replyToEmail, useNoReply, daysBeforeReminder }[key];
}

/** Says what to write, from what the settings are while nobody else can change them. */
type Decision = (current: Vendor, transaction: Database) => Promise<UpdateVendorSettings>;

/**
 * Changes the shop's settings and keeps in the history what changed, both or neither; changes of one shop follow each other.
 * @throws ServiceError `forbidden` where the shop is no vendor that may use the app
 */
export async function writeSettings(context: ShopContext, decide: Decision): Promise<Vendor> {
  const { database, shop } = context;
  return await database.transaction(async (transaction) => {
    const current = await lockActiveVendor(transaction, shop, 'update');
    const wanted = await decide(current, transaction);
    const { img_url: imageUrl, ...rest } = wanted;
    await transaction
      .update(vendorTable)
      .set({ ...rest, ...(imageUrl !== undefined && { imageUrl }), updatedAt: sql`now()` })
      .where(eq(vendorTable.shop, shop));
    const changed = await requireActiveVendor(transaction, shop);
    for (const key of settingKeys) {
      const change = { from: settingOf(current, key), to: settingOf(changed, key) };
      await recordSettingChange(transaction, context, { setting: nameOf(key), ...change });
    }
    return changed;
  });
}
