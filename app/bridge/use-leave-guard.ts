import { useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { keepDocument } from '../network/load-again.ts';
import { type Admin, useAdmin } from './admin.ts';

/** Has the admin ask before the merchant leaves, and call back once they agreed; returns how to end that. */
type AskInAdmin = (admin: Admin, onAgreed: () => void) => () => void;

const withDialog: AskInAdmin = (admin, onAgreed) => admin.askBeforeLeaving(onAgreed);

/**
 * While `isActive`, the admin asks before the merchant leaves through it, the browser asks before a reload, and the app keeps its
 * document. After `letGo`, or once the merchant agreed, nothing is held back any more. Pass the same `askInAdmin` each time.
 */
export function useLeaveQuestion(isActive: boolean, askInAdmin = withDialog) {
  const connect = useAdmin();
  // A merchant who agreed in the admin's dialog isn't asked again when the admin then changes the address.
  const agreed = useRef(false);
  const letDocumentGo = useRef<() => void>();
  const letGo = useCallback(() => {
    agreed.current = true;
    letDocumentGo.current?.();
  }, []);
  useEffect(() => {
    if (!isActive) return;
    agreed.current = false;
    let isOver = false;
    let end: (() => void) | undefined;
    letDocumentGo.current = keepDocument();
    const askBeforeReload = (event: BeforeUnloadEvent) => {
      if (!agreed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', askBeforeReload);
    connect().then(
      (admin) => {
        if (!isOver) end = askInAdmin(admin, letGo);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      letDocumentGo.current?.();
      window.removeEventListener('beforeunload', askBeforeReload);
      end?.();
    };
  }, [isActive, connect, askInAdmin, letGo]);
  return { hasAgreed: useCallback(() => agreed.current, []), letGo };
}

/**
 * The same for a modal, which asks by itself before a link or Back within the app's frame: the returned blocker holds them back.
 * The router heeds one blocker at a time, active or not: only one of these may be mounted.
 */
export function useLeaveGuard(isActive: boolean) {
  const { hasAgreed, letGo } = useLeaveQuestion(isActive);
  const blocker = useBlocker(useCallback(() => isActive && !hasAgreed(), [isActive, hasAgreed]));
  return { blocker, letGo };
}
