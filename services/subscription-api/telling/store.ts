import { eq, sql } from 'drizzle-orm';
import { notificationsSchema, type UpdateNotifications } from '#contract/notification-settings.ts';
import { cannotSwitchOn } from '#contract/notification-texts.ts';
import {
  changedFlags,
  channels,
  contactSupport,
  flagsOf,
  isCategory,
  isChannelEnabled,
  isLocked,
  mayBeOn,
  type NotificationName,
  type Notifications,
  notificationNames,
  withFlags,
} from '#contract/notifications.ts';
import { invalidFields } from '../service-error.ts';
import { lockActiveVendor } from '../shop/active-vendor.ts';
import { recordSettingChange } from '../shop/setting-change.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { notificationSettingsTable, vendorTable } from '../store/schema.ts';
import { providersOf } from './providers.ts';

const untouched: Notifications = { settings: {}, categorySettings: {} };

/** The merchant's notification settings; empty if they never changed any. */
export async function findNotifications(database: Database, shop: string): Promise<Notifications> {
  const [row] = await database
    .select()
    .from(notificationSettingsTable)
    .where(eq(notificationSettingsTable.shop, shop));
  return row === undefined ? untouched : notificationsSchema.parse(row);
}

type Merchant = Pick<ShopContext, 'database' | 'shop' | 'actor' | 'now' | 'mail' | 'texts'>;

/** A setting's path in errors, such as `settings.customerOrderArrived`. */
function pathOf(name: NotificationName): string {
  return `${isCategory(name) ? 'categorySettings' : 'settings'}.${name}`;
}

/**
 * Changes only the named flags. Locks the shop's row, so that two merchants can't undo each other's changes.
 * @throws ServiceError `forbidden` if the shop has no active vendor, `invalid fields` if only Support may change one of the flags, or one would switch
 *   on a channel that has no provider; nothing is changed then
 */
export async function updateNotifications(
  merchant: Merchant,
  update: UpdateNotifications,
): Promise<Notifications> {
  const { database, shop, actor, now } = merchant;
  const providers = providersOf(merchant);
  const { settings = {}, categorySettings = {} } = update;
  const change = { settings, categorySettings };
  const named = notificationNames.filter(
    (name) => Object.keys(flagsOf(change, name) ?? {}).length > 0,
  );
  return await database.transaction(async (transaction) => {
    const { shopifyManifest } = await lockActiveVendor(transaction, shop, 'share');
    const locked = named.filter((name) => isLocked(name, shopifyManifest));
    if (locked.length > 0) {
      throw invalidFields(
        Object.fromEntries(locked.map((name) => [pathOf(name), [contactSupport]])),
      );
    }
    if (named.length === 0) return await findNotifications(transaction, shop);
    await transaction
      .insert(notificationSettingsTable)
      .values({ shop, ...untouched })
      .onConflictDoNothing();
    const [row] = await transaction
      .select()
      .from(notificationSettingsTable)
      .where(eq(notificationSettingsTable.shop, shop))
      .for('update');
    let after = notificationsSchema.parse(row);
    for (const name of named) {
      const before = flagsOf(after, name);
      const changed = flagsOf(change, name) ?? {};
      const flags = changedFlags(before, changed);
      const unsent = channels.find((one) => flags[one] && !mayBeOn(before, one, providers));
      if (unsent !== undefined) {
        const field = changed[unsent] === undefined ? 'all' : unsent;
        throw invalidFields({ [`${pathOf(name)}.${field}`]: [cannotSwitchOn[unsent]] });
      }
      for (const channel of channels) {
        await recordSettingChange(
          transaction,
          { shop, actor, now },
          {
            setting: `notifications.${name}.${channel}`,
            from: isChannelEnabled(before, channel),
            to: flags[channel],
          },
        );
      }
      after = withFlags(after, name, flags);
    }
    await transaction
      .update(notificationSettingsTable)
      .set({ ...after, updatedAt: sql`now()` })
      .where(eq(notificationSettingsTable.shop, shop));
    return after;
  });
}

/**
 * Stores whether text messages carry GIFs.
 * @throws ServiceError `forbidden` if the shop has no active vendor
 */
export async function updateGifs(
  { database, shop, actor, now }: Omit<Merchant, 'mail' | 'texts'>,
  useGifs: boolean,
): Promise<{ useGifs: boolean }> {
  return await database.transaction(async (transaction) => {
    const { shopifyManifest } = await lockActiveVendor(transaction, shop, 'update');
    await transaction
      .update(vendorTable)
      .set({ useGifs, updatedAt: sql`now()` })
      .where(eq(vendorTable.shop, shop));
    await recordSettingChange(
      transaction,
      { shop, actor, now },
      { setting: 'notifications.useGifs', from: shopifyManifest.useGifs, to: useGifs },
    );
    return { useGifs };
  });
}
