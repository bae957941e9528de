import { BlockStack, Card, Page, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

type Props = { title: string; text?: string; children?: ReactNode };

/** A screen with nothing but a message, for when the app itself can't run. */
export function MessagePage({ title, text, children }: Props) {
  return (
    <Page narrowWidth>
      <Card>
        <BlockStack gap="200">
          <Text as="h1" variant="headingLg">
            {title}
          </Text>
          {text === undefined ? null : <Text as="p">{text}</Text>}
          {children}
        </BlockStack>
      </Card>
    </Page>
  );
}
