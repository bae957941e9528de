import { createAdaptorServer } from '@hono/node-server';
import { afterEach, expect, it, vi } from 'vitest';
import { asMerchant } from '../testing/as-merchant.ts';
import { authenticateMerchant } from './authenticate.server.ts';

const { mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);
const admin = vi.hoisted(() => vi.fn());
vi.mock('./shopify.server.ts', () => ({ platformAppFor: () => ({ authenticate: { admin } }) }));

// As where the app runs: this puts the server's own `Response` in place of the global one.
createAdaptorServer({ fetch: () => new Response() });

afterEach(() => void vi.useRealTimers());

it('a platform that never answers fails every request that waits for it, in words', async () => {
  vi.useFakeTimers();
  admin.mockReturnValue(new Promise(() => {}));
  const thrown = ['/settings', '/theme', '/faq-page'].map((path) =>
    authenticateMerchant(asMerchant(new Request(new URL(path, 'https://cadence.example')))).catch(
      (error: unknown) => error,
    ),
  );
  await vi.waitFor(() => expect(admin).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(9_000);
  for (const answer of await Promise.all(thrown)) {
    if (!(answer instanceof Response)) throw answer;
    expect(answer.status).toBe(504);
    expect(await answer.json()).toEqual({ message: 'Your store’s admin did not answer in time.' });
  }
  // One exchange serves them all.
  expect(admin).toHaveBeenCalledTimes(1);
});
