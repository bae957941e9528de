import type { PageInfo } from '#contract/pagination.ts';
import type { IgnoredPart } from './list-query.ts';

/** What a list's screen is shown from. */
export type ListData<Item> = {
  items: Item[];
  pageInfo: PageInfo;
  /** What the address asks for in vain. */
  ignored: IgnoredPart[];
  /** Why there is nothing new to show; beside items, those are of before. */
  failure: string | null;
};

/** What a list shows where it cannot be loaded: the rows of the same address stay, those of another go. */
export function listWithFailure<List extends { items: unknown[]; failure: string | null }>(
  shown: List,
  failure: string,
  sameAddress: boolean,
): List {
  return { ...shown, items: sameAddress ? shown.items : [], failure };
}

/** How many entries a row names before it counts the rest. */
export const shownEntries = 3;
