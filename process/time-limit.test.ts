import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timeLimit, withTimeLimit } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is aborted when its time is over, and not before', () => {
  const { signal } = timeLimit(1_000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it.each(['before', 'after'])('is aborted by who has gone %s it began', (when) => {
  const gone = new AbortController();
  const reason = new Error('gone');
  if (when === 'before') gone.abort(reason);
  const { signal } = timeLimit(1_000, gone.signal);
  gone.abort(reason);
  expect(signal.reason).toBe(reason);
});

it('leaves neither a timer nor a listener once its work is done or has failed', async () => {
  const gone = new AbortController();
  const given: AbortSignal[] = [];
  await withTimeLimit(1_000, gone.signal, async (signal) => void given.push(signal));
  const failing = withTimeLimit(1_000, gone.signal, async (signal) => {
    given.push(signal);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(gone.signal, 'abort')).toEqual([]);
  gone.abort();
  expect(given.map((signal) => signal.aborted)).toEqual([false, false]);
});
