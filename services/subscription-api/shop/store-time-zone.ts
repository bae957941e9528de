import { eq } from 'drizzle-orm';
import { isTimeZone } from '#contract/calendar.ts';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { orderImportTable } from '../store/schema.ts';
import { getShop } from './documents.ts';

/** The store's time zone (IANA), as its orders are read by or as the platform says it; UTC where neither can be had. */
export async function storeTimeZoneOf(context: ShopContext): Promise<string> {
  const { database, shop } = context;
  const [orderImport] = await database
    .select({ timeZone: orderImportTable.timeZone })
    .from(orderImportTable)
    .where(eq(orderImportTable.shop, shop));
  if (orderImport?.timeZone != null && isTimeZone(orderImport.timeZone))
    return orderImport.timeZone;
  try {
    const { ianaTimezone } = (await context.graphql(getShop, {})).shop;
    return isTimeZone(ianaTimezone) ? ianaTimezone : 'UTC';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'UTC';
  }
}
