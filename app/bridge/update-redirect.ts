import { useEffect } from 'react';
import { type Connect, useAdmin } from './admin.ts';
import { freshSessionToken } from './fresh-session-token.ts';

/** Sends the whole admin page to where the merchant grants what is missing (specification §7). */
export function leaveForUpdate(connect: Connect, url: string): void {
  connect().then(
    (admin) => admin.leaveFor(url),
    // Without the bridge the merchant stays and reads which permission is required.
    () => undefined,
  );
}

/** Leaves as soon as a form's answer says that an update is required; nothing happens while `url` is undefined. */
export function useUpdateRedirect(url: string | undefined): void {
  const connect = useAdmin();
  useEffect(() => {
    if (url === undefined) return;
    let gone = false;
    const leave = () => {
      if (!gone) leaveForUpdate(connect, url);
    };
    // The guard over what was typed ends at this moment too, and the admin must have heard of it first: else the browser
    // asks whether to stay. By its answer to something asked later it has.
    freshSessionToken(connect).then(leave, leave);
    return () => {
      gone = true;
    };
  }, [connect, url]);
}
