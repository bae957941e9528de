import { useDelayed } from './use-delayed.ts';

/** Longer than two presses in a row are apart, in ms. */
const afterTwoPresses = 500;

function waitForTwoPresses(become: () => void): () => void {
  const timer = setTimeout(become, afterTwoPresses);
  return () => clearTimeout(timer);
}

/**
 * False at first: what appears under the finger in the middle of a double press must not take the second press. True
 * once `isShown` has been true for a moment.
 */
export function useDoubleClickGuard(isShown: boolean): boolean {
  return useDelayed(isShown, waitForTwoPresses);
}
