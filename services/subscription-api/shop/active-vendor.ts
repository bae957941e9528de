import { eq } from 'drizzle-orm';
import { closedTextOf, opensTheApp, type Vendor } from '#contract/vendor.ts';
import { ServiceError } from '../service-error.ts';
import type { Database } from '../store/database.ts';
import { vendorTable } from '../store/schema.ts';
import { findVendor } from './vendor.ts';

/**
 * The shop's vendor, where it may use the app.
 * @throws ServiceError 403 where the shop is no vendor, or may not
 */
export async function requireActiveVendor(database: Database, shop: string): Promise<Vendor> {
  const vendor = await findVendor(database, shop);
  if (vendor === null || !opensTheApp(vendor)) {
    throw new ServiceError(403, { message: closedTextOf(vendor) });
  }
  return vendor;
}

/**
 * The same, and nobody else changes the vendor until the transaction ends; with `share` others may hold the same lock.
 * @throws ServiceError 403 as {@link requireActiveVendor}
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
