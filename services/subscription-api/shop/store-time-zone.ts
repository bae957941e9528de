import { and, eq, ne } from 'drizzle-orm';
import { isTimeZone } from '#contract/calendar.ts';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { type Place, prepared } from '../store/prepared.ts';
import { orderImportTable } from '../store/schema.ts';
import { getShop } from './documents.ts';

const findZone = prepared((database, place: Place<{ shop: string }>) =>
  database
    .select({ timeZone: orderImportTable.timeZone })
    .from(orderImportTable)
    .where(eq(orderImportTable.shop, place('shop')))
    .prepare(''),
);

/**
 * The store's time zone (IANA), from the order import or from Shopify; UTC if this process doesn't know the zone.
 * @throws the platform's failure, because charging must not rely on a guess
 */
export async function storeTimeZoneOf(context: ShopContext): Promise<string> {
  const { database, shop } = context;
  const [orderImport] = await findZone(database, { shop });
  return await importedTimeZone(context, orderImport?.timeZone ?? null);
}

/** The same for who has read the order import's time zone already; null if it has none. */
export async function importedTimeZone(
  context: ShopContext,
  timeZone: string | null,
): Promise<string> {
  if (timeZone !== null && isTimeZone(timeZone)) return timeZone;
  const { ianaTimezone } = (await context.graphql(getShop, {})).shop;
  if (isTimeZone(ianaTimezone)) return ianaTimezone;
  const { shop, logger } = context;
  logger.error({ shop, ianaTimezone }, 'this process does not know the store’s time zone');
  return 'UTC';
}

/** Stores the zone that Shopify says, where the order import has an earlier one. Without one we ask Shopify each time. */
export async function keepTimeZone(
  database: Database,
  shop: string,
  timeZone: string,
): Promise<void> {
  await database
    .update(orderImportTable)
    .set({ timeZone })
    .where(and(eq(orderImportTable.shop, shop), ne(orderImportTable.timeZone, timeZone)));
}

/** Like {@link storeTimeZoneOf}, but for display only: UTC if Shopify can't be asked. */
export async function shownTimeZoneOf(context: ShopContext): Promise<string> {
  try {
    return await storeTimeZoneOf(context);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'UTC';
  }
}
