import type { IgnoredPart } from './list-query.ts';

export type Noun = { singular: string; plural: string };

/** What is on the screen of a list, as far as it has to be put into words. */
export type ShownList = {
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

/** What is said where a list has no rows to show. */
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
      description: 'There may be some further on.',
      spoken: 'Nothing was found so far',
    };
  }
  if (shown.paged) {
    return {
      title: `No more ${shown.noun.plural}`,
      description: 'Go back to the page before.',
      spoken: 'This page is empty',
    };
  }
  return {
    title: `No ${shown.noun.plural} found`,
    description: 'Try other words, or clear the search.',
    spoken: 'Nothing was found',
  };
}

/** What a screen reader says when other rows are shown. */
export function rowsInWords(shown: ShownList): string {
  const { names, noun } = shown;
  const [first] = names;
  if (first === undefined) return nothingInWords(shown).spoken;
  const count = names.length === 1 ? `1 ${noun.singular}` : `${names.length} ${noun.plural}`;
  const rows =
    names.length === 1 ? `${count}: ${first}` : `${count}, from ${first} to ${names.at(-1)}`;
  return shown.hasNext ? `${rows}, and more on the next page` : rows;
}

/** What a list says of an address that asks for what it doesn't have. */
export const ignoredInWords: Record<IgnoredPart, string> = {
  order: 'The list cannot be sorted as this address asks. It is sorted as usual.',
  page: 'The page that this address asks for is not there any more. This is the first one.',
};
