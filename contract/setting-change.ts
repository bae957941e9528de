import { z } from 'zod';

/** Stands for a secret's value in the history. */
export const secretChanged = 'changed';

/** A setting's value as the history keeps it; null where there is none. */
export const settingValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export type SettingValue = z.infer<typeof settingValueSchema>;
