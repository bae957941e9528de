import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import { seriesColor } from './chart-style.ts';

type Props = {
  /** `shown` is the value as text. */
  bars: ReadonlyArray<{ key: string; name: string; value: number; shown: string }>;
};

/** A bar for each of some names, one below the other, so that long names have their room; their values stand as text. */
export function NamedBars({ bars }: Props) {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <BlockStack gap="300" as="ul">
      {bars.map(({ key, name, value, shown }) => (
        <li key={key} style={plain}>
          <InlineStack align="space-between" gap="300" wrap={false}>
            <Text as="span" breakWord>
              {name}
            </Text>
            <Text as="span" numeric>
              {shown}
            </Text>
          </InlineStack>
          <div style={{ ...bar, width: `${(100 * Math.max(0, value)) / highest}%` }} />
        </li>
      ))}
    </BlockStack>
  );
}

const plain = { listStyle: 'none' } as const;
const bar = {
  height: 'var(--p-space-300)',
  minWidth: '1px',
  marginBlockStart: 'var(--p-space-100)',
  borderRadius: 'var(--p-border-radius-050)',
  background: seriesColor,
} as const;
