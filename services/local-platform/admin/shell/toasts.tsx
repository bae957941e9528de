import { Button, Icon, Text } from '@shopify/polaris';
import { AlertCircleIcon, XSmallIcon } from '@shopify/polaris-icons';
import {
  createContext,
  type Dispatch,
  type ReactNode,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type ToastAction, type ToastMessage, toastList } from './toast-list.ts';

const ToastContext = createContext<Dispatch<ToastAction> | null>(null);

export function useToasts(): Dispatch<ToastAction> {
  const dispatch = useContext(ToastContext);
  if (dispatch === null) throw new Error('useToasts needs <Toasts> around it.');
  return dispatch;
}

/**
 * The admin's toasts. They live outside the app's screen, so that a toast survives a redirect. Polaris's own toasts aren't used: their
 * close button has no name, and every render restarts their time.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, dispatch] = useReducer(toastList, []);
  const [held, setHeld] = useState(false);

  return (
    <ToastContext.Provider value={dispatch}>
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: resting the pointer on toasts only holds their time */}
      <div
        className="Toasts"
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {[false, true].map((urgent) => (
          <div
            key={String(urgent)}
            role={urgent ? 'alert' : 'status'}
            aria-live={urgent ? 'assertive' : 'polite'}
          >
            {toasts
              .filter(({ isError }) => isError === urgent)
              .map((toast) => (
                <Toast key={toast.id} toast={toast} held={held} dispatch={dispatch} />
              ))}
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  );
}

type ToastProps = { toast: ToastMessage; held: boolean; dispatch: Dispatch<ToastAction> };

function Toast({ toast, held, dispatch }: ToastProps) {
  const { id, message, duration, isError, action } = toast;
  const remaining = useRef(duration);

  const latest = useRef(toast);
  latest.current = toast;
  const dismiss = useRef(() => {
    dispatch({ type: 'clear', id });
    latest.current.onGone?.();
  }).current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message in the same toast restarts its time
  useEffect(() => {
    remaining.current = duration;
  }, [duration, message]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message in the same toast restarts its time
  useEffect(() => {
    if (held) return;
    const began = Date.now();
    const timer = setTimeout(dismiss, remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current = Math.max(0, remaining.current - (Date.now() - began));
    };
  }, [held, duration, message, dismiss]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [dismiss]);

  return (
    <div className={isError ? 'Toast Toast-error' : 'Toast'}>
      {isError && (
        <span className="Toast-icon">
          <Icon source={AlertCircleIcon} tone="inherit" />
        </span>
      )}
      <Text as="span" variant="bodyMd" fontWeight="medium">
        {message}
      </Text>
      {action && (
        <span className="Toast-action">
          <Button
            variant="monochromePlain"
            size="slim"
            onClick={() => {
              action.onAction();
              dismiss();
            }}
          >
            {action.content}
          </Button>
        </span>
      )}
      <button type="button" className="Toast-close" aria-label="Dismiss" onClick={dismiss}>
        <Icon source={XSmallIcon} tone="inherit" />
      </button>
    </div>
  );
}
