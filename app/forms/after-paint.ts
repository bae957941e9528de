import { startTransition, useEffect, useState } from 'react';

/** Calls back once the browser has shown its answer to a press, so that what takes long comes after it. */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}

/**
 * False at first: what surrounds a large part of a screen is painted before that part is rendered, which happens bit by
 * bit, with keys and presses going first.
 */
export function useShownAfterPaint(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown;
}
