import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import type { Vendor } from '#contract/vendor.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import type { RequestVariables } from '../http/request-variables.ts';
import { findVendor } from './store.ts';

/** GET /vendor. */
export function vendorRoutes({ database }: SubscriptionApiDependencies): Hono<RequestVariables> {
  return new Hono<RequestVariables>().get(endpoints.vendor, async (context) => {
    const vendor: Vendor | null = await findVendor(database, context.get('caller').shop);
    return context.json(vendor);
  });
}
