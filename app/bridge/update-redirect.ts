import type { ClientApplication } from '@shopify/app-bridge';
import { Redirect } from '@shopify/app-bridge/actions/index.js';
import { useAppBridge } from '@shopify/app-bridge-react';
import { useEffect } from 'react';

/** Sends the whole admin page to where the merchant grants what is missing (specification §7). */
export function leaveForUpdate(bridge: ClientApplication, url: string): void {
  Redirect.create(bridge).dispatch(Redirect.Action.REMOTE, url);
}

/** Leaves as soon as a form's answer says that an update is required; nothing happens while `url` is undefined. */
export function useUpdateRedirect(url: string | undefined): void {
  const bridge = useAppBridge();
  useEffect(() => {
    if (url !== undefined) leaveForUpdate(bridge, url);
  }, [bridge, url]);
}
