import { useCallback, useEffect, useRef, useState } from 'react';
import { type AvailableGroups, availableGroupsSchema } from '#contract/delivery-profile.ts';
import { errorTexts } from '#contract/error-texts.ts';
import { ResourceError, requestResource } from '../../resource-routes/request-resource.ts';

type Asked = { query: string; after: string | null };

type State = {
  groups: AvailableGroups['sellingPlanGroups'];
  /** The cursor to go on with; null where there are no more. */
  next: string | null;
  /** What the groups were asked with. */
  query: string;
  loading: boolean;
  failure: string | null;
  /** Where the merchant must go first to grant what is missing (specification §7). */
  updateUrl?: string;
};

/**
 * The groups that a profile could take, page after page, for as long as the dialog is open. `profileId` is the profile's
 * original id. A failed page leaves the ones before it; `tryAgain` asks for it once more.
 */
export function useAvailableGroups(profileId: string) {
  const [state, setState] = useState<State>({
    query: '',
    groups: [],
    next: null,
    loading: true,
    failure: null,
  });
  const running = useRef<AbortController>();
  const lastAsked = useRef<Asked>({ query: '', after: null });

  const ask = useCallback(
    async (asked: Asked) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      lastAsked.current = asked;
      setState((state) => ({ ...state, loading: true, failure: null }));
      const search = new URLSearchParams();
      if (asked.query !== '') search.set('query', asked.query);
      if (asked.after !== null) search.set('after', asked.after);
      try {
        const { sellingPlanGroups, pageInfo } = await requestResource({
          method: 'GET',
          path: `/shipping/${encodeURIComponent(profileId)}/selling-plan-groups?${search}`,
          answer: async () => availableGroupsSchema,
          signal: controller.signal,
        });
        if (controller.signal.aborted) return;
        setState((state) => ({
          query: asked.query,
          groups:
            asked.after === null ? sellingPlanGroups : [...state.groups, ...sellingPlanGroups],
          next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
          loading: false,
          failure: null,
        }));
      } catch (error) {
        if (controller.signal.aborted) return;
        const known = error instanceof ResourceError ? error : undefined;
        setState((state) => ({
          ...state,
          loading: false,
          failure: known?.message ?? errorTexts.somethingWentWrong,
          updateUrl: known?.updateUrl,
        }));
      }
    },
    [profileId],
  );

  useEffect(() => {
    void ask({ query: '', after: null });
    return () => running.current?.abort();
  }, [ask]);

  return {
    ...state,
    search: useCallback((query: string) => void ask({ query, after: null }), [ask]),
    showMore: () => void ask({ query: state.query, after: state.next }),
    tryAgain: () => void ask(lastAsked.current),
  };
}
