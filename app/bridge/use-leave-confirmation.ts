import { useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { keepDocument } from '../network/load-again.ts';
import { useAdmin } from './admin.ts';

/**
 * While `active`, leaving asks first: the admin asks by its own dialog when the merchant leaves through it. Leaving by the
 * browser's Back within the app's frame is held back, and the returned blocker lets the screen ask. After `letGo` nothing
 * is held back any more.
 * Only one of these may be mounted at a time: the router heeds a single blocker, active or not.
 */
export function useLeaveConfirmation(active: boolean) {
  const connect = useAdmin();
  // Who agreed in the admin's dialog is not asked a second time when the admin then changes the address.
  const agreed = useRef(false);
  useEffect(() => {
    if (!active) return;
    agreed.current = false;
    let isOver = false;
    let end: (() => void) | undefined;
    const letDocumentGo = keepDocument();
    connect().then(
      (admin) => {
        if (isOver) return;
        end = admin.askBeforeLeaving(() => {
          agreed.current = true;
        });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      letDocumentGo();
      end?.();
    };
  }, [active, connect]);
  const blocker = useBlocker(useCallback(() => active && !agreed.current, [active]));
  const letGo = useCallback(() => {
    agreed.current = true;
  }, []);
  return { blocker, letGo };
}
