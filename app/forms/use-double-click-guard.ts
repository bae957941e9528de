import { useEffect, useState } from 'react';

/** Longer than the two clicks of a double-click are apart, in ms. */
const afterDoubleClick = 500;

/** False until `isShown` has been true for 500 ms, so that the second click of a double-click can't hit what the first brought up. */
export function useDoubleClickGuard(isShown: boolean): boolean {
  const [isClickable, setClickable] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setClickable(true), afterDoubleClick);
    return () => {
      clearTimeout(timer);
      setClickable(false);
    };
  }, [isShown]);
  return isClickable && isShown;
}
