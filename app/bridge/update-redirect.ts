import type { ClientApplication } from '@shopify/app-bridge';
import { Redirect } from '@shopify/app-bridge/actions/index.js';
import { useAppBridge } from '@shopify/app-bridge-react';
import { useEffect } from 'react';
import { freshSessionToken } from './session-token.ts';

/** Sends the whole admin page to where the merchant grants what is missing (specification §7). */
export function leaveForUpdate(bridge: ClientApplication, url: string): void {
  Redirect.create(bridge).dispatch(Redirect.Action.REMOTE, url);
}

/** Leaves as soon as a form's answer says that an update is required; nothing happens while `url` is undefined. */
export function useUpdateRedirect(url: string | undefined): void {
  const bridge = useAppBridge();
  useEffect(() => {
    if (url === undefined) return;
    let gone = false;
    const leave = () => {
      if (!gone) leaveForUpdate(bridge, url);
    };
    // The guard over what was typed ends at this moment too, and the admin must have heard of it first: else the browser
    // asks whether to stay. By its answer to something asked later it has.
    freshSessionToken(bridge).then(leave, leave);
    return () => {
      gone = true;
    };
  }, [bridge, url]);
}
