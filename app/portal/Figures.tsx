import { BlockStack, Card, InlineGrid, Text } from '@shopify/polaris';

type Props = { figures: ReadonlyArray<{ title: string; figure: string }> };

/** Numbers side by side, each in a card with its name. */
export function Figures({ figures }: Props) {
  return (
    <InlineGrid columns={{ xs: 2, md: 4 }} gap="400">
      {figures.map(({ title, figure }) => (
        <Card key={title}>
          <BlockStack gap="100">
            <Text as="h2" variant="bodyMd" tone="subdued">
              {title}
            </Text>
            <Text as="p" variant="headingMd">
              {figure}
            </Text>
          </BlockStack>
        </Card>
      ))}
    </InlineGrid>
  );
}
