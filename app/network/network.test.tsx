import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ifConnected,
  isNetworkGone,
  isNetworkThere,
  onceConnected,
  probePath,
  unlessDisconnected,
} from './network.ts';

let isThere = true;
const asked = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path);
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response(null, { status: 502 });
  });
});

afterEach(async () => {
  isThere = true;
  await isNetworkThere();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  asked.mockClear();
});

const failing = () => vi.fn(async () => 'answer').mockRejectedValueOnce(new TypeError('Failed'));
const never = () => new Promise<string>(() => {});

describe('what only reads', () => {
  it('is asked for again once the network is back, without being told', async () => {
    isThere = false;
    const attempt = failing();
    const outcome = onceConnected(attempt);
    // Looks after 1, 2 and 4 seconds.
    await vi.advanceTimersByTimeAsync(6_999);
    expect(isNetworkGone()).toBe(true);
    expect(asked.mock.calls).toEqual([[probePath], [probePath], [probePath]]);
    isThere = true;
    expect(attempt).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(outcome).resolves.toBe('answer');
    expect(isNetworkGone()).toBe(false);
  });

  it('is asked for at once where the browser says that it is online again', async () => {
    isThere = false;
    const outcome = onceConnected(failing());
    await vi.advanceTimersByTimeAsync(500);
    isThere = true;
    window.dispatchEvent(new Event('online'));
    await expect(outcome).resolves.toBe('answer');
  });

  it('fails as it did where the network is there, whatever the app answers', async () => {
    await expect(onceConnected(failing())).rejects.toThrow('Failed');
  });

  it('is given up with its signal', async () => {
    isThere = false;
    const controller = new AbortController();
    const outcome = onceConnected(failing(), controller.signal);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort(new Error('left'));
    await expect(outcome).rejects.toThrow('left');
  });
});

describe('what changes something', () => {
  it.each([
    [false, "You're offline", 0],
    [true, "Cadence can't be reached", 1],
  ])('is refused without the network (online: %s)', async (onLine, text, times) => {
    isThere = false;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    const attempt = failing();
    await expect(ifConnected(attempt)).rejects.toThrow(text);
    expect(attempt).toHaveBeenCalledTimes(times);
  });

  it('is carried out where the browser is wrong about being offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(ifConnected(async () => 'done')).resolves.toBe('done');
  });
});

it('what is on the screen stays as soon as the network goes', async () => {
  const shown = unlessDisconnected(never(), () => 'on screen');
  isThere = false;
  window.dispatchEvent(new Event('offline'));
  await expect(shown).resolves.toBe('on screen');
  await expect(unlessDisconnected(Promise.resolve('new'), () => 'old')).resolves.toBe('new');
});
