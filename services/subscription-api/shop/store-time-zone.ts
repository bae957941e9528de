import { eq, sql } from 'drizzle-orm';
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

/** Stores the zone that Shopify says, also where no orders were imported yet. Without one we ask Shopify each time. */
export const keepTimeZone: (
  database: Database,
  zone: { shop: string; timeZone: string },
) => Promise<unknown> = prepared((database, place: Place<{ shop: string; timeZone: string }>) =>
  database
    .insert(orderImportTable)
    .values({ shop: place('shop'), timeZone: sql`${place('timeZone')}` })
    .onConflictDoUpdate({
      target: orderImportTable.shop,
      set: { timeZone: sql`excluded.time_zone` },
      setWhere: sql`${orderImportTable.timeZone} is distinct from excluded.time_zone`,
    })
    .prepare(''),
);

/** Like {@link storeTimeZoneOf}, but for display only: UTC if Shopify can't be asked. */
export async function shownTimeZoneOf(context: ShopContext): Promise<string> {
  try {
    return await storeTimeZoneOf(context);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'UTC';
  }
}
