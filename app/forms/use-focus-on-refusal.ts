import { useEffect } from 'react';

/** Puts the keyboard on the first field that was refused, each time that some are: what is wrong is read out with it. */
export function useFocusOnRefusal(refusals: object): void {
  useEffect(() => {
    if (Object.keys(refusals).length === 0) return;
    document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
}
