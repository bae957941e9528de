import { z } from 'zod';

import { vendorStatuses } from './vendor-status.ts';

export { closedTextOf, opensTheApp, vendorStatuses } from './vendor-status.ts';

/** The default of `settings.buttonColor` (specification §9). */
export const defaultButtonColor = '#0632c2';
/** The default of `daysBeforeReminder`, in days (specification §9). */
export const defaultDaysBeforeReminder = 3;

const flag = z.boolean({ error: 'Must be true or false' });

/**
 * The switches of the Settings page. A new one is a flag here, a column of `vendorTable` with its migration, and its
 * words among the `features` of `setting-words.ts`; all else follows from these.
 */
export const featuresSchema = z.object({
  isWidgetEnabled: flag,
  isNewWidgetEnabled: flag,
  isVendorSyncDisabled: flag,
  isAccountPageEnabled: flag,
});

export type FeatureName = keyof z.infer<typeof featuresSchema>;

/** Specification §3, "Vendor settings". */
export const vendorSettingsSchema = featuresSchema.extend({
  buttonColor: z.string(),
  img_url: z.string().nullable(),
  apiKeyExists: z.boolean(),
});

/** Specification §3, the manifest "named after the platform". */
const shopifyManifestSchema = z.object({
  handleFulfillmentWebhook: z.boolean(),
  useGifs: z.boolean(),
  faqPageId: z.string().nullable(),
  simpleSubscription: z.boolean(),
});

/** Only `onboarding` and `active` open the app (specification §2). */

/** An approved vendor. `daysBeforeReminder` is in days. */
export const vendorSchema = z.object({
  shop: z.string(),
  status: z.enum(vendorStatuses),
  settings: vendorSettingsSchema,
  shopifyManifest: shopifyManifestSchema,
  replyToEmail: z.string().nullable(),
  useNoReply: z.boolean(),
  daysBeforeReminder: z.number().int(),
  img_url: z.string().nullable(),
});

export type Vendor = z.infer<typeof vendorSchema>;

/** Answer of GET /vendor: null where the shop has no vendor yet. A 404 never means that: it is a wrong address. */
export const vendorAnswerSchema = vendorSchema.nullable();
