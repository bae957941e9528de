import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#process/logger.ts';
import { createCaches } from '../../caches.ts';
import {
  BadOrderError,
  KeysRefusedError,
  RateLimitedError,
  type ShipStation,
  ShipStationFailedError,
} from '../../shipstation/client.ts';
import type { ShopContext } from '../../shop-context.ts';
import { itemToShip, orderToShip } from '../../testing/order-to-ship.ts';
import type { OrderToShip } from './documents.ts';
import { sendOrdersWithKeys } from './sync.ts';

const orderOf = (id: number, change: Partial<OrderToShip> = {}, unfulfilledQuantity = 2) =>
  orderToShip({ id: `gid://shopify/Order/${id}`, name: `#${id}`, ...change }, [
    { ...itemToShip, unfulfilledQuantity },
  ]);
const keyOf = (id: number) => `shopify-${id}`;
const success = (id: number) => ({
  orderId: String(id),
  name: `#${id}`,
  status: 'success',
  reason: '',
  problem: null,
});

describe('what becomes of orders that are synced', () => {
  let log: string[] = [];
  let calls: { path: string; body?: unknown }[] = [];
  let asked: unknown[] = [];
  beforeEach(() => {
    log = [];
    calls = [];
    asked = [];
  });

  /** Syncs a store's orders. ShipStation has the `known` ones and responds to those it is sent with `answers`. */
  async function synced(
    {
      orders = [],
      moreItems = [],
      known = [],
      answers = (keys) => keys.map((orderKey) => ({ orderKey, success: true })),
      keys = { key: 'key', secret: 'secret' },
      batches,
    }: {
      orders?: (OrderToShip | null)[];
      moreItems?: unknown[];
      known?: object[];
      answers?: (keys: string[]) => object[];
      keys?: { key: string; secret: string } | null;
      batches?: { isOneOfMany: boolean };
    },
    ids = orders.flatMap((order) => order?.id.replace(/.*\//, '') ?? []),
  ) {
    const waitingItems = [...moreItems];
    const graphql: ShopContext['graphql'] = async ({ name, answer }, variables) => {
      if (name === 'FulfillmentOrdersToShip') {
        return answer.parse({ nodes: [], currentAppInstallation: { accessScopes: [] } });
      }
      asked.push({ name, ...variables });
      return answer.parse(
        name === 'OrdersToShip'
          ? { nodes: orders, shop: { currencyCode: 'USD', ianaTimezone: 'America/Los_Angeles' } }
          : { order: waitingItems.shift() },
      );
    };
    const shipStation: ShipStation = async (given, { method, path, body, answer }) => {
      expect(given).toEqual({ key: 'key', secret: 'secret' });
      calls.push({ path, ...(body !== undefined && { body }) });
      if (method === 'GET') return answer.parse({ orders: known, pages: 1 });
      const sent = Array.isArray(body) ? body.map(({ orderKey }) => String(orderKey)) : [];
      return answer.parse({ results: answers(sent) });
    };
    const write = (line: string) => void log.push(line);
    const logger = createLogger({ level: 'trace', service: 'subscription-api', write });
    const now = () => new Date();
    const caches = createCaches(now);
    const context = { graphql, now, caches, shipStation, deadline: undefined, logger };
    return await sendOrdersWithKeys(context, Promise.resolve(keys), ids, batches);
  }
  const sentKeys = () =>
    calls.flatMap(({ body }) => (Array.isArray(body) ? body.map(({ orderKey }) => orderKey) : []));

  it('is said of each in the order in which they are named, once', async () => {
    const orders = [orderOf(1), null, orderOf(2)];
    expect(await synced({ orders }, ['2', '9', '1', '2'])).toEqual([
      success(2),
      {
        orderId: '9',
        name: '9',
        status: 'failed',
        problem: 'order-not-found',
        reason: 'We couldn’t find the order. It may be deleted, or older than Cadence may read',
      },
      success(1),
    ]);
    expect(asked).toEqual([
      { name: 'OrdersToShip', ids: [2, 9, 1].map((id) => `gid://shopify/Order/${id}`) },
    ]);
    expect(sentKeys()).toEqual([keyOf(1), keyOf(2)]);
    expect(log).toEqual([]);
  });

  it.each([
    ['no-address', { shippingAddress: null }, 'The shipping address is incomplete'],
    [
      'nothing-to-ship',
      { lineItems: orderToShip({}, []).lineItems },
      'Nothing in the order needs shipping',
    ],
  ] as const)(
    'is %s where the store has %j, and ShipStation is not asked',
    async (problem, change, reason) => {
      const failed = { orderId: '1', name: '#1', status: 'failed', problem, reason };
      expect(await synced({ orders: [orderOf(1, change)] })).toEqual([failed]);
      expect(await synced({ orders: [orderOf(1, change)], keys: null })).toEqual([failed]);
      expect(calls).toEqual([]);
    },
  );

  it('is that no account is connected where there is none', async () => {
    expect(await synced({ orders: [orderOf(1)], keys: null })).toEqual([
      {
        ...success(1),
        status: 'failed',
        problem: 'not-connected',
        reason: 'ShipStation isn’t connected',
      },
    ]);
  });

  it.each([
    [{ orderStatus: 'shipped' }, 'shipped', 'Already shipped in ShipStation'],
    [{ orderStatus: 'cancelled' }, 'cancelled', 'Cancelled in ShipStation, so we can’t update it'],
    [
      { orderStatus: 'shipped', advancedOptions: { mergedOrSplit: true } },
      'merged-or-split',
      'Already in ShipStation, where it was split or merged with another order',
    ],
  ])('is kept from being changed by %j', async (is, problem, reason) => {
    const status = problem === 'cancelled' ? 'failed' : 'success';
    const failed = { ...success(1), status, problem, reason };
    const known = [
      { orderKey: keyOf(1), ...is },
      { orderKey: keyOf(2), orderStatus: 'on_hold', advancedOptions: { mergedOrSplit: false } },
      { orderKey: keyOf(3), orderStatus: 'awaiting_shipment', advancedOptions: null },
    ];
    const orders = [1, 2, 3].map((id) => orderOf(id));
    expect(await synced({ orders, known })).toEqual([failed, success(2), success(3)]);
    expect(sentKeys()).toEqual([keyOf(2), keyOf(3)]);
    calls = [];
    expect(await synced({ orders: [orderOf(1)], known })).toEqual([failed]);
    expect(sentKeys()).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  it('is failed where ShipStation has shipped it without what is open now', async () => {
    const shipped = (id: number, items: object[]) => ({
      orderKey: keyOf(id),
      orderStatus: 'shipped',
      items,
    });
    const known = [
      shipped(1, [{ lineItemKey: '5' }]),
      shipped(2, [{ lineItemKey: '5' }, { lineItemKey: '8' }]),
      shipped(3, [{ lineItemKey: null }]),
    ];
    expect(await synced({ orders: [1, 2, 3].map((id) => orderOf(id)), known })).toMatchObject([
      { status: 'failed', problem: 'shipped-in-part' },
      { status: 'success', problem: 'shipped' },
      { status: 'success', problem: 'shipped' },
    ]);
    expect(sentKeys()).toEqual([]);
  });

  it('is what ShipStation says of each, and failed where it says nothing', async () => {
    const longReason = `The address is\u0000 unknown ${'x'.repeat(600)}`;
    const results = await synced({
      orders: [1, 2, 3, 4].map((id) => orderOf(id)),
      answers: () => [
        { orderKey: keyOf(3), success: true, errorMessage: 'A note' },
        { orderKey: keyOf(1), success: false, errorMessage: null },
        { orderKey: keyOf(2), success: false, errorMessage: longReason },
      ],
    });
    expect(results).toMatchObject([
      { status: 'failed', problem: 'refused', reason: 'ShipStation refused the order' },
      {
        status: 'failed',
        problem: 'refused',
        reason: expect.stringMatching(/^The address is unkn/),
      },
      success(3),
      {
        status: 'failed',
        problem: 'unavailable',
        reason: 'ShipStation didn’t respond. Sync the order again. It’s never duplicated',
      },
    ]);
    expect(results[1]?.reason).toHaveLength(500);
  });

  it.each([
    [
      new KeysRefusedError('no'),
      'keys-refused',
      { reason: 'ShipStation no longer accepts your API key and secret' },
    ],
    [
      new RateLimitedError(1),
      'rate-limited',
      {
        reason: 'ShipStation is limiting requests right now. Sync the order again in 1 second',
        retryAfterSeconds: 1,
      },
    ],
    [
      new ShipStationFailedError('no'),
      'unavailable',
      { reason: 'ShipStation didn’t respond. Sync the order again. It’s never duplicated' },
    ],
  ])('is said of all that were sent after %s', async (error, problem, said) => {
    const known = [{ orderKey: keyOf(1), orderStatus: 'shipped' }];
    const orders = [1, 2, 3].map((id) => orderOf(id));
    const answers = () => {
      throw error;
    };
    const failed = { status: 'failed', problem, ...said };
    expect(await synced({ orders, known, answers })).toEqual([
      expect.objectContaining({ problem: 'shipped' }),
      { orderId: '2', name: '#2', ...failed },
      { orderId: '3', name: '#3', ...failed },
    ]);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('orders could not be sent to ShipStation');
    expect(log[0]).toContain(error.name);
  });

  it('is what ShipStation has said of each before it takes no more requests', async () => {
    const said = { problem: 'refused', reason: 'No country' };
    const answers = (keys: string[]) => {
      if (keys[0] === keyOf(5)) throw new RateLimitedError(1);
      if (keys.includes(keyOf(4))) throw new BadOrderError('No country');
      return keys.map((orderKey) => ({ orderKey, success: true }));
    };
    const orders = [1, 2, 3, 4, 5, 6].map((id) => orderOf(id));
    expect(await synced({ orders, answers })).toMatchObject([
      success(1),
      success(2),
      success(3),
      { orderId: '4', status: 'failed', ...said },
      { orderId: '5', status: 'failed', problem: 'rate-limited' },
      { orderId: '6', status: 'failed', problem: 'rate-limited' },
    ]);
    expect(log).toHaveLength(1);
  });

  it('is of what is unfulfilled where the app may not read fulfillment orders', async () => {
    expect(await synced({ orders: [orderOf(1, {}, 1)] })).toEqual([success(1)]);
    const [order] = calls.flatMap(({ body }) => (Array.isArray(body) ? body : []));
    expect(order).toMatchObject({ items: [{ quantity: 1 }], amountPaid: 18.4 });
  });

  it('is on hold, cancelled or fulfilled in ShipStation too, where it has the order', async () => {
    const orders = [
      orderOf(1, { cancelledAt: '2026-11-02T08:00:00Z' }),
      orderOf(2, { displayFulfillmentStatus: 'ON_HOLD' }),
      orderOf(3, { displayFulfillmentStatus: 'FULFILLED' }, 0),
      orderOf(4, { displayFinancialStatus: 'VOIDED' }),
      orderOf(5, { displayFinancialStatus: 'REFUNDED' }),
    ];
    const known = [1, 2, 3].map((id) => ({
      orderKey: keyOf(id),
      orderStatus: 'awaiting_shipment',
    }));
    known.push({ orderKey: keyOf(5), orderStatus: 'cancelled' });
    expect(await synced({ orders, known })).toMatchObject(
      [
        { status: 'success', problem: 'order-cancelled', reason: /Updated in ShipStation$/ },
        { status: 'failed', problem: 'on-hold', reason: 'On hold in your store' },
        { status: 'success', problem: 'fulfilled' },
        {
          status: 'failed',
          problem: 'voided',
          reason: 'The payment was voided, so it won’t ship',
        },
        { status: 'success', problem: 'refunded', reason: /Updated in ShipStation$/ },
      ].map(({ reason, ...rest }) => ({
        ...rest,
        ...(reason !== undefined && { reason: expect.stringMatching(reason) }),
      })),
    );
    const sent = calls.flatMap(({ body }) => (Array.isArray(body) ? body : []));
    expect(sent.map(({ orderKey, orderStatus }) => [orderKey, orderStatus])).toEqual([
      [keyOf(1), 'cancelled'],
      [keyOf(2), 'on_hold'],
      [keyOf(3), 'shipped'],
    ]);
  });

  it('is not known after a failure of our own, which is thrown on', async () => {
    const answers = () => {
      throw new TypeError('a mistake');
    };
    await expect(synced({ orders: [orderOf(1)], answers })).rejects.toThrow('a mistake');
  });

  it('counts every item, also of orders with more than one page of them', async () => {
    const itemOf = (id: number) => ({ ...itemToShip, id: `gid://shopify/LineItem/${id}` });
    const pageOf = (id: number, endCursor: string | null) => ({
      nodes: [itemOf(id)],
      pageInfo: { hasNextPage: endCursor !== null, endCursor },
    });
    const orders = [orderOf(1, { lineItems: pageOf(1, 'a') }), orderOf(2)];
    const moreItems = [pageOf(2, 'b'), pageOf(3, null)].map((lineItems) => ({ lineItems }));
    const sentItems = () => calls.flatMap(({ body }) => (Array.isArray(body) ? body : []))[0].items;
    expect(await synced({ orders, moreItems })).toEqual([success(1), success(2)]);
    const read = { name: 'ItemsToShip', id: 'gid://shopify/Order/1' };
    expect(asked.slice(1)).toEqual([
      { ...read, after: 'a' },
      { ...read, after: 'b' },
    ]);
    expect(sentItems()).toMatchObject(['1', '2', '3'].map((lineItemKey) => ({ lineItemKey })));

    calls = [];
    await synced({ orders, moreItems: [null] });
    expect(sentItems()).toMatchObject([{ lineItemKey: '1' }]);
  });

  it('is remembered of ShipStation for the next batch of many alone', async () => {
    const orders = [orderOf(1)];
    await synced({ orders });
    await synced({ orders, batches: { isOneOfMany: false } });
    await synced({ orders, batches: { isOneOfMany: true } });
    const lists = calls.map(({ path }) => path).filter((path) => path.startsWith('/orders?'));
    expect(lists.map((path) => path.includes('sortBy=ModifyDate'))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});
