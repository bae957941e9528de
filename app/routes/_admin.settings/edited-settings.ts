import { z } from 'zod';
import { colorOfText } from '#contract/color.ts';
import {
  buttonColorSchema,
  daysBeforeReminderSchema,
  replyToEmailSchema,
} from '#contract/vendor-settings.ts';
import { parseForm } from '../../forms/parse-form.ts';

const editedSettingsSchema = z.object({
  // An empty field means no address.
  replyToEmail: replyToEmailSchema.default(null),
  useNoReply: z.enum(['true', 'false']).transform((text) => text === 'true'),
  daysBeforeReminder: daysBeforeReminderSchema,
  buttonColor: z
    .string()
    .optional()
    .transform((text = '') => colorOfText(text) ?? text)
    .pipe(buttonColorSchema),
});

/** Settings that the save bar saves, each named only where the merchant changed it. */
export type EditedSettings = Partial<z.output<typeof editedSettingsSchema>>;

/** Reads the settings that a form names by the contract; the same in the browser and in the action. */
export function parseEditedSettings(formData: FormData) {
  const named = editedSettingsSchema.keyof().options.filter((key) => formData.has(key));
  const mask: { [Key in keyof EditedSettings]?: true } = Object.fromEntries(
    named.map((key) => [key, true]),
  );
  return parseForm(formData, editedSettingsSchema.pick(mask));
}
