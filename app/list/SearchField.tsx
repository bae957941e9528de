import { Icon, TextField } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useEffect, useRef, useState } from 'react';
import { maximumSearchLength, searchTooLong } from '#contract/limits.ts';

/** Pause in typing before the list is searched, in ms. */
const rest = 300;

/** Why a search cannot be made as it is typed; undefined where it can. */
const searchRefusal = (typed: string): string | undefined =>
  typed.trim().length > maximumSearchLength ? searchTooLong : undefined;

type SearchText = {
  text: string;
  /** Why `text` is not searched. */
  refusal: string | undefined;
  type: (text: string) => void;
};

/**
 * The text of a search field. `query` is the list's search. Typed text stays while the list loads, and if it can't be searched
 * for.
 */
export function useSearchText(query: string, onSearch: (query: string) => void): SearchText {
  const [text, setText] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asked = useRef(query);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => {
    // The address changed by itself, as by Back: the field follows. Its own searches it already shows.
    if (query !== asked.current) {
      asked.current = query;
      setText(query);
    }
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    text,
    refusal: searchRefusal(text),
    type(typed) {
      setText(typed);
      clearTimeout(timer.current);
      if (searchRefusal(typed) !== undefined) return;
      timer.current = setTimeout(() => {
        asked.current = typed.trim();
        search.current(typed.trim());
      }, rest);
    },
  };
}

type Props = { label: string; search: SearchText };

/** Searches as the merchant types. */
export function SearchField({ label, search }: Props) {
  return (
    <TextField
      label={label}
      labelHidden
      type="search"
      value={search.text}
      error={search.refusal}
      placeholder={label}
      prefix={<Icon source={SearchIcon} />}
      autoComplete="off"
      clearButton
      onClearButtonClick={() => search.type('')}
      onChange={search.type}
    />
  );
}
