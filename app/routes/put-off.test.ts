import { beforeEach, expect, it, vi } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import { action, loader } from './put-off.tsx';

const { api, mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

const order = 'v1.sealed';

const used = () => Response.json({ message: 'This link was already used.' }, { status: 404 });

beforeEach(() => void api.mockReset());

const args = (init?: RequestInit) => ({
  request: new Request(`https://cadence.example/put-off?order=${order}`, init),
  params: {},
  context: {},
});
const post = (fields: Record<string, string>) =>
  args({ method: 'POST', body: new URLSearchParams(fields) });

it('a link that was used is a page of its own, and no failure', async () => {
  api.mockImplementation(async () => used());
  const opened = await loader(args());
  expect([opened.status, await opened.json()]).toEqual([404, { order: '', found: null }]);
  const sent = await action(post({ order, days: '3' }));
  expect([sent.status, await sent.json()]).toEqual([404, { done: null }]);
});

it('opening a link only reads, and a press puts the order off by what it says', async () => {
  const done = { day: '2026-12-01', nextFrom: '2026-12-20' };
  const asked: unknown[] = [];
  api.mockImplementation(async (request) => {
    asked.push(request.method === 'GET' ? 'GET' : await request.json());
    return request.method === 'GET' ? used() : Response.json(done);
  });
  await loader(args());
  const sent = await action(post({ order, days: '3' }));
  expect(await sent.json()).toEqual({ done });
  await action(post({ order }));
  expect(asked).toEqual(['GET', { order, days: 3 }, { order }]);
});

it.each<Record<string, string>>([{ order: '<script>' }, { order, days: '2' }, { days: '1' }])(
  'what no mail has is refused without asking: %j',
  async (fields) => {
    expect((await action(post(fields))).status).toBe(404);
    expect(api).not.toHaveBeenCalled();
  },
);

it('what is no form is refused without asking', async () => {
  for (const init of [{}, { body: '{}', headers: { 'Content-Type': 'application/json' } }]) {
    expect((await action(args({ method: 'POST', ...init }))).status).toBe(404);
  }
  expect(api).not.toHaveBeenCalled();
});

it('what Shopify refuses is told in no words that are meant for the merchant', async () => {
  const message = 'This order is skipped. Bring it back before you move it.';
  api.mockImplementation(async () => Response.json({ message }, { status: 409 }));
  const thrown = await action(post({ order, days: '3' })).catch((response) => response);
  expect([thrown.status, await thrown.json()]).toEqual([409, { message: errorTexts.serverError }]);
});
