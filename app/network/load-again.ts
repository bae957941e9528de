import { reloadedParameter } from './embedded-parameters.ts';
import { reloadableAddress } from './frame-address.ts';

/** Least time between two reloads of the document, in ms. */
const settled = 60_000;

const unsaved = new Set<object>();
let isLoading = false;

// Read before the frame's address is cleaned.
const wasLoadedAgain =
  typeof window !== 'undefined' &&
  new URLSearchParams(window.location.search).has(reloadedParameter);

/** Keeps the document for as long as something in it is unsaved: until what is returned is called. */
export function keepDocument(): () => void {
  const holder = {};
  unsaved.add(holder);
  return () => void unsaved.delete(holder);
}

/** Whether something unsaved keeps the document. */
export function isDocumentKept(): boolean {
  return unsaved.size > 0;
}

/**
 * Loads the app again at `path`, by default where it is: a new version has other scripts. Where something is unsaved, or where this
 * was done just before, it does nothing and answers false.
 */
export function loadAgain(path?: string): boolean {
  if (isLoading) return true;
  if (isDocumentKept() || (wasLoadedAgain && performance.now() < settled)) return false;
  isLoading = true;
  const target = freshAddress(path);
  target.searchParams.set(reloadedParameter, '1');
  window.location.replace(target.href);
  return true;
}

/** The address of a screen, by default of the one on show, as a frame without a session token opens it. */
export function freshAddress(path = window.location.href): URL {
  const here = new URLSearchParams(window.location.search);
  const [shop, host] = [here.get('shop'), here.get('host')];
  const target = new URL(path, window.location.href);
  if (shop === null || host === null) return target;
  return new URL(reloadableAddress(target.href, { shop, host }));
}
