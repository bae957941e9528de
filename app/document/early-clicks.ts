import { useEffect } from 'react';

const awakeEvent = 'cadence:awake';

/**
 * Runs in the head. A document shows its buttons and links some time before its scripts can answer them: until
 * {@link useAwakeDocument} says so, a click is held back, and the last one is then made again on the same element. Links out
 * of the app work at once.
 */
export const earlyClicks = `(function () {
  var held = null;
  function leavesTheApp(link) {
    return link.target === '_blank' || link.origin !== location.origin;
  }
  function hold(event) {
    var target = event.target;
    var control = target.closest('a[href], button, input, select, summary, label, tr, [role="button"]');
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (control instanceof HTMLAnchorElement && leavesTheApp(control)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = target;
  }
  function wake() {
    removeEventListener('click', hold, true);
    if (!held || !held.isConnected) return;
    held.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    held = null;
  }
  addEventListener('click', hold, true);
  addEventListener('${awakeEvent}', wake, { once: true });
})();`;

/** Called by the root: its effects run after those of every screen, so that everything answers by then. */
export function useAwakeDocument(): void {
  useEffect(() => {
    window.dispatchEvent(new Event(awakeEvent));
  }, []);
}
