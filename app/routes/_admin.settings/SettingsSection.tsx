import { BlockStack, Box, Card, InlineGrid, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

type Props = { title: string; description: string; children?: ReactNode };

/** A section of Settings: what it is about, and beside it (below it on a phone) a card with what can be changed. */
export function SettingsSection({ title, description, children }: Props) {
  return (
    <InlineGrid columns={{ xs: '1fr', md: '2fr 5fr' }} gap="400">
      <Box paddingInline={{ xs: '400', sm: '0' }}>
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          <Text as="p" tone="subdued">
            {description}
          </Text>
        </BlockStack>
      </Box>
      {children === undefined ? null : (
        <Card>
          <BlockStack gap="400">{children}</BlockStack>
        </Card>
      )}
    </InlineGrid>
  );
}
