import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../responses.ts';
import { loadAllVariants, loadProducts, type PickerProduct } from './products.ts';

export type ProductPages = {
  products: readonly PickerProduct[];
  /** Every product seen since the picker opened, whatever was searched for. */
  known: ReadonlyMap<string, PickerProduct>;
  loading: boolean;
  hasMore: boolean;
  error: string | null;
  loadMore: () => void;
  loadVariants: (product: PickerProduct) => Promise<void>;
};

type State = {
  query: string | null;
  products: readonly PickerProduct[];
  next: string | null;
  loading: boolean;
  error: string | null;
};

/** A store's products that match a search, page by page. What was found before stays until the answer is here. */
export function useProductPages(store: string, query: string): ProductPages {
  const [state, setState] = useState<State>({
    query: null,
    products: [],
    next: null,
    loading: true,
    error: null,
  });
  const [known, setKnown] = useState<ReadonlyMap<string, PickerProduct>>(new Map());
  const running = useRef<AbortController | null>(null);

  const remember = useCallback((products: readonly PickerProduct[]) => {
    setKnown((before) => {
      const after = new Map(before);
      for (const product of products) {
        // A list never knows more variants than what was loaded on demand.
        const seen = before.get(product.id);
        if (seen === undefined || seen.variants.length < product.variants.length) {
          after.set(product.id, product);
        }
      }
      return after;
    });
  }, []);

  const load = useCallback(
    async (after: string | null) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setState((before) => ({ ...before, loading: true, error: null }));
      try {
        const page = await loadProducts(store, query, after, controller.signal);
        remember(page.products);
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
    [store, query, remember],
  );

  useEffect(() => {
    load(null);
    return () => running.current?.abort();
  }, [load]);

  const { next, loading, error } = state;
  const current = state.query === query;
  const loadMore = useCallback(() => {
    if (current && loading) return;
    load(current ? next : null);
  }, [current, loading, next, load]);

  const loadVariants = useCallback(
    async (product: PickerProduct) => remember([await loadAllVariants(store, product)]),
    [store, remember],
  );

  return {
    products: state.products,
    known,
    loading,
    hasMore: current && next !== null,
    error,
    loadMore,
    loadVariants,
  };
}
