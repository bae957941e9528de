import { InlineStack, Text } from '@shopify/polaris';

/** The meaning of a chart's colors. */
export function Legend({
  series,
}: {
  series: ReadonlyArray<{ label: string; color: string; outline: string }>;
}) {
  return (
    <InlineStack gap="400" wrap>
      {series.map(({ label, color, outline }) => (
        <InlineStack key={label} gap="150" blockAlign="center">
          <div style={{ ...square, background: color, border: `1px solid ${outline}` }} />
          <Text as="span" variant="bodySm">
            {label}
          </Text>
        </InlineStack>
      ))}
    </InlineStack>
  );
}

const square = {
  width: 'var(--p-space-300)',
  height: 'var(--p-space-300)',
  borderRadius: 'var(--p-border-radius-100)',
} as const;
