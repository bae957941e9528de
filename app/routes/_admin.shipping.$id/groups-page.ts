import type { DeliveryProfile } from '#contract/delivery-profile.ts';

export type ProfileGroup = DeliveryProfile['sellingPlanGroups'][number];

/** Rows of one page. The API answers a profile with all its groups, which may be a thousand. */
const groupsPerPage = 50;

type GroupsPage = {
  groups: ProfileGroup[];
  /** From 1; a page past the end is the last one. */
  page: number;
  hasPrevious: boolean;
  hasNext: boolean;
};

/** The groups whose name has every word of `query`, cut to one page of the screen's table. */
export function groupsPageOf(
  groups: readonly ProfileGroup[],
  asked: { query: string; page: number },
): GroupsPage {
  const words = asked.query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = groups.filter((group) => {
    const name = group.name.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  const pages = Math.max(1, Math.ceil(found.length / groupsPerPage));
  const page = Number.isInteger(asked.page) ? Math.min(Math.max(asked.page, 1), pages) : 1;
  return {
    groups: found.slice((page - 1) * groupsPerPage, page * groupsPerPage),
    page,
    hasPrevious: page > 1,
    hasNext: page < pages,
  };
}
