import type { Vendor } from './vendor.ts';

/** Whether the vendor's status opens the app's pages (specification §2, "App shell and navigation"). */
export function opensTheApp(vendor: Pick<Vendor, 'status'> | null): boolean {
  return vendor?.status === 'onboarding' || vendor?.status === 'active';
}

/** Why something is shut to a vendor whose status does not open the app; null is a shop that was not approved yet. */
export function closedTextOf(vendor: Pick<Vendor, 'status'> | null): string {
  return vendor === null
    ? 'This opens once you are approved.'
    : 'This is closed while your account is suspended.';
}
