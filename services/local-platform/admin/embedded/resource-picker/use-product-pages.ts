import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../internal-api/request.ts';
import { loadProducts, type PickerProduct } from './products.ts';

type State = {
  query: string | null;
  products: readonly PickerProduct[];
  next: string | null;
  loading: boolean;
  error: string | null;
};

const nothingYet: State = { query: null, products: [], next: null, loading: true, error: null };

/** A store's products that match a search, page by page. The earlier results stay until new ones arrive. */
export function useProductPages(store: string, query: string) {
  const [state, setState] = useState(nothingYet);
  const running = useRef<AbortController | null>(null);

  const load = useCallback(
    async (after: string | null) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setState((before) => ({ ...before, loading: true, error: null }));
      try {
        const page = await loadProducts(store, query, after, controller.signal);
        setState((before) => ({
          query,
          products: after === null ? page.products : [...before.products, ...page.products],
          next: page.next,
          loading: false,
          error: null,
        }));
      } catch (thrown) {
        if (controller.signal.aborted) return;
        setState((before) => ({ ...before, loading: false, error: reasonOf(thrown) }));
      }
    },
    [store, query],
  );

  useEffect(() => {
    load(null);
    return () => running.current?.abort();
  }, [load]);

  const { products, next, loading, error } = state;
  const current = state.query === query;
  const loadMore = useCallback(() => {
    if (current && loading) return;
    load(current ? next : null);
  }, [current, loading, next, load]);

  return { products, loading, hasMore: current && next !== null, error, loadMore };
}
