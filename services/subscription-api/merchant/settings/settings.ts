import type { SettingValue } from '#contract/setting-change.ts';
import { changedMeanwhile, settingsTag } from '#contract/settings-tag.ts';
import type { Vendor } from '#contract/vendor.ts';
import type {
  ListedChange,
  ListedChanges,
  UpdatedVendor,
  UpdateVendorSettings,
} from '#contract/vendor-settings.ts';
import { updateVendorSettingsSchema } from '#contract/vendor-settings.ts';
import { isOwnPicture } from '../../selling/picture/store.ts';
import { invalidRequest, notFound, ServiceError } from '../../service-error.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import { findVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { notificationSwitches, turnNotificationSwitch } from '../../telling/history.ts';
import { applyToTheme } from './apply-to-theme.ts';
import { type KeptChange, latestChanges } from './setting-changes.ts';
import { settingKeyOf, settingOf, writeSettings } from './write-settings.ts';

/** How many changes the history shows. Older ones can't be undone. */
const shownChanges = 20;

/**
 * Saves one or several settings and applies them to the theme.
 * @throws ServiceError `conflict` if `ifMatch` doesn't match the current settings
 */
export async function updateSettings(
  context: ShopContext,
  wanted: UpdateVendorSettings,
  ifMatch?: string,
): Promise<UpdatedVendor> {
  const vendor = await writeSettings(context, async (current, transaction) => {
    if (ifMatch !== undefined && ifMatch !== tagOf(current, wanted)) {
      throw conflict(changedMeanwhile);
    }
    const { img_url: url } = wanted;
    if (url != null && !(await isOwnPicture(transaction, context.shop, url))) {
      throw invalidRequest({ img_url: ['Must be an image in the store’s own files'] });
    }
    return wanted;
  });
  return await withTheme(context, vendor, wanted);
}

/** The If-Match tag for the current values of the settings in a body. */
function tagOf(current: Vendor, wanted: UpdateVendorSettings): string {
  const keys = updateVendorSettingsSchema.keyof().options.filter((key) => key in wanted);
  return settingsTag(Object.fromEntries(keys.map((key) => [key, settingOf(current, key)])));
}

async function withTheme(
  context: ShopContext,
  vendor: UpdatedVendor,
  saved: UpdateVendorSettings,
): Promise<UpdatedVendor> {
  const manualThemeUpdateRequired = await applyToTheme(context, saved);
  return {
    ...vendor,
    ...(manualThemeUpdateRequired !== undefined && { manualThemeUpdateRequired }),
  };
}

/** The latest changes of the shop's settings, the newest first. `by` is relative to the asking user. */
export async function listSettingChanges(context: ShopContext): Promise<ListedChanges> {
  const { database, shop, actor } = context;
  const [changes, vendor, timeZone] = await Promise.all([
    latestChanges(database, shop, shownChanges),
    findVendor(database, shop),
    shownTimeZoneOf(context),
  ]);
  const current = vendor === null ? undefined : await valuesNow(context, vendor, changes);
  const overtaken = new Set<string>();
  const listed = changes.map(({ actor: by, createdAt, ...change }): ListedChange => {
    const value = current?.get(change.setting);
    const isLatest = !overtaken.has(change.setting);
    overtaken.add(change.setting);
    const stands = value === change.to;
    return {
      ...change,
      by: by === null ? 'nobody' : by === actor ? 'you' : 'somebody else',
      changedAt: createdAt.toISOString(),
      undo: value === undefined ? 'impossible' : isLatest && stands ? 'possible' : 'overtaken',
    };
  });
  return { changes: listed, timeZone };
}

/**
 * Undoes one of the latest changes, which is a change itself.
 * @throws ServiceError `not found` for a change that isn't shown, `conflict` if it can't be undone or the setting was changed again since
 */
export async function undoSettingChange(context: ShopContext, id: number): Promise<UpdatedVendor> {
  let undone: UpdateVendorSettings = {};
  const vendor = await writeSettings(context, async (current, transaction) => {
    const changes = await latestChanges(transaction, context.shop, shownChanges);
    const change = changes.find((candidate) => candidate.id === id);
    if (change === undefined) throw notFound('This change is too old to undo.');
    const own = { ...context, database: transaction };
    const value = (await valuesNow(own, current, [change])).get(change.setting);
    if (value === undefined) throw conflict('This change can’t be undone.');
    const latest = changes.find(({ setting }) => setting === change.setting);
    if (latest !== change || value !== change.to) {
      throw conflict('This setting was changed again since then, so nothing was undone.');
    }
    const key = settingKeyOf(change.setting);
    if (key === undefined) {
      await turnNotificationSwitch(own, change.setting, change.from === true);
      return undone;
    }
    undone = formerOf(key, change);
    return undone;
  });
  return await withTheme(context, vendor, undone);
}

/** The current values of the settings in these changes, except those that can't be undone. */
async function valuesNow(
  context: Pick<ShopContext, 'database' | 'shop' | 'mail' | 'texts'>,
  vendor: Vendor,
  changes: readonly KeptChange[],
): Promise<Map<string, SettingValue>> {
  const names = changes.map(({ setting }) => setting);
  const values = new Map<string, SettingValue>(await notificationSwitches(context, vendor, names));
  for (const name of names) {
    const key = settingKeyOf(name);
    if (key !== undefined) values.set(name, settingOf(vendor, key));
  }
  return values;
}

function formerOf(key: keyof UpdateVendorSettings, { from }: KeptChange): UpdateVendorSettings {
  // What could be set once may be too much by now.
  const former = updateVendorSettingsSchema.safeParse({ [key]: from });
  if (!former.success) throw conflict('This change can’t be undone.');
  return former.data;
}

function conflict(message: string): ServiceError {
  return new ServiceError('conflict', { message });
}
