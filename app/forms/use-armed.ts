import { useEffect, useState } from 'react';

/** Longer than two presses in a row are apart, in ms. */
const afterTwoPresses = 500;

/**
 * False at first: what appears under the finger in the middle of a double press must not take the second press. True
 * once `isShown` has been true for a moment.
 */
export function useArmed(isShown: boolean): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setArmed(true), afterTwoPresses);
    return () => {
      clearTimeout(timer);
      setArmed(false);
    };
  }, [isShown]);
  return isArmed && isShown;
}
