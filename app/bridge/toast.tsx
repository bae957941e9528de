import { useCallback } from 'react';
import { type ToastOptions, useAdmin } from './admin.ts';

export type { ToastOptions };

/** Shows a toast and returns how to take it away before its time. */
type ShowToast = (message: string, options?: ToastOptions) => () => void;

/** Shows a toast in the admin. It outlives the screen that asked for it. */
export function useToast(): ShowToast {
  const connect = useAdmin();
  return useCallback(
    (message: string, options: ToastOptions = {}) => {
      const shown = connect().then(
        (admin) => admin.showToast(message, options),
        // Callers that wait for the toast to be gone must not wait for ever.
        () => options.onGone?.(),
      );
      return () => void shown.then((takeAway) => takeAway?.());
    },
    [connect],
  );
}
