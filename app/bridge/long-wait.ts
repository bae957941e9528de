import { useEffect, useState } from 'react';
import { isNetworkGone } from '../network/network.ts';
import type { Connect } from './admin.ts';

/** Wait before a message says that an answer takes long, in ms. */
const patience = 8_000;
export const longWaitText = 'This is taking longer than usual. It can take up to half a minute.';

/** Forms under way, which say it beside their buttons. */
const formsUnderWay = new Set<() => void>();

/** Has every form under way say that it takes long; false where there is none. */
export function sayInForms(): boolean {
  for (const say of formsUnderWay) say();
  return formsUnderWay.size > 0;
}

/**
 * For the requests of a page. What is returned begins a wait and returns its end: after every 8 s of it the forms under way say
 * that it takes long, or else one toast does for all who wait.
 */
export function createLongWait(connect: Connect): () => () => void {
  let hasToast = false;
  const forget = () => {
    hasToast = false;
  };
  const say = () => {
    if (isNetworkGone() || sayInForms() || hasToast) return;
    hasToast = true;
    // Without the admin there is no toast, but the request fails for the same reason.
    connect()
      .then(({ showToast }) => showToast(longWaitText, { onGone: forget }))
      .catch(forget);
  };
  return () => {
    const reminder = setInterval(say, patience);
    return () => clearInterval(reminder);
  };
}

/** Whether a form's answer is long in coming. */
export function useLongWait(isUnderWay: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const say = () => setLong(true);
    formsUnderWay.add(say);
    return () => {
      formsUnderWay.delete(say);
      setLong(false);
    };
  }, [isUnderWay]);
  return isLong && isUnderWay;
}
