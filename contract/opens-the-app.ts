import type { Vendor } from './vendor.ts';

/** Whether the vendor's status opens the app's pages (specification §2, "App shell and navigation"). */
export function opensTheApp(vendor: Pick<Vendor, 'status'> | null): boolean {
  return vendor?.status === 'onboarding' || vendor?.status === 'active';
}
