import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/** The state of a navigation that ends in a list, with the keyboard in it. */
export const focusList = 'focus the list';

/**
 * Keeps the keyboard in a list. When the rows change, the focused link may go or the focused button may be disabled. Then the list
 * itself takes the focus, which would otherwise fall back to the document's beginning.
 */
export function useKeptFocus(list: RefObject<HTMLElement>, rows: readonly unknown[]): void {
  const arrival = useRef(useLocation().state);
  useEffect(() => {
    if (arrival.current === focusList) list.current?.focus({ preventScroll: true });
  }, [list]);

  const wasInside = useRef(false);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      wasInside.current = target instanceof Node && list.current?.contains(target) === true;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that other rows are shown
  useEffect(() => {
    // The browser blurs a disabled button only when it paints.
    const frame = requestAnimationFrame(() => {
      const isLost = document.activeElement === document.body;
      if (wasInside.current && isLost) list.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [list, rows]);
}
