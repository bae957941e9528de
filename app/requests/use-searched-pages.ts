import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResourceRequest } from './request-resource.ts';
import { useResourceRequest } from './use-resource.ts';

type Asked = { query: string; after: string | null };

/** The results of a search, page by page. */
type SearchedPage<Item> = {
  items: Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

type Options<Item, Answer> = Pick<ResourceRequest<Answer>, 'answer'> & {
  /** The route's path; the query and the cursor are added to it. */
  path: string;
  pageOf: (answer: Answer) => SearchedPage<Item>;
  /** The first page, or why it failed, if it came with the screen. Otherwise it is asked for at once. */
  first?: { page: SearchedPage<Item> | null; failure: string | null };
};

/**
 * What is searched for, or asked for after what there is already. A failed page leaves the ones before it; `tryAgain` asks for it
 * once more.
 */
export function useSearchedPages<Item, Answer>(options: Options<Item, Answer>) {
  const { first } = options;
  const { ask, isAsking, failure } = useResourceRequest();
  const [{ query, page }, setShown] = useState<{ query: string; page: SearchedPage<Item> }>({
    query: '',
    page: first?.page ?? { items: [], pageInfo: { hasNextPage: false, endCursor: null } },
  });
  const [lastAsked, setLastAsked] = useState<Asked>();
  const latest = useRef(options);
  latest.current = options;

  const load = useCallback(
    async (asked: Asked) => {
      setLastAsked(asked);
      const search = new URLSearchParams();
      if (asked.query !== '') search.set('query', asked.query);
      if (asked.after !== null) search.set('after', asked.after);
      const { path, answer: schema, pageOf } = latest.current;
      const { answer } = await ask({ method: 'GET', path: `${path}?${search}`, answer: schema });
      if (answer === undefined) return;
      const { items, pageInfo } = pageOf(answer);
      setShown(({ page: before }) => ({
        query: asked.query,
        page: { items: asked.after === null ? items : [...before.items, ...items], pageInfo },
      }));
    },
    [ask],
  );

  const asksAtOnce = first === undefined;
  useEffect(() => {
    if (asksAtOnce) void load({ query: '', after: null });
  }, [load, asksAtOnce]);

  const after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  return {
    items: page.items,
    query,
    /** The cursor to go on with; null where there are no more. */
    next: after,
    isLoading: isAsking || (asksAtOnce && lastAsked === undefined),
    failure: lastAsked === undefined ? (first?.failure ?? null) : (failure?.message ?? null),
    search: useCallback((query: string) => void load({ query, after: null }), [load]),
    showMore: () => void load({ query, after }),
    tryAgain: () => void load(lastAsked ?? { query: '', after: null }),
  };
}
