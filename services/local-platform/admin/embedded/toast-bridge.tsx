import { useHostContext } from '@shopify/app-bridge-host';
import { useFeature } from '@shopify/app-bridge-host/features/utilities/useFeature';
import { feature } from '@shopify/app-bridge-host/store/reducers/embeddedApp/toast';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { toastDuration, toastDurationWithAction } from '../shell/toast-list.ts';
import { useToasts } from '../shell/toasts.tsx';
import { actionTypes } from './action-types.ts';

const showSchema = z.object({
  id: z.string().optional(),
  message: z.string(),
  duration: z.number().int().positive().optional(),
  isError: z.boolean().optional(),
  action: z.object({ content: z.string() }).optional(),
});
const clearSchema = z.object({ id: z.string().optional() }).optional();

/** Shows the app's toasts, and tells the app when they close or their action is pressed. */
export function ToastBridge() {
  const { app } = useHostContext();
  const toasts = useToasts();
  const handlers = useRef({ show: (_payload: unknown) => {}, clear: (_payload: unknown) => {} });

  useEffect(() => {
    const unsubscribe = [
      app.hostSubscribe(actionTypes.toastShow, (payload: unknown) =>
        handlers.current.show(payload),
      ),
      app.hostSubscribe(actionTypes.toastClear, (payload: unknown) =>
        handlers.current.clear(payload),
      ),
    ];
    return () => {
      for (const stop of unsubscribe) stop();
    };
  }, [app]);
  const [, actions] = useFeature(feature);

  handlers.current = {
    show(payload) {
      const parsed = showSchema.safeParse(payload);
      if (!parsed.success) return;
      const { id, message, isError = false, action } = parsed.data;
      const usual = action === undefined ? toastDuration : toastDurationWithAction;
      toasts({
        type: 'show',
        toast: {
          id: id ?? message,
          message,
          isError,
          duration: parsed.data.duration ?? usual,
          ...(action && {
            action: { content: action.content, onAction: () => actions.action({ id }) },
          }),
          onGone: () => actions.clear({ id }),
        },
      });
    },
    clear(payload) {
      const parsed = clearSchema.safeParse(payload);
      if (parsed.success && parsed.data?.id !== undefined) {
        toasts({ type: 'clear', id: parsed.data.id });
      }
    },
  };
  return null;
}
