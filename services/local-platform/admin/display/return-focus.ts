import { useLayoutEffect } from 'react';

/**
 * Gives the focus back to where it was before a dialog opened: to the app's frame, which knows where inside it was, or
 * to the link that was pressed.
 */
export function useReturnFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    return () => {
      // After the dialog is gone, which keeps the focus for as long as it's there.
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, [open]);
}
