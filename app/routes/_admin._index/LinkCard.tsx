import { BlockStack, Card, Text } from '@shopify/polaris';
import { MagicLink } from '../../magic-link/MagicLink.tsx';

type Props = {
  title: string;
  text: string;
  /** A path of the vendor portal. */
  path: string;
  destination: string;
};

/** A card with a link to a page of the vendor portal; the link is short-lived and opens once (specification §2, "Home dashboard"). */
export function LinkCard({ title, text, path, destination }: Props) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        <MagicLink title={title} path={path} destination={destination}>
          <Text as="p">{text}</Text>
        </MagicLink>
      </BlockStack>
    </Card>
  );
}
