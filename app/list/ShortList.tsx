import { List, Text } from '@shopify/polaris';
import { shownEntries } from './list-data.ts';

type Props<Entry> = {
  entries: Entry[];
  text: (entry: Entry) => string;
  /** How many there are, where not all of them are given. */
  count?: { count: number; precision: 'EXACT' | 'AT_LEAST' };
  nothing: string;
};

/** The first few of what a row has; the table's cell wraps them. */
export function ShortList<Entry extends { id: string }>({
  entries,
  text,
  nothing,
  count,
}: Props<Entry>) {
  if (entries.length === 0) {
    return (
      <Text as="span" tone="subdued">
        {nothing}
      </Text>
    );
  }
  const more = (count?.count ?? entries.length) - shownEntries;
  const atLeast = count?.precision === 'AT_LEAST' ? 'at least ' : '';
  return (
    <List type="bullet" gap="extraTight">
      {entries.slice(0, shownEntries).map((entry) => (
        <List.Item key={entry.id}>{text(entry)}</List.Item>
      ))}
      {more > 0 ? <List.Item>{`and ${atLeast}${more} more`}</List.Item> : null}
    </List>
  );
}
