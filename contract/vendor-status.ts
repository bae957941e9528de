export const vendorStatuses = ['onboarding', 'active', 'suspended'] as const;

type WithStatus = { status: (typeof vendorStatuses)[number] };

/** Whether the vendor's status opens the app's pages (specification §2, "App shell and navigation"). */
export function opensTheApp(vendor: WithStatus | null): boolean {
  return vendor?.status === 'onboarding' || vendor?.status === 'active';
}

/** The reason for vendors whose status doesn't open the app; null is a shop that isn't approved yet. */
export function closedTextOf(vendor: WithStatus | null): string {
  return vendor === null
    ? 'This opens once you are approved.'
    : 'This is closed while your account is suspended.';
}
