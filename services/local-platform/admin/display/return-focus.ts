import { useLayoutEffect } from 'react';

/**
 * When a dialog closes, returns the focus to where it was before: to the app's frame, which remembers the place inside, or to the pressed
 * link.
 */
export function useReturnFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    return () => {
      // Waits until the dialog is gone, because it keeps the focus while it exists.
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, [open]);
}
