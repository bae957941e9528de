import { BlockStack, Box, Card, Page, Text } from '@shopify/polaris';

/** In place of a list of the portal's in which there is nothing. */
export function NothingYet({ heading, text }: { heading: string; text: string }) {
  return (
    <Box padding="800">
      <BlockStack gap="200" inlineAlign="center">
        <Text as="h2" variant="headingMd" alignment="center">
          {heading}
        </Text>
        <Text as="p" alignment="center">
          {text}
        </Text>
      </BlockStack>
    </Box>
  );
}

type Props = { title: string; heading: string; text: string };

/** A page of the portal for what does not exist yet. */
export function EmptyPage({ title, heading, text }: Props) {
  return (
    <Page title={title}>
      <Card>
        <NothingYet heading={heading} text={text} />
      </Card>
    </Page>
  );
}
