import { z } from 'zod';
import { undoStates } from '#contract/vendor-settings.ts';

/** A change of a setting as the merchant reads it; `when` is in the store's time. */
const shownChangeSchema = z.object({
  id: z.number(),
  setting: z.string(),
  change: z.string(),
  by: z.string(),
  when: z.string(),
  undo: z.enum(undoStates),
});

export type ShownChange = z.infer<typeof shownChangeSchema>;

/** Newest first. */
export const shownChangesSchema = z.array(shownChangeSchema);
