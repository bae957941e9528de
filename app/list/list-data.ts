import type { PageInfo } from '#contract/pagination.ts';
import type { IgnoredPart } from './list-query.ts';

/** The data of a list's screen. */
export type ListData<Item> = {
  items: Item[];
  pageInfo: PageInfo;
  /** Parts of the address that were ignored. */
  ignored: IgnoredPart[];
  /** Why loading failed. Items beside it are earlier ones. */
  failure: string | null;
};

/** A list that couldn't be loaded keeps its rows if the address is the same, and shows none otherwise. */
export function listWithFailure<List extends { items: unknown[]; failure: string | null }>(
  shown: List,
  failure: string,
  sameAddress: boolean,
): List {
  return { ...shown, items: sameAddress ? shown.items : [], failure };
}

/** How many entries a row names before it counts the rest. */
export const shownEntries = 3;
