import { Banner } from '@shopify/polaris';
import type { ReactNode } from 'react';

/** The first message of a failed submit, above the form (specification §8). */
export function FormBanner({
  message,
  children,
}: {
  message: string | undefined;
  children?: ReactNode;
}) {
  if (message === undefined) return null;
  return (
    <Banner tone="critical" title={message}>
      {children}
    </Banner>
  );
}
