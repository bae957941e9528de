import type { ComponentProps } from 'react';
import { lazyDialog } from './lazy-dialog.tsx';
import type { UnsavedChanges } from './UnsavedChanges.tsx';

/** `UnsavedChanges` for screens that show no dialog at first. `onClose` is called if its code can't be loaded and the merchant dismisses that. */
export const unsavedChanges = lazyDialog<
  ComponentProps<typeof UnsavedChanges> & { onClose: () => void }
>(async () => (await import('./UnsavedChanges.tsx')).UnsavedChanges);
