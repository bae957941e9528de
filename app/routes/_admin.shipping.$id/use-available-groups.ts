import { useCallback } from 'react';
import { availableGroupsSchema } from '#contract/delivery-profile.ts';
import { requestResource } from '../../requests/request-resource.ts';
import { useSearchedPages } from '../../requests/use-searched-pages.ts';

/**
 * The groups that a profile could take, page after page, for as long as the dialog is open. `profileId` is the profile's
 * original id.
 */
export function useAvailableGroups(profileId: string) {
  const load = useCallback(
    async (search: URLSearchParams, signal: AbortSignal) => {
      const { sellingPlanGroups, pageInfo } = await requestResource({
        method: 'GET',
        path: `/resources/shipping/${encodeURIComponent(profileId)}/selling-plan-groups?${search}`,
        answer: async () => availableGroupsSchema,
        signal,
      });
      return { items: sellingPlanGroups, pageInfo };
    },
    [profileId],
  );
  const { items: groups, isLoading: loading, ...pages } = useSearchedPages({ load });
  return { groups, loading, ...pages };
}
