import type { ListedVariant, VariantPage } from './listed-variant.ts';

/**
 * All variants of a group, page by page, each once.
 * Rejects with the failure of a page, and with the signal's reason once it is aborted.
 */
export async function collectVariants(options: {
  fetchPage: (after: string | undefined) => Promise<VariantPage>;
  onFound: (count: number) => void;
  signal: AbortSignal;
}): Promise<ListedVariant[]> {
  const found = new Map<string, ListedVariant>();
  let after: string | undefined;
  for (;;) {
    const { variants, pageInfo } = await options.fetchPage(after);
    options.signal.throwIfAborted();
    for (const variant of variants) found.set(variant.id, variant);
    options.onFound(found.size);
    const next = pageInfo.endCursor;
    if (!pageInfo.hasNextPage || next === null || next === after) return [...found.values()];
    after = next;
  }
}
