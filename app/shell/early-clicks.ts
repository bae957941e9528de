import { useEffect } from 'react';
import { reloadedParameter, renewedParameter } from '../network/embedded-parameters.ts';

const awakeEvent = 'cadence:awake';

/** The ids of the elements that the document shows if its scripts don't load. */
export const noticeIds = { offline: 'cadence-offline', notLoaded: 'cadence-not-loaded' } as const;
/** The button with this id loads the document again. */
export const loadAgainId = 'cadence-load-again';

/** How long the first click may wait for the scripts before a message appears, in ms. */
const patience = 8_000;

/**
 * Runs in the head. A document shows its buttons and links some time before its scripts can answer them: until
 * {@link useAwakeDocument} says so, a click is held back, and the last one is then made again on the same element. Links out
 * of the app work at once.
 *
 * If the scripts don't come, the document is loaded again once, or as soon as the network is back. After that a message says so, and
 * clicks are held back no more: links load the next document, with the shop and host of the frame, and buttons do nothing.
 */
export const earlyClicks = `(function () {
  var held = null, isLost = false, timer;
  var here = new URLSearchParams(location.search);
  function show(shown) {
    ['${noticeIds.offline}', '${noticeIds.notLoaded}'].forEach(function (id) {
      var notice = document.getElementById(id);
      if (notice) notice.hidden = id !== shown;
    });
  }
  function notLoaded() {
    show('${noticeIds.notLoaded}');
  }
  function again(isOnce) {
    var target = new URL(location.href);
    target.searchParams.delete('${renewedParameter}');
    if (isOnce) target.searchParams.set('${reloadedParameter}', '1');
    else target.searchParams.delete('id_token');
    if (target.href === location.href) location.reload();
    else location.replace(target.href);
  }
  function follow(link) {
    if (link.pathname === location.pathname && link.hash) {
      location.hash = link.hash;
      return again(false);
    }
    var target = new URL(link.href);
    ['embedded', 'shop', 'host'].forEach(function (name) {
      target.searchParams.set(name, here.get(name));
    });
    location.assign(target.href);
  }
  function lose() {
    if (isLost) return;
    isLost = true;
    if (!navigator.onLine) {
      show('${noticeIds.offline}');
      addEventListener('online', function () { again(false); });
    } else if (here.has('${reloadedParameter}')) notLoaded();
    else again(true);
  }
  function fail(event) {
    var script = event.target;
    var reason = event.reason && event.reason.message;
    if (script instanceof HTMLScriptElement ? script.type === 'module' : /module/i.test(reason)) lose();
  }
  function leavesTheApp(link) {
    return link.target === '_blank' || link.origin !== location.origin;
  }
  function hold(event) {
    var target = event.target;
    var control = target.closest('a[href], button, input, select, summary, label, tr, [role="button"]');
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    var isLink = control instanceof HTMLAnchorElement;
    if (isLink && leavesTheApp(control)) return;
    var isAgain = control.id === '${loadAgainId}';
    // The vendor portal's pages are authenticated by a cookie: there links and forms work without scripts.
    if (isLost && !isAgain && !here.has('host')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAgain) again(false);
    else if (isLost) {
      if (isLink && navigator.onLine) follow(control);
    } else {
      held = target;
      timer = timer || setTimeout(notLoaded, ${patience});
    }
  }
  function wake() {
    removeEventListener('click', hold, true);
    removeEventListener('error', fail, true);
    removeEventListener('unhandledrejection', fail);
    clearTimeout(timer);
    show();
    if (!held || !held.isConnected) return;
    held.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    held = null;
  }
  addEventListener('click', hold, true);
  addEventListener('error', fail, true);
  addEventListener('unhandledrejection', fail);
  addEventListener('${awakeEvent}', wake, { once: true });
})();`;

/** Called by the root: its effects run after those of every screen, so that everything answers by then. */
export function useAwakeDocument(): void {
  useEffect(() => {
    window.dispatchEvent(new Event(awakeEvent));
  }, []);
}
