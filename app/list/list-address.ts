import type { PageInfo } from '#contract/pagination.ts';

/** The address of a list with some of its state changed; a change of anything but the cursor starts at the first page. */
export function listAddress(
  current: URLSearchParams,
  change: Record<string, string | undefined>,
): string {
  const next = new URLSearchParams(current);
  if (!('after' in change) && !('before' in change)) {
    next.delete('after');
    next.delete('before');
  }
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

/** Polaris' pagination for a list whose cursors live in the address. */
export function paginationOf(
  pageInfo: PageInfo,
  current: URLSearchParams,
  go: (address: string) => void,
) {
  return {
    hasNext: pageInfo.hasNextPage,
    hasPrevious: pageInfo.hasPreviousPage,
    onNext: () =>
      go(listAddress(current, { after: pageInfo.endCursor ?? undefined, before: undefined })),
    onPrevious: () =>
      go(listAddress(current, { before: pageInfo.startCursor ?? undefined, after: undefined })),
  };
}
