import { eq } from 'drizzle-orm';
import { isTimeZone } from '#contract/calendar.ts';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { orderImportTable } from '../store/schema.ts';
import { getShop } from './documents.ts';

/**
 * The store's time zone (IANA), as its orders are read by or as the platform says it.
 * @throws what the platform fails with where it is asked: nobody is charged by a zone that was guessed
 */
export async function storeTimeZoneOf(context: ShopContext): Promise<string> {
  const { database, shop } = context;
  const [orderImport] = await database
    .select({ timeZone: orderImportTable.timeZone })
    .from(orderImportTable)
    .where(eq(orderImportTable.shop, shop));
  if (orderImport?.timeZone != null && isTimeZone(orderImport.timeZone))
    return orderImport.timeZone;
  const { ianaTimezone } = (await context.graphql(getShop, {})).shop;
  return isTimeZone(ianaTimezone) ? ianaTimezone : 'UTC';
}

/** The same for what is only shown: UTC where the platform does not say it. */
export async function shownTimeZoneOf(context: ShopContext): Promise<string> {
  try {
    return await storeTimeZoneOf(context);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'UTC';
  }
}
