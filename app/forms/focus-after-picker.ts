import { afterPaint } from './after-paint.ts';

/** In ms. An admin that doesn't give the keyboard back by then never does. */
const longest = 1_000;

/**
 * Gives the keyboard to the button that opened a picker. The picker is in the admin's own page, which gives it back to the app's frame once the
 * picker is gone: a button that has it before then loses it. Until the next paint, the button may be off.
 */
export async function focusAfterPicker(button: HTMLElement | undefined): Promise<void> {
  if (!document.hasFocus()) {
    await new Promise<unknown>((resolve) => {
      window.addEventListener('focus', resolve, { once: true });
      setTimeout(resolve, longest);
    });
  }
  await new Promise<void>(afterPaint);
  button?.focus();
}
