import { type Address, formatAddress, parseAddress, sameAddress } from './addresses.ts';

/** Called before the admin leaves a page. Return true to stay; `proceed` then leaves after all. */
type Guard = (to: Address, proceed: () => void) => boolean;

export type AdminHistory = {
  /** The current address; the same object until it changes. */
  current(): Address;
  push(path: string, options?: MoveOptions): void;
  replace(path: string, options?: MoveOptions): void;
  listen(listener: () => void): () => void;
  guard(guard: Guard): () => void;
};

/** `unguarded`: the app reports that its screen has already changed, so it's too late to hold anything back. */
type MoveOptions = { unguarded?: boolean };

/**
 * The browser's history with a guard. When the browser reports Back or Forward, the step has already happened. So a guarded step is undone
 * first, and repeated if the merchant agrees. Each entry carries its position, which tells the direction.
 */
export function createAdminHistory(browser: Window): AdminHistory {
  const listeners = new Set<() => void>();
  let activeGuard: Guard | null = null;
  let position = positionIn(browser.history.state) ?? 0;
  let address = read();
  // `undoing` while returning to the guarded page; `allowed` while repeating a step that was held back.
  let undoing = false;
  let allowed = false;

  if (positionIn(browser.history.state) === null) {
    browser.history.replaceState({ position }, '', formatAddress(address));
  }

  function read(): Address {
    const { pathname, search, hash } = browser.location;
    return { pathname, search, hash };
  }

  function arrive(): void {
    const next = read();
    if (formatAddress(next) === formatAddress(address)) return;
    address = next;
    for (const listener of listeners) listener();
  }

  function move(kind: 'push' | 'replace', path: string, options: MoveOptions = {}): void {
    const to = parseAddress(path);
    if (sameAddress(to, address) && to.hash === address.hash) return;
    const go = () => {
      if (kind === 'push') {
        position += 1;
        browser.history.pushState({ position }, '', formatAddress(to));
      } else {
        browser.history.replaceState({ position }, '', formatAddress(to));
      }
      arrive();
    };
    if (options.unguarded !== true && activeGuard?.(to, go) === true) return;
    go();
  }

  browser.addEventListener('popstate', (event) => {
    const target = positionIn(event.state);
    if (undoing) {
      undoing = false;
      return;
    }
    const steps = (target ?? position) - position;
    const proceed = () => {
      allowed = true;
      browser.history.go(steps);
    };
    if (!allowed && steps !== 0 && activeGuard?.(read(), proceed) === true) {
      undoing = true;
      browser.history.go(-steps);
      return;
    }
    allowed = false;
    position = target ?? position;
    arrive();
  });

  return {
    current: () => address,
    push: (path, options) => move('push', path, options),
    replace: (path, options) => move('replace', path, options),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guard(guard) {
      activeGuard = guard;
      return () => {
        if (activeGuard === guard) activeGuard = null;
      };
    },
  };
}

function positionIn(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('position' in state)) return null;
  return typeof state.position === 'number' ? state.position : null;
}
