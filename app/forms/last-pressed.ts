let pressed: HTMLElement | undefined;

function note({ target }: Event) {
  pressed = (target instanceof Element && target.closest<HTMLElement>('a, button')) || pressed;
}

/** From now on {@link lastPressed} knows. Called as often as one likes, on the server too. */
export function notePresses(): void {
  if (typeof document !== 'undefined') document.addEventListener('click', note, { capture: true });
}

/** What was pressed last. Polaris takes the focus away from what a mouse presses, so that the document does not know. */
export function lastPressed(): HTMLElement | undefined {
  return pressed;
}
