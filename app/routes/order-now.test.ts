import { expect, it, vi } from 'vitest';
import { action } from './subscription.contract.$id.order-now.ts';

const { api, mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

async function order(answer: Response) {
  api.mockReset().mockResolvedValue(answer);
  const request = new Request('https://cadence.example/subscription/contract/7/order-now', {
    method: 'POST',
    headers: { Authorization: 'Bearer scale-token' },
    body: 'nothing of concern',
  });
  const told = await action({ request, params: { id: '7' }, context: {} });
  return { status: told.status, answer: await told.json() };
}

it('a scale’s order is handed on with its token, and answered in the contract’s words', async () => {
  const ordered = {
    status: 'ordered',
    contract: '7',
    orderedAt: '2026-12-01T17:00:00.000Z',
    chargedFrom: '2026-12-02T05:00:00.000Z',
  };
  expect(await order(Response.json(ordered))).toEqual({ status: 200, answer: ordered });
  const [asked] = api.mock.lastCall ?? [];
  expect(asked?.url).toMatch(/\/subscription\/contract\/7\/order-now$/);
  expect(asked?.headers.get('Authorization')).toBe('Bearer scale-token');
  expect(await asked?.text()).toBe('');
});

it('a scale that is refused is told why, and from when it can order', async () => {
  const refusal = {
    message: 'This subscription has an order already.',
    details: { reason: 'too soon', from: '2026-12-08T17:00:00.000Z' },
  };
  expect(await order(Response.json(refusal, { status: 409 }))).toEqual({
    status: 409,
    answer: refusal,
  });
});
