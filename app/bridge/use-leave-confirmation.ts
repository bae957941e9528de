import { useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { keepDocument } from '../network/load-again.ts';
import { useAdmin } from './admin.ts';

/**
 * While `active`, leaving asks first: the admin asks by its own dialog when the merchant leaves through it. Leaving by the
 * browser's Back within the app's frame is held back, and the returned blocker lets the screen ask. After `letGo` nothing
 * is held back any more, and the document may be loaded again.
 * Only one of these may be mounted at a time: the router heeds a single blocker, active or not.
 */
export function useLeaveConfirmation(active: boolean) {
  const connect = useAdmin();
  // Who agreed in the admin's dialog is not asked a second time when the admin then changes the address.
  const agreed = useRef(false);
  const letDocumentGo = useRef<() => void>();
  const letGo = useCallback(() => {
    agreed.current = true;
    letDocumentGo.current?.();
  }, []);
  useEffect(() => {
    if (!active) return;
    agreed.current = false;
    let isOver = false;
    let end: (() => void) | undefined;
    letDocumentGo.current = keepDocument();
    connect().then(
      (admin) => {
        if (isOver) return;
        end = admin.askBeforeLeaving(letGo);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      letDocumentGo.current?.();
      end?.();
    };
  }, [active, connect, letGo]);
  const blocker = useBlocker(useCallback(() => active && !agreed.current, [active]));
  return { blocker, letGo };
}
