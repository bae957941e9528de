import { BlockStack, Card, Page, Text } from '@shopify/polaris';

/** A screen that only says something, for when the app itself cannot run. */
export function MessagePage({ title, text }: { title: string; text?: string }) {
  return (
    <Page narrowWidth>
      <Card>
        <BlockStack gap="200">
          <Text as="h1" variant="headingLg">
            {title}
          </Text>
          {text === undefined ? null : <Text as="p">{text}</Text>}
        </BlockStack>
      </Card>
    </Page>
  );
}
