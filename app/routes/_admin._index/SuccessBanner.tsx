import { Banner, type BannerHandles } from '@shopify/polaris';
import { useEffect, useRef } from 'react';

/** Takes the keyboard, whose button is gone once its step is done. */
export function SuccessBanner({ onDismiss }: { onDismiss: () => void }) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => banner.current?.focus(), []);
  return <Banner ref={banner} tone="success" title="Success" onDismiss={onDismiss} />;
}
