import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResourceRequest } from './request-resource.ts';
import { useResourceRequest } from './use-resource.ts';

type Asked<Item> = {
  query: string;
  after: string | null;
  /** What was shown before `after`. */
  before: readonly Item[];
};

const start = { query: '', after: null, before: [] };

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
  // What came with the screen last, until something is asked for here.
  const firstPage = useRef<SearchedPage<Item>>({
    items: [],
    pageInfo: { hasNextPage: false, endCursor: null },
  });
  if (first?.page) firstPage.current = first.page;
  const [shown, setShown] = useState<{ query: string; page: SearchedPage<Item> }>();
  const { query, page } = shown ?? { query: '', page: firstPage.current };
  const [lastAsked, setLastAsked] = useState<Asked<Item>>();
  const latest = useRef(options);
  latest.current = options;

  const load = useCallback(
    async (asked: Asked<Item>) => {
      setLastAsked(asked);
      const search = new URLSearchParams();
      if (asked.query !== '') search.set('query', asked.query);
      if (asked.after !== null) search.set('after', asked.after);
      const { path, answer: schema, pageOf } = latest.current;
      const { answer } = await ask({ method: 'GET', path: `${path}?${search}`, answer: schema });
      if (answer === undefined) return;
      const { items, pageInfo } = pageOf(answer);
      setShown({ query: asked.query, page: { items: [...asked.before, ...items], pageInfo } });
    },
    [ask],
  );

  const asksAtOnce = first === undefined;
  useEffect(() => {
    if (asksAtOnce) void load(start);
  }, [load, asksAtOnce]);

  const after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  return {
    items: page.items,
    query,
    /** The cursor to go on with; null where there are no more. */
    next: after,
    isLoading: isAsking || (asksAtOnce && lastAsked === undefined),
    failure: lastAsked === undefined ? (first?.failure ?? null) : (failure?.message ?? null),
    search: useCallback((query: string) => void load({ ...start, query }), [load]),
    showMore: () => void load({ query, after, before: page.items }),
    tryAgain: () => void load(lastAsked ?? start),
  };
}
