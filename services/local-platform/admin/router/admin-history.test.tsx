import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatAddress } from './addresses.ts';
import { createAdminHistory } from './admin-history.ts';

function shown(): string {
  return `${window.location.pathname}${window.location.search}${window.location.hash}`;
}

/** Moves the browser's history and waits until the move has arrived. */
function afterPopstate(move: () => void): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    move();
  });
}

let release: () => void = () => {};

beforeEach(() => {
  window.history.replaceState(null, '', '/store/roastery');
});
afterEach(() => release());

describe('the admin’s history', () => {
  it('moves the address bar and tells whoever listens, once a move', () => {
    const history = createAdminHistory(window);
    const listener = vi.fn();
    history.listen(listener);
    history.push('/store/roastery/orders?query=a');
    expect(shown()).toBe('/store/roastery/orders?query=a');
    expect(formatAddress(history.current())).toBe(shown());
    history.push('/store/roastery/orders/?query=a');
    expect(listener).toHaveBeenCalledTimes(1);
    history.replace('/store/roastery/products');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('follows Back', async () => {
    const history = createAdminHistory(window);
    history.push('/store/roastery/orders');
    await afterPopstate(() => window.history.back());
    expect(history.current().pathname).toBe('/store/roastery');
  });

  it('asks the guard before it moves, and moves when the guard lets it', () => {
    const history = createAdminHistory(window);
    let proceed = () => {};
    release = history.guard((_to, go) => {
      proceed = go;
      return true;
    });
    history.push('/store/roastery/orders');
    expect(shown()).toBe('/store/roastery');
    proceed();
    expect(shown()).toBe('/store/roastery/orders');
  });

  it('lets an app that has moved already say so', () => {
    const history = createAdminHistory(window);
    release = history.guard(() => true);
    history.replace('/store/roastery/apps/cadence/settings', { unguarded: true });
    expect(shown()).toBe('/store/roastery/apps/cadence/settings');
  });

  it('undoes a guarded Back and repeats it when the merchant agrees', async () => {
    const history = createAdminHistory(window);
    history.push('/store/roastery/apps/cadence');
    let asked = 0;
    let proceed = () => {};
    release = history.guard((_to, go) => {
      asked += 1;
      proceed = go;
      return true;
    });
    await afterPopstate(() => window.history.back());
    // The guard's step back causes a second event.
    await expect.poll(() => shown()).toBe('/store/roastery/apps/cadence');
    expect(asked).toBe(1);
    expect(history.current().pathname).toBe('/store/roastery/apps/cadence');
    await afterPopstate(() => proceed());
    expect(shown()).toBe('/store/roastery');
    expect(asked).toBe(1);
    expect(history.current().pathname).toBe('/store/roastery');
  });
});
