import { useEffect, useState } from 'react';

/** Sets up something that ends in `become`, and answers what takes it back. */
type Wait = (become: () => void) => () => void;

/** True once the wait is over, for as long as `isOn`. `wait` is the same function each time. */
export function useDelayed(isOn: boolean, wait: Wait): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const takeBack = wait(() => setOver(true));
    return () => {
      takeBack();
      setOver(false);
    };
  }, [isOn, wait]);
  return isOver && isOn;
}
