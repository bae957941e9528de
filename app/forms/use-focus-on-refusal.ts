import { useEffect } from 'react';

/** Puts the keyboard on the first field that was refused, each time that some are: what is wrong is read out with it. */
export function useFocusOnRefusal(refusals: object): void {
  useEffect(() => {
    if (Object.keys(refusals).length === 0) return;
    // A list of choices is refused as a whole, and takes no focus itself. A button is told why by `InlineError`.
    document
      .querySelector<HTMLElement>(
        ':is(fieldset[aria-invalid="true"] input, [aria-invalid="true"]:not(fieldset), button[aria-describedby$="Error"])',
      )
      ?.focus();
  }, [refusals]);
}
