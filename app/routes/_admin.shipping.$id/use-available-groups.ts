import { availableGroupsSchema } from '#contract/delivery-profile.ts';
import { useSearchedPages } from '../../requests/use-searched-pages.ts';

/**
 * The groups that a profile could take, page after page, for as long as the dialog is open. `profileId` is the profile's
 * original id.
 */
export function useAvailableGroups(profileId: string) {
  const pages = useSearchedPages({
    path: `/resources/shipping/${encodeURIComponent(profileId)}/selling-plan-groups`,
    answer: async () => availableGroupsSchema,
    pageOf: ({ sellingPlanGroups, pageInfo }) => ({ items: sellingPlanGroups, pageInfo }),
  });
  const { items: groups, isLoading: loading, ...rest } = pages;
  return { groups, loading, ...rest };
}
