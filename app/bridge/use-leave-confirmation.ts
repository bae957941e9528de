import { useBlocker } from '@remix-run/react';
import { LeaveConfirmation } from '@shopify/app-bridge/actions/index.js';
import { useAppBridge } from '@shopify/app-bridge-react';
import { useCallback, useEffect, useRef } from 'react';

/**
 * While `active`, leaving asks first: the admin asks by its own dialog when the merchant leaves through it. Leaving by the
 * browser's Back within the app's frame is held back, and the returned blocker lets the screen ask. After `letGo` nothing
 * is held back any more.
 * Only one of these may be mounted at a time: the router heeds a single blocker, active or not.
 */
export function useLeaveConfirmation(active: boolean) {
  const bridge = useAppBridge();
  // Who agreed in the admin's dialog is not asked a second time when the admin then changes the address.
  const agreed = useRef(false);
  useEffect(() => {
    if (!active) return;
    agreed.current = false;
    const confirmation = LeaveConfirmation.create(bridge);
    const unsubscribe = confirmation.subscribe(LeaveConfirmation.Action.CONFIRM, () => {
      agreed.current = true;
    });
    confirmation.dispatch(LeaveConfirmation.Action.ENABLE);
    return () => {
      unsubscribe();
      confirmation.dispatch(LeaveConfirmation.Action.DISABLE);
    };
  }, [active, bridge]);
  const blocker = useBlocker(useCallback(() => active && !agreed.current, [active]));
  const letGo = useCallback(() => {
    agreed.current = true;
  }, []);
  return { blocker, letGo };
}
