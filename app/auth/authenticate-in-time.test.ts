import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authenticateInTime } from './authenticate-in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a platform that never answers is given up within 10 s, in words', async () => {
  const thrown = authenticateInTime(new Promise<never>(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_000);
  const answer = await thrown;
  if (!(answer instanceof Response)) throw answer;
  expect(answer.status).toBe(504);
  expect(await answer.json()).toEqual({ message: 'Your store’s admin did not answer in time.' });
});

it('what the platform says in time stands, good or bad', async () => {
  const refusal = new Response(null, { status: 401 });
  await expect(authenticateInTime(Promise.resolve('authenticated'))).resolves.toBe('authenticated');
  await expect(authenticateInTime(Promise.reject(refusal))).rejects.toBe(refusal);
  expect(vi.getTimerCount()).toBe(0);
});
