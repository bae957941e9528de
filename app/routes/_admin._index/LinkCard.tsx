import { BlockStack, Card, Text } from '@shopify/polaris';
import { MagicLink } from '../../magic-link/MagicLink.tsx';

type Props = {
  title: string;
  text: string;
  /** A path of the vendor portal. */
  path: string;
  /** On the button that leads there. */
  destination: string;
};

/** A page of the vendor portal, reached by a link that opens once and not for long (specification §2, "Home dashboard"). */
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
