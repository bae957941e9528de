import { z } from 'zod';
import { nameSchema } from './name.ts';
import { viewSearchOf } from './subscription-contract-names.ts';

// Beyond the specification: views of the list of subscriptions that a merchant has named.

export const viewLimits = { views: 20, nameLength: 60, searchLength: 2000 } as const;

export const viewTexts = {
  unknown: 'This view is gone. Somebody has deleted it.',
  name: 'Please enter a name',
  longName: `Use at most ${viewLimits.nameLength} characters`,
  taken: 'You have a view with this name already',
  tooMany: `You have ${viewLimits.views} views. Delete one first.`,
  changed:
    'Somebody has changed this view in the meantime. Nothing was done: look at it, and try again.',
  wrong: 'The list can’t be narrowed or sorted this way',
} as const;

/** A view's id of ours. */
export const viewIdSchema = z.uuid(viewTexts.unknown);

/** `search` is as {@link viewSearchOf} makes it. */
export const savedViewSchema = z.object({ id: z.string(), name: z.string(), search: z.string() });

export type SavedView = z.infer<typeof savedViewSchema>;

const searchSchema = z
  .string()
  .max(viewLimits.searchLength, viewTexts.wrong)
  // A form leaves out what is empty.
  .default('')
  .transform((search) => viewSearchOf(new URLSearchParams(search)));

/** Body of POST /subscription/saved-view. The same name with the same search is the same view. */
export const createViewSchema = z.object({
  name: nameSchema(viewLimits.nameLength, viewTexts),
  search: searchSchema,
});

export type CreateView = z.output<typeof createViewSchema>;

/** Body of PATCH /subscription/saved-view/:id. `seen` is how the caller saw the view: one that somebody has changed since isn't overwritten. */
export const changeViewSchema = createViewSchema.extend({
  seenName: z.string().max(viewLimits.nameLength),
  seenSearch: searchSchema,
});

export type ChangeView = z.output<typeof changeViewSchema>;
