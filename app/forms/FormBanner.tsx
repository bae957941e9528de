import { Banner, type BannerHandles } from '@shopify/polaris';
import { type ReactNode, useEffect, useRef } from 'react';

type Props = { message: string | undefined; children?: ReactNode };

/**
 * The first message of a failed submit, above the form (specification §8). Takes the focus, so that it is seen and read
 * out in a long form too; a field at fault takes it from here.
 */
export function FormBanner({ message, children }: Props) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (message !== undefined) banner.current?.focus();
  }, [message]);
  if (message === undefined) return null;
  return (
    <Banner ref={banner} tone="critical" title={message}>
      {children}
    </Banner>
  );
}
