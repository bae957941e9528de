import {
  type Channel,
  channels,
  flagsOf,
  isChannelEnabled,
  isLocked,
  type NotificationName,
  notificationNames,
} from '#contract/notifications.ts';
import type { Vendor } from '#contract/vendor.ts';
import type { ShopContext } from '../shop-context.ts';
import { providersOf } from './providers.ts';
import { findNotifications, updateGifs, updateNotifications } from './store.ts';

type Switch = 'gifs' | { name: NotificationName; channel: Channel };

/** Finds a switch by its name in the settings history. */
function switchOf(setting: string): Switch | undefined {
  if (setting === 'notifications.useGifs') return 'gifs';
  const [room, second, third] = setting.split('.');
  const name = notificationNames.find((each) => each === second);
  const channel = channels.find((each) => each === third);
  return room === 'notifications' && name && channel ? { name, channel } : undefined;
}

type Merchant = Pick<ShopContext, 'database' | 'shop' | 'actor' | 'now' | 'mail' | 'texts'>;

/** Whether each of these notification settings is on. Leaves out those that can't be changed here. */
export async function notificationSwitches(
  { database, shop, ...rest }: Pick<Merchant, 'database' | 'shop' | 'mail' | 'texts'>,
  { shopifyManifest }: Vendor,
  settings: readonly string[],
): Promise<Map<string, boolean>> {
  const notifications = await findNotifications(database, shop);
  const providers = providersOf(rest);
  const now = (of: Switch): boolean | undefined => {
    if (of === 'gifs') return shopifyManifest.useGifs;
    if (isLocked(of.name, shopifyManifest)) return undefined;
    const isOn = isChannelEnabled(flagsOf(notifications, of.name), of.channel);
    // A channel without a provider can only be switched off.
    return isOn || providers[of.channel] ? isOn : undefined;
  };
  return new Map(
    settings.flatMap((setting) => {
      const of = switchOf(setting);
      const isOn = of && now(of);
      return isOn === undefined ? [] : [[setting, isOn]];
    }),
  );
}

/** Sets a switch by its name in the settings history. The history records that change, too. */
export async function turnNotificationSwitch(
  merchant: Merchant,
  setting: string,
  isOn: boolean,
): Promise<void> {
  const of = switchOf(setting);
  if (of === undefined) return;
  if (of === 'gifs') {
    await updateGifs(merchant, isOn);
    return;
  }
  const flags = { [of.name]: { [of.channel]: isOn } };
  const isCategory = of.name === 'order_tracking';
  await updateNotifications(
    merchant,
    isCategory ? { categorySettings: flags } : { settings: flags },
  );
}
