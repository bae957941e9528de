import { useLocation, useNavigation, useSearchParams } from '@remix-run/react';
import type { PageInfo } from '#contract/pagination.ts';

/** Parameters of a list's address to set; undefined and empty ones go. */
export type AddressChange = Record<string, string | undefined>;

/** The parameters that say which page of a list is shown. */
const pageParameters = ['after', 'before', 'page'];

/** The address of a list with some of its state changed; a change of anything but the page starts at the first one. */
export function listAddress(current: URLSearchParams, change: AddressChange): string {
  const next = new URLSearchParams(current);
  if (!pageParameters.some((name) => name in change)) {
    for (const name of pageParameters) next.delete(name);
  }
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

/** What a list's address asks for, and where another one is still being loaded, what that asks for: the next change adds to it. */
export function useAskedList(): { asked: URLSearchParams; isLoading: boolean } {
  const [searchParams] = useSearchParams();
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isLoading = state === 'loading' && location.pathname === pathname;
  return { asked: isLoading ? new URLSearchParams(location.search) : searchParams, isLoading };
}

/** The changes of address that turn a list's pages; undefined where there is none to turn to. */
export type Paging = {
  previous: AddressChange | undefined;
  next: AddressChange | undefined;
  /** The change that goes on with a search which only a part of the list was looked through for. */
  searchOn?: AddressChange | undefined;
};

/** The buttons below a list that turn its pages. */
export const paginationOf = (
  { previous, next }: Pick<Paging, 'previous' | 'next'>,
  turnTo: (change: AddressChange) => void,
) => ({
  hasPrevious: previous !== undefined,
  hasNext: next !== undefined,
  onPrevious: () => turnTo(previous ?? {}),
  onNext: () => turnTo(next ?? {}),
});

/** Pages of a list whose cursors live in the address. */
export function useCursorPaging(pageInfo: PageInfo): Paging {
  const [searchParams] = useSearchParams();
  return cursorPaging(pageInfo, searchParams);
}

function cursorPaging(pageInfo: PageInfo, current: URLSearchParams): Paging {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  const next = hasNextPage ? { after: endCursor ?? undefined, before: undefined } : undefined;
  const previous = hasPreviousPage
    ? { before: startCursor ?? undefined, after: undefined }
    : undefined;
  const backward = current.has('before') && !current.has('after');
  return {
    previous,
    next,
    searchOn: pageInfo.searchGoesOn === true ? (backward ? previous : next) : undefined,
  };
}

/** Pages that are counted, from 1, of rows that are all in the browser. */
export function numberPaging(shown: {
  page: number;
  hasPrevious: boolean;
  hasNext: boolean;
}): Paging {
  const turnTo = (page: number) => ({ page: page === 1 ? undefined : String(page) });
  return {
    previous: shown.hasPrevious ? turnTo(shown.page - 1) : undefined,
    next: shown.hasNext ? turnTo(shown.page + 1) : undefined,
  };
}
