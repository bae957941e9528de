import type { Vendor } from '#contract/vendor.ts';
import { closedTextOf, opensTheApp } from '#contract/vendor-status.ts';
import type { SubscriptionApiClient } from './client.ts';
import { orErrorPage } from './failure.ts';

/**
 * The vendor, for a screen that only approved vendors have.
 * @throws Response for the error page, or for the page that says that the screen is closed
 */
export async function loadActiveVendor(
  client: Pick<SubscriptionApiClient, 'getVendor'>,
): Promise<Vendor> {
  const vendor = await orErrorPage(client.getVendor());
  if (vendor !== null && opensTheApp(vendor)) return vendor;
  throw Response.json({ message: closedTextOf(vendor) }, { status: 403 });
}
