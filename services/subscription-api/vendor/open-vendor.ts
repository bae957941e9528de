import { opensTheApp, type Vendor } from '#contract/vendor.ts';
import { ServiceError } from '../service-error.ts';
import type { Database } from '../store/database.ts';
import { findVendor } from './store.ts';

/**
 * The shop's vendor, where it may use the app.
 * @throws ServiceError 403 where the shop is no vendor, or may not
 */
export async function openVendor(database: Database, shop: string): Promise<Vendor> {
  const vendor = await findVendor(database, shop);
  if (vendor === null || !opensTheApp(vendor)) {
    throw new ServiceError(403, { message: 'This opens once you are approved.' });
  }
  return vendor;
}
