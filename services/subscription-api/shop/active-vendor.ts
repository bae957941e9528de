import { eq } from 'drizzle-orm';
import { closedTextOf, opensTheApp, type Vendor } from '#contract/vendor.ts';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { vendorTable } from '../store/schema.ts';
import { findVendor } from './vendor.ts';

/**
 * The shop's vendor, if it may use the app.
 * @throws ServiceError `forbidden` if the shop isn't a vendor, or may not use the app
 */
export async function requireActiveVendor(database: Database, shop: string): Promise<Vendor> {
  const vendor = await findVendor(database, shop);
  if (vendor === null || !opensTheApp(vendor)) {
    throw new ServiceError('forbidden', { message: closedTextOf(vendor) });
  }
  return vendor;
}

/**
 * The same, with the vendor locked until the transaction ends. With `share`, others may hold the same lock.
 * @throws ServiceError `forbidden` as {@link requireActiveVendor}
 */
export async function lockActiveVendor(
  transaction: Database,
  shop: string,
  strength: 'share' | 'update',
): Promise<Vendor> {
  await transaction
    .select({ shop: vendorTable.shop })
    .from(vendorTable)
    .where(eq(vendorTable.shop, shop))
    .for(strength);
  return await requireActiveVendor(transaction, shop);
}

/** A handler that lets in only shops with an active vendor. */
export function forVendors<Input, Answer>(
  handle: (context: ShopContext, input: Input) => Promise<Answer>,
) {
  return async (context: ShopContext, input: Input): Promise<Answer> => {
    await requireActiveVendor(context.database, context.shop);
    return await handle(context, input);
  };
}
