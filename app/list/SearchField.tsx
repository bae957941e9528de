import { Icon, TextField } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  /** What the address holds. */
  query: string;
  onSearch: (query: string) => void;
};

/** How long typing rests before the list is asked, in ms. */
const rest = 300;

/** Searches as the merchant types; what is typed stays while the list loads. */
export function SearchField({ label, query, onSearch }: Props) {
  const [text, setText] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asked = useRef(query);

  useEffect(() => {
    // The address changed by itself, as by Back: the field follows. Its own searches it already shows.
    if (query !== asked.current) {
      asked.current = query;
      setText(query);
    }
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(value: string) {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      asked.current = value.trim();
      onSearch(value.trim());
    }, rest);
  }

  return (
    <TextField
      label={label}
      labelHidden
      type="search"
      value={text}
      placeholder={label}
      prefix={<Icon source={SearchIcon} />}
      autoComplete="off"
      clearButton
      onClearButtonClick={() => search('')}
      onChange={search}
    />
  );
}
