import { startTransition, useEffect, useState } from 'react';

/**
 * False at first: what surrounds a large part of a screen is painted before that part is rendered, which happens bit by
 * bit, with keys and presses going first.
 */
export function useShownAfterPaint(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown;
}
