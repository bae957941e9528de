import { useCallback, useEffect, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { ResourceError } from './request-resource.ts';

type Asked = { query: string; after: string | null };

/** What a resource route has of a search, page by page. */
export type SearchedPage<Item> = {
  items: Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

type State<Item> = {
  items: Item[];
  /** The cursor to go on with; null where there are no more. */
  next: string | null;
  /** What the items were asked with. */
  query: string;
  isLoading: boolean;
  failure: string | null;
  /** Where the merchant must go first to grant what is missing (specification §7). */
  updateUrl: string | undefined;
};

type Options<Item> = {
  /** Asks for a page; the same function for as long as it asks the same. */
  load: (search: URLSearchParams, signal: AbortSignal) => Promise<SearchedPage<Item>>;
  /** What came with the screen: the first page, or why there is none. Without it the first page is asked for at once. */
  first?: { page: SearchedPage<Item> | null; failure: string | null };
};

function loaded<Item>(query: string, { items, pageInfo }: SearchedPage<Item>): State<Item> {
  const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  return { query, items, next, isLoading: false, failure: null, updateUrl: undefined };
}

/**
 * What is searched for, or asked for after what there is already. A failed page leaves the ones before it; `tryAgain` asks for it
 * once more.
 */
export function useSearchedPages<Item>({ load, first }: Options<Item>) {
  const [state, setState] = useState<State<Item>>(() => ({
    ...loaded('', first?.page ?? { items: [], pageInfo: { hasNextPage: false, endCursor: null } }),
    isLoading: first === undefined,
    failure: first?.failure ?? null,
  }));
  useUpdateRedirect(state.updateUrl);
  const running = useRef<AbortController>();
  const lastAsked = useRef<Asked>({ query: '', after: null });
  const asksAtOnce = first === undefined;

  const ask = useCallback(
    async (asked: Asked) => {
      running.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      running.current = controller;
      lastAsked.current = asked;
      setState((state) => ({ ...state, isLoading: true, failure: null }));
      const search = new URLSearchParams();
      if (asked.query !== '') search.set('query', asked.query);
      if (asked.after !== null) search.set('after', asked.after);
      try {
        const page = await load(search, signal);
        if (signal.aborted) return;
        setState(({ items }) =>
          loaded(
            asked.query,
            asked.after === null ? page : { ...page, items: [...items, ...page.items] },
          ),
        );
      } catch (error) {
        if (signal.aborted) return;
        const known = error instanceof ResourceError ? error : undefined;
        setState((state) => ({
          ...state,
          isLoading: false,
          failure: known?.message ?? errorTexts.somethingWentWrong,
          updateUrl: known?.updateUrl,
        }));
      }
    },
    [load],
  );

  useEffect(() => {
    if (asksAtOnce) void ask({ query: '', after: null });
    return () => running.current?.abort();
  }, [ask, asksAtOnce]);

  return {
    ...state,
    search: useCallback((query: string) => void ask({ query, after: null }), [ask]),
    showMore: () => void ask({ query: state.query, after: state.next }),
    tryAgain: () => void ask(lastAsked.current),
  };
}
