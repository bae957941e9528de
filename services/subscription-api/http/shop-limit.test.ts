import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { RequestVariables } from './endpoint-routes.ts';
import { shopLimit } from './shop-limit.ts';

it('answers a shop beyond its limit with 429 and when to try again, and no other shop', async () => {
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
  api.use(shopLimit({ requests: 2, seconds: 60 }));
  api.get('/', (context) => context.text('ok'));
  const ask = async (shop: string) => await api.request('/', { headers: { shop } });
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
