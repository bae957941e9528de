import type { ComponentProps as HostComponentProps } from '@shopify/app-bridge-host';
import { lazy, Suspense } from 'react';

const HostModal = lazy(() => import('@shopify/app-bridge-host/components/Modal'));

/** The app's modals, with a message or a page of the app. They load by themselves, after the rest. */
export function AppModal({ globalStore }: HostComponentProps) {
  return (
    <Suspense fallback={null}>
      <HostModal {...(globalStore && { globalStore })} />
    </Suspense>
  );
}
