let pressed: HTMLElement | undefined;

function note({ target }: Event) {
  // A menu is gone with what is pressed in it, but not the button that opened it.
  if (!(target instanceof Element) || target.closest('.Polaris-Popover')) return;
  pressed = target.closest<HTMLElement>('a,button') || pressed;
}

/** Starts recording for {@link lastPressed}. Calling it again, or on the server, does nothing. */
export function notePresses(): void {
  if (typeof document !== 'undefined') document.addEventListener('click', note, { capture: true });
}

/** The link or button that was pressed last. `document.activeElement` isn't it: Polaris blurs what a mouse presses. */
export function lastPressed(): HTMLElement | undefined {
  return pressed;
}
