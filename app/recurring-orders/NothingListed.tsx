import { BlockStack, Button, Text } from '@shopify/polaris';

type Props = {
  /** Such as `subscription`. */
  noun: string;
  isFiltered: boolean;
  /** The list without its filters. */
  url: string;
};

/** In place of a list's rows: nothing matches, or nobody has subscribed yet. */
export function NothingListed({ noun, isFiltered, url }: Props) {
  return (
    <BlockStack gap="200" inlineAlign="center">
      <Text as="p" alignment="center">
        {isFiltered
          ? `No ${noun} matches these filters.`
          : `No ${noun}s yet. They’ll appear here once customers subscribe.`}
      </Text>
      <Button url={isFiltered ? url : '/fixed-subscription'}>
        {isFiltered ? 'Clear filters' : 'Set up Selling Plans'}
      </Button>
    </BlockStack>
  );
}
