import { expect, it, vi } from 'vitest';
import { answersInTime } from './answers-in-time.ts';
import type { ApiFetch } from './transport.ts';

it.each<[string, boolean, ApiFetch]>([
  ['says that it is', true, async () => new Response('ready')],
  ['says that its database does not answer', false, async () => new Response('', { status: 503 })],
  ['is not there', false, () => Promise.reject(new TypeError('fetch failed'))],
  ['never answers', false, () => new Promise(() => {})],
])('an API that %s is ready: %j', async (_, expected, send) => {
  const asked = vi.fn(send);
  expect(await answersInTime('https://api.example', asked, 50)).toBe(expected);
  expect(asked.mock.calls[0]?.[0].url).toBe('https://api.example/readyz');
});
