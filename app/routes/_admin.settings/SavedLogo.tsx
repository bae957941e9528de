import { InlineStack, Text, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type Props = { imageUrl: string | null; children: ReactNode };

/** The logo as it is saved, beside what can be done with it. The merchant may have deleted its file in the store. */
export function SavedLogo({ imageUrl, children }: Props) {
  const [missing, setMissing] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // An error before hydration had no listener.
  useEffect(() => {
    const image = place.current?.querySelector('img');
    if (image?.complete && image.naturalWidth === 0) setMissing(imageUrl);
  }, [imageUrl]);
  const isMissing = imageUrl !== null && missing === imageUrl;
  return (
    <>
      <InlineStack gap="400" blockAlign="center">
        <div ref={place} onErrorCapture={() => setMissing(imageUrl)}>
          <Thumbnail
            size="large"
            alt={imageUrl === null || isMissing ? '' : 'Your logo'}
            source={isMissing ? ImageIcon : (imageUrl ?? ImageIcon)}
          />
        </div>
        {children}
      </InlineStack>
      {isMissing ? (
        <Text as="p" tone="critical">
          We can’t show this image. If you deleted its file in your store, choose another one.
        </Text>
      ) : null}
    </>
  );
}
