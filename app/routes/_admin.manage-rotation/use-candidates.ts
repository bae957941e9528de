import { useCallback, useEffect, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import type { RotationCandidates } from '#contract/rotation.ts';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { ResourceError, requestResource } from '../../resource-routes/request-resource.ts';

type Asked = { query: string; after: string | null };

type State = {
  products: RotationCandidates['products'];
  /** The cursor to go on with; null where there are no more. */
  next: string | null;
  /** What the products were asked with. */
  query: string;
  isLoading: boolean;
  failure: string | null;
  updateUrl: string | undefined;
};

function stateOf(query: string, { products, pageInfo }: RotationCandidates): State {
  const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  return { query, products, next, isLoading: false, failure: null, updateUrl: undefined };
}

/**
 * The products that a rotation could take: those of `first`, which came with the screen, and what is searched or asked for after it.
 * A failed page leaves the ones before it; `tryAgain` asks for it once more.
 */
export function useCandidates(
  productId: string,
  first: RotationCandidates | null,
  firstFailure: string | null,
) {
  const [state, setState] = useState<State>(() =>
    first === null
      ? {
          query: '',
          products: [],
          next: null,
          isLoading: false,
          failure: firstFailure,
          updateUrl: undefined,
        }
      : stateOf('', first),
  );
  useUpdateRedirect(state.updateUrl);
  const running = useRef<AbortController>();
  const lastAsked = useRef<Asked>({ query: '', after: null });
  useEffect(() => () => running.current?.abort(), []);

  const ask = useCallback(
    async (asked: Asked) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      lastAsked.current = asked;
      setState((state) => ({ ...state, isLoading: true, failure: null }));
      const search = new URLSearchParams();
      if (asked.query !== '') search.set('query', asked.query);
      if (asked.after !== null) search.set('after', asked.after);
      try {
        const page = await requestResource({
          method: 'GET',
          path: `/manage-rotation/${encodeURIComponent(productId)}/candidates?${search}`,
          answer: async () => (await import('#contract/rotation.ts')).rotationCandidatesSchema,
          signal: controller.signal,
        });
        if (controller.signal.aborted) return;
        setState((state) => {
          const products =
            asked.after === null ? page.products : [...state.products, ...page.products];
          return stateOf(asked.query, { ...page, products });
        });
      } catch (error) {
        if (controller.signal.aborted) return;
        const known = error instanceof ResourceError ? error : undefined;
        setState((state) => ({
          ...state,
          isLoading: false,
          failure: known?.message ?? errorTexts.somethingWentWrong,
          updateUrl: known?.updateUrl,
        }));
      }
    },
    [productId],
  );

  return {
    ...state,
    search: useCallback((query: string) => void ask({ query, after: null }), [ask]),
    showMore: () => void ask({ query: state.query, after: state.next }),
    tryAgain: () => void ask(lastAsked.current),
  };
}
