import { z } from 'zod';
import { isEmail } from './email.ts';
import { settingValueSchema } from './setting-change.ts';
import { featuresSchema, vendorSchema } from './vendor.ts';

/** The most days before an order that customers can be reminded of it: orders are known 45 days ahead, and read anew once a week. */
export const mostDaysBeforeReminder = 38;

/** A standard email address, trimmed; empty or null is none. */
export const replyToEmailSchema = z
  .string({ error: 'Invalid Email' })
  .trim()
  .max(254, 'Invalid Email')
  .refine((address) => address === '' || isEmail(address), 'Invalid Email')
  .transform((address) => (address === '' ? null : address))
  .nullable();

export const daysBeforeReminderSchema = z
  .number({
    error: ({ input }) =>
      input === undefined || input === null ? 'This can not be empty' : 'Must be an integer',
  })
  .int('Must be an integer')
  .positive('Must be greater than 0')
  .max(mostDaysBeforeReminder, `Must be at most ${mostDaysBeforeReminder}`);

/** Six hexadecimal digits after `#`, in small letters once parsed. */
export const buttonColorSchema = z
  .string({ error: 'Must be a color such as #0632c2' })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Must be a color such as #0632c2');

const imageUrlSchema = z
  .url({ protocol: /^https?$/, error: 'Must be the address of an image' })
  .max(2048, 'Must be the address of an image')
  .nullable();

/** Each setting that a merchant changes, by its key. What is turned on and off is listed in `vendor.ts`. */
const settings = {
  ...featuresSchema.partial().shape,
  buttonColor: buttonColorSchema.optional(),
  img_url: imageUrlSchema.optional(),
  replyToEmail: replyToEmailSchema.optional(),
  useNoReply: z.boolean({ error: 'Must be true or false' }).optional(),
  daysBeforeReminder: daysBeforeReminderSchema.optional(),
};

/** Keys that go together in one call. */
const together: ReadonlySet<string> = new Set(['replyToEmail', 'useNoReply']);

/** Body of PATCH /vendor/settings: exactly one key, or `replyToEmail` with `useNoReply` (specification §7). */
export const updateVendorSettingsSchema = z.strictObject(settings).superRefine((body, context) => {
  const keys = Object.keys(body);
  if (keys.length === 1 || (keys.length === 2 && keys.every((key) => together.has(key)))) return;
  const message = 'Exactly one setting at a time';
  if (keys.length === 0) context.addIssue({ code: 'custom', message, path: [] });
  for (const key of keys) context.addIssue({ code: 'custom', message, path: [key] });
});

export type UpdateVendorSettings = z.output<typeof updateVendorSettingsSchema>;
export type VendorSettingKey = keyof UpdateVendorSettings;

/**
 * Answer of PATCH /vendor/settings. `manualThemeUpdateRequired` is there where the theme can't show what was saved until the
 * merchant changes it by hand.
 */
export const updatedVendorSchema = vendorSchema.extend({
  manualThemeUpdateRequired: z.boolean().optional(),
});

export type UpdatedVendor = z.infer<typeof updatedVendorSchema>;

/** Whether a change can be undone; one that was overtaken by a later change of the same setting can not. */
export const undoStates = ['possible', 'overtaken', 'impossible'] as const;

/** One change of the history. `setting` is a dotted name, such as `settings.isWidgetEnabled`. */
const listedChangeSchema = z.object({
  id: z.number().int(),
  setting: z.string(),
  from: settingValueSchema,
  to: settingValueSchema,
  /** `you` are the user who asks; nobody is the app itself. */
  by: z.enum(['you', 'somebody else', 'nobody']),
  changedAt: z.iso.datetime(),
  undo: z.enum(undoStates),
});

export type ListedChange = z.infer<typeof listedChangeSchema>;

/** Answer of GET /vendor/settings/changes: the latest, newest first, and the store's time zone. */
export const listedChangesSchema = z.object({
  changes: z.array(listedChangeSchema),
  timeZone: z.string(),
});

export type ListedChanges = z.infer<typeof listedChangesSchema>;

/** Body of POST /vendor/settings/undo. Answers as PATCH /vendor/settings does; 409 where the setting was changed since. */
export const undoChangeSchema = z.object({ id: z.number().int() });
