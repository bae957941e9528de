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

/** The history names a setting by its path in the vendor. */
function nameOf(key: VendorSettingKey): string {
  return key in vendorSettingsSchema.shape ? `settings.${key}` : key;
}

const settingKeys = updateVendorSettingsSchema.keyof().options;
const keyOf = new Map<string, VendorSettingKey>(settingKeys.map((key) => [nameOf(key), key]));

/** The key of a setting by its name in the history; undefined if it isn't changed here. */
export function settingKeyOf(name: string): VendorSettingKey | undefined {
  return keyOf.get(name);
}

/** The vendor's value of a setting. */
export function settingOf(vendor: Vendor, key: VendorSettingKey): SettingValue {
  const { settings, replyToEmail, useNoReply, daysBeforeReminder } = vendor;
  return { ...settings, replyToEmail, useNoReply, daysBeforeReminder }[key];
}

/** Decides which values to write, with the current settings locked. */
type Decision = (current: Vendor, transaction: Database) => Promise<UpdateVendorSettings>;

/**
 * Changes the shop's settings and records the changes in the history, both or neither. Changes of one shop run one after the other.
 * @throws ServiceError `forbidden` if the shop isn't a vendor that may use the app
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
