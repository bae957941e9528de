import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBackend } from '../server/backend.ts';
import { type FaultInput, faultSchema } from '../server/faults.ts';
import { adminQuestions } from '../server/store-actions.ts';
import { storeOf, temporaryFolder, testPlatform } from '../test-platform.ts';
import { type Account, accounts } from './accounts.ts';

const [ours, theirs] = accounts;

const headerOf = ({ key, secret }: { key: string; secret: string }) =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

const address = { name: 'Ada', street1: '1 Roast Way', country: 'US' };
const order = {
  orderNumber: '#1001',
  orderKey: 'shop/1001',
  orderDate: '2026-11-01T08:00:00Z',
  orderStatus: 'awaiting_shipment',
  billTo: { name: 'Ada' },
  shipTo: address,
  items: [{ lineItemKey: '1', sku: 'HB', name: 'House blend', quantity: 2, unitPrice: 15 }],
};

const sentSchema = z.object({
  hasErrors: z.boolean(),
  results: z.array(
    z.object({
      orderId: z.number().nullable(),
      success: z.boolean(),
      errorMessage: z.string().nullable(),
    }),
  ),
});
const listSchema = z.object({
  orders: z.array(z.looseObject({ orderNumber: z.string(), advancedOptions: z.looseObject({}) })),
  total: z.number(),
});

