import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { usualShopRequests } from '#process/environment.ts';
import type { RequestVariables } from './endpoint-routes.ts';
import { sendFailure } from './failure.ts';
import { graphqlLimit, shopLimit, usualLimit } from './shop-limit.ts';

function apiWith(...limit: Parameters<typeof shopLimit>) {
  const api = new Hono<RequestVariables>();
  api.use(async (context, next) => {
    context.set('logger', pino({ level: 'silent' }));
    context.set('caller', {
      shop: context.req.header('shop') ?? '',
      actor: null,
      sessionToken: 't',
    });
    await next();
  });
  api.use(shopLimit(...limit));
  api.onError(sendFailure);
  api.get('/', (context) => context.text('ok'));
  return async (shop: string) => await api.request('/', { headers: { shop } });
}

it('answers a shop beyond its limit with 429 and when to try again, and no other shop', async () => {
  const ask = apiWith({ requests: 2, seconds: 60 });
  expect([(await ask('a')).status, (await ask('a')).status]).toEqual([200, 200]);
  const refused = await ask('a');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  expect(await refused.json()).toEqual({
    message: 'Too many requests. Please wait a moment and try again.',
  });
  expect((await ask('b')).status).toBe(200);
});

it('takes 60 a second and a burst beside, and lets who is refused go on after a second', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ask = apiWith(usualLimit(usualShopRequests));
  const accepted = async () => {
    for (let asked = 0; ; asked += 1) {
      const { status, headers } = await ask('a');
      if (status !== 200) return { asked, retryAfter: headers.get('Retry-After') };
    }
  };
  expect(await accepted()).toEqual({ asked: 360, retryAfter: '1' });
  vi.advanceTimersByTime(1_000);
  expect(await accepted()).toEqual({ asked: 60, retryAfter: '1' });
  vi.advanceTimersByTime(9_000);
  expect(await accepted()).toEqual({ asked: 360, retryAfter: '1' });
});

it('takes 30 queries of GraphQL in ten seconds, and more where a shop has more of all', () => {
  expect([60, 1, 1_200].map(graphqlLimit)).toEqual([
    { requests: 30, seconds: 10 },
    { requests: 1, seconds: 10 },
    { requests: 600, seconds: 10 },
  ]);
});
