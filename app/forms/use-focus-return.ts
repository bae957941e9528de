import { useLocation } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { lastPressed, notePresses } from './last-pressed.ts';

notePresses();

/**
 * Gives the keyboard back when a dialog is gone: to what opened it, else to a link that opens it, else to the heading of
 * the screen.
 */
export function useFocusReturn(): void {
  const { hash } = useRef(useLocation()).current;
  useEffect(() => {
    const opener = lastPressed();
    return () => {
      if (hasFocus()) return;
      const link = hash === '' ? null : document.querySelector<HTMLElement>(`a[href="${hash}"]`);
      for (const element of [opener, link]) {
        element?.focus();
        if (hasFocus()) return;
      }
      focusHeading();
    };
  }, [hash]);
}

/**
 * For a button that goes once it has done its work. Call what is returned when it is pressed: when `shown` changes and the button's focus is
 * lost, `focus` puts the keyboard where the merchant goes on. A merchant who has gone on elsewhere stays there.
 */
export function useFocusAfterPress(shown: unknown, focus: () => void): () => void {
  const isPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is shown changes
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    if (!hasFocus()) focus();
  }, [shown]);
  return useCallback(() => {
    isPressed.current = true;
  }, []);
}

/** Puts the keyboard on the heading of the screen, unless it is somewhere already. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading === null || hasFocus()) return;
  heading.tabIndex = -1;
  heading.focus();
}

function hasFocus(): boolean {
  const { activeElement, body } = document;
  // A browser blurs a hidden element a moment later.
  return activeElement !== null && activeElement !== body && !activeElement.closest('[hidden]');
}
