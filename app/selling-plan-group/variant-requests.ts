import { z } from 'zod';
import { globalIdSchema, originalIdOf } from '#contract/global-id.ts';
import { maximumPageSize, pageInfoSchema } from '#contract/pagination.ts';
import { type VariantsResult, variantsResultSchema } from '#contract/selling-plan-group.ts';
import { requestResource } from '../resource-routes/request-resource.ts';
import { forgettingScreens } from '../screen-data/screen-memory.ts';

/** What the browser keeps of each of a group's variants while it works with thousands. */
export const listedVariantSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  productId: globalIdSchema,
});

export const variantPageSchema = z.object({
  variants: z.array(listedVariantSchema),
  pageInfo: pageInfoSchema,
});

export type ListedVariant = z.infer<typeof listedVariantSchema>;
export type VariantPage = z.infer<typeof variantPageSchema>;

export type VariantChange = 'add' | 'remove';

function pathOf(groupId: string): string {
  return `/fixed-subscription/${originalIdOf(groupId)}/variants`;
}

/** One page of a group's variants, as large as the API gives; `query` searches product titles. */
export function requestVariantPage(
  groupId: string,
  page: { after?: string; query?: string },
  signal?: AbortSignal,
): Promise<VariantPage> {
  const search = new URLSearchParams({ first: String(maximumPageSize) });
  if (page.after !== undefined) search.set('after', page.after);
  if (page.query !== undefined && page.query !== '') search.set('query', page.query);
  return requestResource({
    method: 'GET',
    path: `${pathOf(groupId)}?${search}`,
    answer: variantPageSchema,
    signal,
  });
}

/** Adds variants to a group or removes them, at most `variantsPerRequest` at once. Ids are global ids. */
export function requestVariantChange(
  change: VariantChange,
  groupId: string,
  variants: string[],
): Promise<VariantsResult> {
  return forgettingScreens(() =>
    requestResource({
      method: change === 'add' ? 'POST' : 'DELETE',
      path: pathOf(groupId),
      body: { variants },
      answer: variantsResultSchema,
    }),
  );
}
