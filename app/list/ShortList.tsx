import { List, Text } from '@shopify/polaris';

/** How many entries a row names before it counts the rest. */
const shown = 3;

type Props = {
  entries: Array<{ id: string; text: string }>;
  /** How many there are, where not all of them are given. */
  count?: { count: number; precision: 'EXACT' | 'AT_LEAST' };
  nothing: string;
};

/** The first few of what a row has. */
export function ShortList({ entries, count, nothing }: Props) {
  if (entries.length === 0) {
    return (
      <Text as="span" tone="subdued">
        {nothing}
      </Text>
    );
  }
  const more = (count?.count ?? entries.length) - shown;
  const atLeast = count?.precision === 'AT_LEAST' ? 'at least ' : '';
  return (
    <List type="bullet" gap="extraTight">
      {entries.slice(0, shown).map(({ id, text }) => (
        <List.Item key={id}>
          <Text as="span" breakWord>
            {text}
          </Text>
        </List.Item>
      ))}
      {more > 0 ? <List.Item>{`and ${atLeast}${more} more`}</List.Item> : null}
    </List>
  );
}
