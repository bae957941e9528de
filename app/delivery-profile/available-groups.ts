import { z } from 'zod';
import { profileSellingPlanGroupSchema } from '#contract/delivery-profile.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';

/**
 * A page of the selling plan groups that a delivery profile could take: those with variants that are not in it yet.
 * `next` is the cursor to go on with; null where there are no more.
 */
export const availableGroupsSchema = z.object({
  groups: z.array(profileSellingPlanGroupSchema),
  next: z.string().nullable(),
});

export type AvailableGroups = z.infer<typeof availableGroupsSchema>;

/** Query of the page, in the address of the resource route. */
export const availableGroupsQuerySchema = z.object({
  query: z.string().trim().max(255).optional(),
  after: z.string().min(1).optional(),
});

type Client = Pick<SubscriptionApiClient, 'getDeliveryProfile' | 'listSellingPlanGroups'>;

const pageSize = 50;
/** A page with fewer is filled up from the next one: the groups that the profile has already leave gaps. */
const fewest = 20;

/**
 * Collects {@link AvailableGroups}. `profileId` is the profile's original id.
 * @throws the client's errors
 */
export async function availableGroups(
  client: Client,
  profileId: string,
  asked: z.infer<typeof availableGroupsQuerySchema>,
): Promise<AvailableGroups> {
  const listAfter = (after: string | undefined) =>
    client.listSellingPlanGroups({
      query: { first: pageSize, after, query: asked.query, withVariantsOnly: true },
    });
  const [profile, firstPage] = await Promise.all([
    client.getDeliveryProfile({ id: profileId }),
    listAfter(asked.after),
  ]);
  const taken = new Set(profile.sellingPlanGroups.map((group) => group.id));
  const groups: AvailableGroups['groups'] = [];
  let page = firstPage;
  for (;;) {
    for (const { id, name, productVariantsCount } of page.sellingPlanGroups) {
      if (!taken.has(id)) groups.push({ id, name, productVariantsCount });
    }
    const next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (next === null || groups.length >= fewest) return { groups, next };
    page = await listAfter(next);
  }
}
