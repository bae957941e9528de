import type { IgnoredPart } from './list-query.ts';

type Noun = { singular: string; plural: string };

/** The state of a list that its messages depend on. */
type ShownList = {
  noun: Noun;
  /** The rows' names. */
  names: string[];
  searchRefusal: string | undefined;
  /** Only a part of the list was looked through. */
  searchGoesOn: boolean;
  /** Whether the rows are those of a later page. */
  paged: boolean;
  hasNext: boolean;
};

/** The message of a list without rows. */
export function nothingInWords(shown: Omit<ShownList, 'names' | 'hasNext'>): {
  title: string;
  description: string;
  /** For screen readers. */
  spoken: string;
} {
  if (shown.searchRefusal !== undefined) {
    return {
      title: 'This search is too long',
      description: 'Shorten it to see what matches.',
      spoken: shown.searchRefusal,
    };
  }
  if (shown.searchGoesOn) {
    return {
      title: `No ${shown.noun.plural} found so far`,
      description: 'Keep searching to check the rest of the list.',
      spoken: 'Nothing found so far',
    };
  }
  if (shown.paged) {
    return {
      title: `No more ${shown.noun.plural}`,
      description: 'Go back to the previous page.',
      spoken: 'This page is empty',
    };
  }
  return {
    title: `No ${shown.noun.plural} found`,
    description: 'Try different words, or clear the search.',
    spoken: 'Nothing found',
  };
}

/** Text for screen readers when the rows change. */
export function rowsInWords(shown: ShownList): string {
  const { names, noun } = shown;
  const [first] = names;
  if (first === undefined) return nothingInWords(shown).spoken;
  const count = names.length === 1 ? `1 ${noun.singular}` : `${names.length} ${noun.plural}`;
  const rows =
    names.length === 1 ? `${count}: ${first}` : `${count}, from ${first} to ${names.at(-1)}`;
  return shown.hasNext ? `${rows}, and more on the next page` : rows;
}

/** The message about the parts of the address that were ignored. */
export const ignoredInWords: Record<IgnoredPart, string> = {
  order: 'We can’t sort the list the way this link asks, so it’s in its usual order.',
  page: 'The page in this link no longer exists. You’re on the first one.',
  filter: 'We can’t filter the list the way this link asks, so more is shown.',
};
