import { Banner, BlockStack, Button, Card, Text } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { useMagicLink } from './use-magic-link.ts';

type Props = {
  title: string;
  text: string;
  /** Of the vendor portal. */
  path: string;
  /** On the button that leads there. */
  destination: string;
};

/** A page of the vendor portal, reached by a link that opens once and not for long (specification §2, "Home dashboard"). */
export function LinkCard({ title, text, path, destination }: Props) {
  const { url, ask, drop, isAsking, failure } = useMagicLink(path);

  // Each of the two buttons takes the keyboard from the other, which is gone.
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(url);
  const isPressed = useRef(false);
  useEffect(() => {
    if (shown.current === url) return;
    shown.current = url;
    const { activeElement, body } = document;
    // Whoever has gone on elsewhere meanwhile stays there.
    if (!isPressed.current || (activeElement !== null && activeElement !== body)) return;
    isPressed.current = false;
    place.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [url]);

  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {failure === undefined ? null : <Banner tone="critical" title={failure} />}
        <Text as="p">{text}</Text>
        <div ref={place}>
          {url === undefined ? (
            <Button
              loading={isAsking}
              accessibilityLabel={`Get link: ${title}`}
              onClick={() => {
                isPressed.current = true;
                void ask();
              }}
            >
              Get link
            </Button>
          ) : (
            // It opens once: followed, it has done its work.
            <Button
              variant="primary"
              url={url}
              external
              onClick={() => {
                isPressed.current = true;
                drop();
              }}
            >
              {destination}
            </Button>
          )}
        </div>
      </BlockStack>
    </Card>
  );
}