function setUp(folder = temporaryFolder()) {
  const platform = testPlatform({ folder });
  const backend = createBackend(platform);
  const ask = (path: string, body?: unknown, authorization: string | undefined = headerOf(ours)) =>
    backend.request(`/shipstation${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
    });
  const send = async (...orders: unknown[]) =>
    sentSchema.parse(await (await ask('/orders/createorders', orders)).json());
  const list = async (query = '', account: Account = ours) =>
    listSchema.parse(await (await ask(`/orders${query}`, undefined, headerOf(account))).json());
  return { platform, ask, send, list };
}

describe('the local ShipStation', () => {
  it.each([
    ['no header', ''],
    ['another scheme', 'Bearer a'],
    ['an unknown key', headerOf({ key: 'a', secret: 'b' })],
    ["another account's secret", headerOf({ key: ours.key, secret: theirs.secret })],
  ])('refuses %s', async (_, authorization) => {
    const { ask } = setUp();
    const answer = await ask('/stores', undefined, authorization);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      Message: 'Authorization has been denied for this request.',
    });
  });

  it('names the stores and tags of an account', async () => {
    const { ask } = setUp();
    expect(await (await ask('/stores')).json()).toMatchObject([
      { companyName: 'Roast & Ritual', active: true },
    ]);
    expect((await ask('/accounts/listtags')).status).toBe(200);
  });

  it('answers 40 requests a minute for each pair of keys, and says how many are left', async () => {
    const { ask, platform } = setUp();
    for (let left = 39; left >= 0; left -= 1) {
      const answer = await ask('/stores');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('X-Rate-Limit-Remaining')).toBe(String(left));
    }
    const over = await ask('/stores');
    expect(over.status).toBe(429);
    expect(over.headers.get('X-Rate-Limit-Limit')).toBe('40');
    const reset = Number(over.headers.get('X-Rate-Limit-Reset'));
    expect(reset).toBeGreaterThan(50);
    expect(reset).toBeLessThanOrEqual(60);
    expect((await ask('/stores', undefined, headerOf(theirs))).status).toBe(200);
    platform.machineClock.setOffset(61);
    expect((await ask('/stores')).status).toBe(200);
  });

  it('makes an order once by its key, and one more each time without', async () => {
    const { send, list } = setUp();
    const first = await send(order);
    const again = await send({ ...order, orderNumber: '#1001-b' });
    expect(again.results[0]?.orderId).toBe(first.results[0]?.orderId);
    const { orderKey: _, ...keyless } = order;
    await send(keyless, keyless);
    expect((await list()).total).toBe(3);
    expect((await list('?orderNumber=%231001-b')).total).toBe(1);
    expect((await list('', theirs)).total).toBe(0);
  });

  it('refuses one order and takes the others', async () => {
    const { send, list } = setUp();
    const { results, hasErrors } = await send(
      { ...order, shipTo: { name: 'Ada' } },
      { ...order, orderNumber: 'x'.repeat(51) },
      order,
    );
    expect(hasErrors).toBe(true);
    expect(results.map(({ success }) => success)).toEqual([false, false, true]);
    expect(results[0]?.errorMessage).toContain('shipTo.street1');
    expect((await list()).total).toBe(1);
  });

  it.each(['shipped', 'cancelled'] as const)('leaves an order that is %s', async (orderStatus) => {
    const { send, platform } = setUp();
    const { results } = await send(order);
    platform.shipStation.change(results[0]?.orderId ?? 0, { orderStatus }, platform.clock.now());
    expect((await send(order)).results).toMatchObject([
      { success: false, errorMessage: expect.stringContaining(orderStatus) },
    ]);
  });

  it('shows that an order was merged', async () => {
    const { send, list, platform } = setUp();
    const { results } = await send(order);
    platform.shipStation.change(
      results[0]?.orderId ?? 0,
      { mergedOrSplit: true, mergedIds: [7] },
      platform.clock.now(),
    );
    expect((await list()).orders[0]?.advancedOptions).toMatchObject({
      mergedOrSplit: true,
      mergedIds: [7],
    });
  });

  it.each([
    ['more than 100 orders', Array.from({ length: 101 }, () => order)],
    ['no array', { order }],
  ])('refuses %s', async (_, body) => {
    const { ask } = setUp();
    const answer = await ask('/orders/createorders', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ ModelState: { apiOrders: [expect.any(String)] } });
  });

  it.each<[string[] | null, boolean[]]>([
    [['#1002'], [true, false]],
    [null, [false, false]],
  ])('refuses the orders that a scenario names, %j', async (field, successes) => {
    const { send, list, platform } = setUp();
    const userErrors = [{ field, message: 'Not this one' }];
    const operation = 'shipstation/orders/createorders';
    platform.faults.add(faultSchema.parse({ kind: 'userErrors', userErrors, operation }));
    const other = { ...order, orderNumber: '#1002', orderKey: 'shop/1002' };
    const { results } = await send(order, other);
    expect(results.map(({ success }) => success)).toEqual(successes);
    expect(results[1]).toMatchObject({ orderId: null, errorMessage: 'Not this one' });
    expect((await list()).total).toBe(successes.filter(Boolean).length);
  });

  it('shows the admin which order of the store each was made from', async () => {
    const { send, platform } = setUp();
    const store = storeOf(platform);
    const [sold] = store.tables.orders.all();
    const orderNumber = `#${sold?.number}`;
    await send({ ...order, orderNumber, orderKey: `shopify-${sold?.id}` });
    await send({ ...order, orderNumber: '#0', orderKey: `elsewhere-${sold?.id}` });
    const answer = await adminQuestions.shipstation?.(platform, store, null);
    expect(answer?.body).toMatchObject({
      accounts: [
        {
          handle: 'roast-and-ritual',
          orders: [{ storeOrderId: null }, { storeOrderId: sold?.id }],
        },
        { handle: 'first-crack', orders: [] },
      ],
    });
  });

  it('keeps its orders over a restart, and none over a reset', async () => {
    const folder = temporaryFolder();
    await setUp(folder).send(order);
    const { list, platform } = setUp(folder);
    expect((await list()).total).toBe(1);
    platform.reset();
    expect((await list()).total).toBe(0);
    expect((await setUp(folder).list()).total).toBe(0);
  });

  it.each<[FaultInput, number]>([
    [{ kind: 'throttled', operation: 'shipstation' }, 429],
    [{ kind: 'status', status: 500, operation: 'shipstation/stores' }, 500],
    [{ kind: 'userErrors', userErrors: [{ message: 'No' }], operation: 'shipstation' }, 500],
    [{ kind: 'status', status: 500, operation: 'shipstation/orders' }, 200],
    // A fault of any GraphQL call doesn't hit ShipStation.
    [{ kind: 'status', status: 500 }, 200],
  ])('goes wrong as it is told by %j: %i', async (fault, status) => {
    const { ask, platform } = setUp();
    platform.faults.add(faultSchema.parse(fault));
    expect((await ask('/stores')).status).toBe(status);
  });
});
