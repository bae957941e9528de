import { expect, it } from 'vitest';
import { BadOrderError, type ShipStation, ShipStationFailedError } from './client.ts';
import { shipStationOrders } from './orders.ts';

const keys = { key: 'k', secret: 's' };
const wanted = [
  { orderKey: 'a', orderNumber: '#1', orderDate: '2026-11-01T08:00:00Z' },
  { orderKey: 'b', orderNumber: '#2', orderDate: '2026-11-05T08:00:00Z' },
];

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const got: Item[] = [];
  for await (const item of items) got.push(item);
  return got;
}

/** An account whose answers come from `answerTo`, and the addresses that were asked. */
function account(answerTo: (query: URLSearchParams) => object) {
  const asked: string[] = [];
  const shipStation: ShipStation = async (_, { path, answer }) => {
    asked.push(decodeURIComponent(path));
    return answer.parse(answerTo(new URLSearchParams(path.split('?')[1])));
  };
  return { asked, orders: shipStationOrders(shipStation, keys, undefined) };
}

const order = (orderKey: string) => ({ orderKey, orderStatus: 'shipped' });

it('finds orders among those of the same days, page by page', async () => {
  const { orders, asked } = account((query) => ({
    orders: query.get('page') === '1' ? [order('x')] : [order('b')],
    pages: 2,
  }));
  expect([...(await orders.find(wanted)).keys()]).toEqual(['x', 'b']);
  expect(asked).toEqual(
    [1, 2].map(
      (page) =>
        `/orders?orderDateStart=2026-10-31&orderDateEnd=2026-11-07&page=${page}&pageSize=500`,
    ),
  );
});

it('asks for each order where there are too many of the same days', async () => {
  const { orders, asked } = account((query) => ({
    orders: query.has('orderNumber') ? [order('b'), order('b-2')] : [order('a')],
    pages: query.has('orderNumber') ? 1 : 4,
  }));
  const deliveries = ['b-2', 'b-3'].map((orderKey) => ({
    ...{ orderKey, orderNumber: '#2', orderDate: '2026-11-05T08:00:00Z' },
  }));
  const found = await orders.find([...wanted, ...deliveries]);
  expect([...found.keys()]).toEqual(['a', 'b', 'b-2']);
  // Once for all deliveries of an order, also those that ShipStation doesn't have.
  expect(asked.slice(1)).toEqual(['/orders?orderNumber=#2&page=1&pageSize=500']);
});

it('finds the one order for which a call is refused, and sends the others', async () => {
  const calls: number[] = [];
  const shipStation: ShipStation = async (_, { body, answer }) => {
    const orders = Array.isArray(body) ? body : [];
    calls.push(orders.length);
    if (orders.some(({ orderKey }) => orderKey === 'c')) throw new BadOrderError('No country');
    return answer.parse({ results: orders.map((order) => ({ ...order, success: true })) });
  };
  const orders = ['a', 'b', 'c', 'd', 'e'].map((orderKey) => ({ orderKey }));
  const sent = await all(shipStationOrders(shipStation, keys, undefined).send(orders));
  expect(sent).toEqual(
    orders.map(({ orderKey }) =>
      orderKey === 'c'
        ? { orderKey, success: false, errorMessage: 'No country' }
        : { orderKey, success: true },
    ),
  );
  expect(calls).toEqual([5, 3, 2, 1, 2]);
});

it('passes a failure on', async () => {
  const failing = shipStationOrders(
    () => Promise.reject(new ShipStationFailedError('down')),
    keys,
    undefined,
  );
  await expect(failing.find(wanted)).rejects.toThrow(ShipStationFailedError);
  await expect(all(failing.send(wanted))).rejects.toThrow(ShipStationFailedError);
});
