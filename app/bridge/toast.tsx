import { Toast } from '@shopify/app-bridge/actions/index.js';
import { useAppBridge } from '@shopify/app-bridge-react';
import { useCallback } from 'react';

/** How long a toast shows, in ms (specification §9). */
const duration = 5_000;
const durationWithAction = 10_000;

export type ToastOptions = {
  isError?: boolean;
  action?: { content: string; onAction: () => void };
  /** Called when the toast is gone, whether by time, by dismissal or after its action. */
  onGone?: () => void;
};

/** Shows a toast and returns how to take it away before its time. */
export type ShowToast = (message: string, options?: ToastOptions) => () => void;

/** Shows a toast in the admin. It outlives the screen that asked for it. */
export function useToast(): ShowToast {
  const bridge = useAppBridge();
  return useCallback(
    (message: string, options: ToastOptions = {}) => {
      const toast = Toast.create(bridge, {
        message,
        isError: options.isError,
        duration: options.action ? durationWithAction : duration,
        ...(options.action ? { action: { content: options.action.content } } : {}),
      });
      toast.subscribe(Toast.Action.ACTION, () => options.action?.onAction());
      toast.subscribe(Toast.Action.CLEAR, () => {
        options.onGone?.();
        toast.unsubscribe();
      });
      toast.dispatch(Toast.Action.SHOW);
      return () => {
        toast.dispatch(Toast.Action.CLEAR);
      };
    },
    [bridge],
  );
}
