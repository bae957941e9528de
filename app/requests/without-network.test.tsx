import { expect, it, vi } from 'vitest';
import { isNetworkThere } from '../network/network.ts';
import { createScreenCache, invalidateScreens } from './screen-cache.ts';

it('a saved screen stays as it is without the network, and is loaded anew after', async () => {
  let isThere = true;
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response();
  });
  const memory = createScreenCache<string[]>();
  const request = new Request('https://app.test/shipping');
  memory.shown('/shipping', ['before']);
  invalidateScreens();
  isThere = false;
  const loading = memory.load(request, () => new Promise(() => {}));
  window.dispatchEvent(new Event('offline'));
  await expect(loading).resolves.toEqual(['before']);

  isThere = true;
  await isNetworkThere();
  await expect(memory.load(request, async () => ['saved'])).resolves.toEqual(['saved']);
  // The state without a network wasn't cached.
  memory.left('/shipping');
  await expect(memory.load(request, async () => ['never asked for'])).resolves.toEqual(['saved']);
  vi.unstubAllGlobals();
});
