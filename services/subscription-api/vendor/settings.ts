import { eq } from 'drizzle-orm';
import { isTimeZone } from '#contract/calendar.ts';
import type {
  ListedChange,
  ListedChanges,
  UpdatedVendor,
  UpdateVendorSettings,
} from '#contract/vendor-settings.ts';
import { updateVendorSettingsSchema } from '#contract/vendor-settings.ts';
import { isOwnPicture } from '../picture/store.ts';
import { invalidFields, notFound, ServiceError } from '../service-error.ts';
import { type KeptChange, latestChanges } from '../setting-change/list.ts';
import type { ShopContext } from '../shop-context.ts';
import { orderCollectionTable } from '../store/schema.ts';
import { storeTimeZone } from './documents.ts';
import { findVendor } from './store.ts';
import { bringToTheme } from './theme-of-settings.ts';
import { settingKeyOf, settingOf, writeSettings } from './write-settings.ts';

/** As many changes as the history shows; older ones can't be undone. */
const shownChanges = 20;

/** Saves settings, one of them or those that go together, and brings them to the theme. */
export async function updateSettings(
  context: ShopContext,
  wanted: UpdateVendorSettings,
): Promise<UpdatedVendor> {
  const vendor = await writeSettings(context, async (_, transaction) => {
    const { img_url: url } = wanted;
    if (url != null && !(await isOwnPicture(transaction, context.shop, url))) {
      throw invalidFields({ img_url: ['Must be an image in the store’s own files'] }, 400);
    }
    return wanted;
  });
  return await withTheme(context, vendor, wanted);
}

async function withTheme(
  context: ShopContext,
  vendor: UpdatedVendor,
  saved: UpdateVendorSettings,
): Promise<UpdatedVendor> {
  const manualThemeUpdateRequired = await bringToTheme(context, saved);
  return {
    ...vendor,
    ...(manualThemeUpdateRequired !== undefined && { manualThemeUpdateRequired }),
  };
}

/** The latest changes of the shop's settings, told to the user who asks. */
export async function listSettingChanges(context: ShopContext): Promise<ListedChanges> {
  const { database, shop, actor } = context;
  const [changes, vendor, timeZone] = await Promise.all([
    latestChanges(database, shop, shownChanges),
    findVendor(database, shop),
    timeZoneOf(context),
  ]);
  const overtaken = new Set<string>();
  const listed = changes.map(({ actor: by, createdAt, ...change }): ListedChange => {
    const key = settingKeyOf(change.setting);
    const isLatest = !overtaken.has(change.setting);
    overtaken.add(change.setting);
    const stands = vendor !== null && key !== undefined && settingOf(vendor, key) === change.to;
    return {
      ...change,
      by: by === null ? 'nobody' : by === actor ? 'you' : 'somebody else',
      changedAt: createdAt.toISOString(),
      undo: key === undefined ? 'impossible' : isLatest && stands ? 'possible' : 'overtaken',
    };
  });
  return { changes: listed, timeZone };
}

/**
 * Takes one of the latest changes back, which is a change itself.
 * @throws ServiceError 404 for a change that is not shown, 409 where it can't be undone or was changed again since
 */
export async function undoSettingChange(context: ShopContext, id: number): Promise<UpdatedVendor> {
  let undone: UpdateVendorSettings = {};
  const vendor = await writeSettings(context, async (current, transaction) => {
    const changes = await latestChanges(transaction, context.shop, shownChanges);
    const change = changes.find((candidate) => candidate.id === id);
    if (change === undefined) throw notFound('This change is not among the latest any more.');
    const key = settingKeyOf(change.setting);
    if (key === undefined) throw conflict('This change can not be undone.');
    const latest = changes.find(({ setting }) => setting === change.setting);
    if (latest !== change || settingOf(current, key) !== change.to) {
      throw conflict('This setting was changed again since then, so nothing was undone.');
    }
    undone = formerOf(key, change);
    return undone;
  });
  return await withTheme(context, vendor, undone);
}

function formerOf(key: keyof UpdateVendorSettings, { from }: KeptChange): UpdateVendorSettings {
  return updateVendorSettingsSchema.parse({ [key]: from });
}

function conflict(message: string): ServiceError {
  return new ServiceError(409, { message });
}

/** The store's clock, as its orders are read by or as the platform says it. The history is worth showing without. */
async function timeZoneOf(context: ShopContext): Promise<string> {
  const { database, shop } = context;
  const [collection] = await database
    .select({ timeZone: orderCollectionTable.timeZone })
    .from(orderCollectionTable)
    .where(eq(orderCollectionTable.shop, shop));
  if (collection?.timeZone != null) return collection.timeZone;
  try {
    const { ianaTimezone } = (await context.graphql(storeTimeZone, {})).shop;
    return isTimeZone(ianaTimezone) ? ianaTimezone : 'UTC';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'UTC';
  }
}
