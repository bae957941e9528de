import { useEffect, useRef } from 'react';

/**
 * After a failed submit the keyboard is put on the first field at fault. Conform's own try ends at the hidden inputs
 * that stand in for Polaris' ones. `failure` is a new object for each failed submit, null otherwise.
 */
export function useFocusOnFirstError(formId: string, failure: object | null) {
  const handled = useRef<object | null>(null);
  useEffect(() => {
    if (failure === null || handled.current === failure) return;
    handled.current = failure;
    const form = document.getElementById(formId);
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
  }, [formId, failure]);
}
