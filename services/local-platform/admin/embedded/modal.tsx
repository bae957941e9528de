import type { ComponentProps as HostComponentProps } from '@shopify/app-bridge-host';
import { lazy, Suspense } from 'react';
import { useReturnFocus } from '../display/return-focus.ts';

const HostModal = lazy(() => import('@shopify/app-bridge-host/components/Modal'));

/** The app's modals, with a message or a page of the app. Their script loads after the rest. */
export function AppModal({ globalStore }: HostComponentProps) {
  useReturnFocus(globalStore?.modal?.open === true);
  return (
    <Suspense fallback={null}>
      <HostModal {...(globalStore && { globalStore })} />
    </Suspense>
  );
}
