import { maximumPageSize } from '#contract/limits.ts';
import { originalIdOf } from '#contract/original-id.ts';
import type { VariantsResult } from '#contract/selling-plan-group.ts';
import { requestResource } from '../../requests/request-resource.ts';
import type { VariantPage } from './listed-variant.ts';

export type VariantChange = 'add' | 'remove';

function pathOf(groupId: string): string {
  return `/resources/fixed-subscription/${originalIdOf(groupId)}/variants`;
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
    answer: async () => (await import('./listed-variant.ts')).variantPageSchema,
    signal,
  });
}

/** Adds variants to a group or removes them, at most `variantsPerRequest` at once. Ids are global ids. */
export function requestVariantChange(
  change: VariantChange,
  groupId: string,
  variants: string[],
): Promise<VariantsResult> {
  return requestResource({
    method: change === 'add' ? 'POST' : 'DELETE',
    path: pathOf(groupId),
    body: { variants },
    answer: async () => (await import('#contract/selling-plan-group.ts')).variantsResultSchema,
  });
}
