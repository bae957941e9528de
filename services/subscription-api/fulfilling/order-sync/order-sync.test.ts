import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { orderSyncAnswerSchema } from '#contract/order-sync.ts';
import { type FaultInput, shipStationAccounts } from '#services/local-platform/testing.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { integrationTable, vendorTable } from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';
import { getItemsToShip } from './documents.ts';

const [account] = shipStationAccounts;
const keys = { key: account.key, secret: account.secret };
const ordersSchema = z.object({
  orders: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        cancelledAt: z.string().nullable(),
        displayFinancialStatus: z.string(),
        shippingAddress: z.object({ address1: z.string() }).nullable(),
      }),
    ),
  }),
});

describe.each(usualDatabase)('order sync on %s', (kind) => {
  const service = serviceForSuite(kind, { timeoutMilliseconds: 2_000 });
  const shop = roastAndRitual;
  const sync = (orderIds: unknown) =>
    service.call(shop, 'POST', '/order/sync', { body: { orderIds } });
  const synced = async (orderIds: string[]) => bodyOf(await sync(orderIds), orderSyncAnswerSchema);
  const received = () => service.platform.control.shipStationOrders(account);
  const connect = async () => {
    const answer = await service.call(shop, 'POST', '/vendor/integrations', {
      body: { shipstation: keys },
    });
    expect(answer.status).toBe(200);
  };
  async function waitingOrders(count: number) {
    const data = await service.admin(
      shop,
      `{ orders(first: 100, sortKey: PROCESSED_AT, reverse: true, query: "fulfillment_status:UNFULFILLED") {
        nodes { id name cancelledAt displayFinancialStatus shippingAddress { address1 } }
      } }`,
    );
    const usable = ordersSchema
      .parse(data)
      .orders.nodes.filter((order) => order.cancelledAt === null && order.shippingAddress !== null)
      .filter(({ displayFinancialStatus }) => displayFinancialStatus !== 'REFUNDED')
      .map(({ id, name }) => ({ id: originalIdOf(id), name }))
      .slice(0, count);
    expect(usable).toHaveLength(count);
    return usable;
  }
  const ids = (orders: ReadonlyArray<{ id: string }>) => orders.map(({ id }) => id);

  beforeEach(async () => {
    service.platform.control.reset();
    await service.database.delete(integrationTable);
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await connect();
  });

  it('makes each order once, however often it is synced', async () => {
    const orders = await waitingOrders(3);
    const all = orders.map(({ id, name }) => ({
      orderId: id,
      name,
      status: 'success',
      reason: '',
      problem: null,
    }));
    service.operations();
    expect(await synced(ids(orders))).toEqual(all);
    expect(service.operations()).toEqual(['OrdersToShip', 'FulfillmentOrdersToShip']);
    expect(await synced(ids(orders))).toEqual(all);
    expect(received().map(({ timesSent }) => timesSent)).toEqual([2, 2, 2]);
    const [first] = orders;
    expect(received().map(({ orderKey }) => orderKey)).toContain(`shopify-${first?.id}`);
    expect(received()[0]?.sent).toMatchObject({ shipTo: { country: 'US' } });
  });

  it('answers orders in the order in which they are named, and each once', async () => {
    const [one, two] = await waitingOrders(2);
    const results = await synced([two?.id ?? '', '999', one?.id ?? '', two?.id ?? '']);
    expect(results.map(({ name, problem }) => [name, problem])).toEqual([
      [two?.name, null],
      ['999', 'order-not-found'],
      [one?.name, null],
    ]);
    expect(received()).toHaveLength(2);
  });

  it.each([
    [{ orderStatus: 'shipped' }, 'shipped'],
    [{ orderStatus: 'cancelled' }, 'cancelled'],
    [{ mergedOrSplit: true }, 'merged-or-split'],
  ] as const)('answers what became %j in ShipStation as such', async (change, problem) => {
    const [gone, stays] = await waitingOrders(2);
    const both = ids([gone, stays].filter((order) => order !== undefined));
    await synced(both);
    const kept = received().find(({ orderKey }) => orderKey === `shopify-${gone?.id}`);
    service.platform.control.changeShipStationOrder(kept?.orderId ?? 0, change);
    const status = problem === 'cancelled' ? 'failed' : 'success';
    expect(await synced(both)).toMatchObject([
      { name: gone?.name, status, problem },
      { name: stays?.name, status: 'success' },
    ]);
    expect(
      received()
        .map(({ timesSent }) => timesSent)
        .sort(),
    ).toEqual([1, 2]);
  });

  const lineSchema = z.object({ id: z.number(), quantity: z.number() });
  const recordSchema = z.looseObject({ lines: z.array(lineSchema) });
  const changeOrder = async (id: string, change: object) =>
    recordSchema.parse(
      await service.platform.control.act(shop, 'order', { orderId: Number(id), ...change }),
    );
  const sentItems = (key: string) =>
    z
      .object({ items: z.array(z.object({ quantity: z.number() })) })
      .parse(received().find(({ orderKey }) => orderKey === key)?.sent)
      .items.reduce((sum, { quantity }) => sum + quantity, 0);

  it('sends what is open to ship now, by the fulfillment orders', async () => {
    const [part, later, thirdParty, pickup] = ids(await waitingOrders(4));
    const fulfill = async (id = '', changes: object[]) => {
      const { lines } = await changeOrder(id, {});
      const whole = lines.map(({ id: lineId, quantity }) => ({ lineId, quantity }));
      const fulfillmentOrders = changes.map((change, index) => ({
        id: Number(id) * 10 + index,
        status: 'OPEN',
        fulfillAt: '2026-11-01T08:00:00Z',
        lines: whole.map((line) => ({ ...line, remaining: line.quantity })),
        ...change,
      }));
      await changeOrder(id, { fulfillmentOrders });
      return whole;
    };
    const [line] = await fulfill(part, []);
    const oneLeft = { ...line, quantity: 2, remaining: 1 };
    await fulfill(part, [{ status: 'IN_PROGRESS', lines: [oneLeft] }]);
    await fulfill(later, [{ status: 'SCHEDULED', fulfillAt: '2026-12-01T03:00:00Z' }]);
    await fulfill(thirdParty, [{ isThirdParty: true }]);
    await fulfill(pickup, [{ method: 'PICK_UP' }]);
    const all = [part, later, thirdParty, pickup].map(String);
    expect(await synced(all)).toMatchObject([
      { status: 'success', problem: null },
      { status: 'failed', problem: 'scheduled', reason: expect.stringContaining('2026') },
      { status: 'failed', problem: 'not-yours' },
      { status: 'failed', problem: 'not-shipped' },
    ]);
    expect(received()).toHaveLength(1);
    expect(sentItems(`shopify-${part}`)).toBe(1);
    // Its day has passed, but Shopify hasn't released it.
    await fulfill(later, [{ status: 'SCHEDULED', fulfillAt: '2020-12-01T12:00:00Z' }]);
    expect(await synced([String(later)])).toMatchObject([
      { reason: expect.stringMatching(/^Scheduled for Dec 1, 2020, and not released/) },
    ]);
    const run = await service.call(shop, 'POST', '/order/sync/run', {
      body: { orders: 'unfulfilled' },
    });
    const chosen = z.object({ id: z.string() }).parse(run.body);
    const listed = await service.call(shop, 'GET', `/order/sync/run/${chosen.id}/order?size=1000`);
    const open = JSON.stringify(listed.body);
    expect(all.map((id) => open.includes(`"${id}"`))).toEqual([true, false, false, false]);
  });

  it('makes an order of its own of each delivery of a prepaid one', async () => {
    const [id = ''] = ids(await waitingOrders(1));
    const { lines } = await changeOrder(id, {});
    const delivery = (month: number, status: string, remaining: number) => ({
      id: Number(id) * 10 + month,
      status,
      fulfillAt: `2026-${month}-01T08:00:00Z`,
      lines: lines.map(({ id: lineId }) => ({ lineId, quantity: 1, remaining })),
    });
    const deliver = (...fulfillmentOrders: object[]) => changeOrder(id, { fulfillmentOrders });
    await deliver(delivery(11, 'OPEN', 1), delivery(12, 'SCHEDULED', 1));
    await synced([id]);
    expect(received().map(({ orderKey }) => orderKey)).toEqual([`shopify-${id}`]);
    service.platform.control.changeShipStationOrder(received()[0]?.orderId ?? 0, {
      orderStatus: 'shipped',
    });
    await deliver(delivery(11, 'CLOSED', 0), delivery(12, 'OPEN', 1));
    expect(await synced([id])).toMatchObject([{ status: 'success', problem: null }]);
    expect(received().map(({ orderKey }) => orderKey)).toEqual([
      `shopify-${id}-2026-12-01`,
      `shopify-${id}`,
    ]);
  });

  const operation = 'shipstation/orders/createorders';
  it.each<[FaultInput, string]>([
    [{ kind: 'status', status: 401, operation: 'shipstation' }, 'keys-refused'],
    [{ kind: 'throttled', operation: 'shipstation' }, 'rate-limited'],
    [{ kind: 'status', status: 500, operation: 'shipstation/orders' }, 'unavailable'],
    [{ kind: 'garbage', operation }, 'unavailable'],
    // Executes at once, so that nothing of it happens in a later test.
    [{ kind: 'delay', delayMilliseconds: 4_000, afterExecution: true, operation }, 'unavailable'],
    [{ kind: 'disconnect', afterExecution: true, operation }, 'unavailable'],
  ])('says after %j of each order that it failed, and goes on later', async (fault, problem) => {
    const orders = await waitingOrders(2);
    service.platform.control.addFault(fault);
    const results = await synced(ids(orders));
    expect(results.map((result) => [result.status, result.problem])).toEqual([
      ['failed', problem],
      ['failed', problem],
    ]);
    expect(results.every(({ reason }) => reason.length > 10)).toBe(true);
    expect((await synced(ids(orders))).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(received()).toHaveLength(2);
  });

  it('lets one order that ShipStation refuses stop no other', async () => {
    const [bad, good] = await waitingOrders(2);
    service.platform.control.addFault({
      kind: 'userErrors',
      userErrors: [{ field: [bad?.name ?? ''], message: 'The address is unknown' }],
      operation,
    });
    expect(await synced([bad?.id ?? '', good?.id ?? ''])).toMatchObject([
      { status: 'failed', problem: 'refused', reason: 'The address is unknown' },
      { status: 'success' },
    ]);
    expect(received().map(({ orderNumber }) => orderNumber)).toEqual([good?.name]);
  });

  it('reads more items of an order from where the last page ended', async () => {
    const [order] = await waitingOrders(1);
    await synced([order?.id ?? '']);
    const id = globalIdOf('Order', order?.id ?? '');
    const read = async (after: string | null) =>
      (await service.contextOf(shop).graphql(getItemsToShip, { id, after })).order?.lineItems;
    const all = await read(null);
    expect(all?.nodes).toContainEqual(expect.objectContaining({ requiresShipping: true }));
    expect((await read(all?.pageInfo.endCursor ?? null))?.nodes).toEqual([]);
  });

  it('says of each order that no account is connected', async () => {
    await service.database.delete(integrationTable);
    const [order] = await waitingOrders(1);
    expect(await synced([order?.id ?? '', '999'])).toMatchObject([
      { problem: 'not-connected' },
      { problem: 'order-not-found' },
    ]);
  });

  it('does nothing while it is switched off', async () => {
    const [order] = await waitingOrders(1);
    const switchTo = (isVendorSyncDisabled: boolean) =>
      service.database
        .update(vendorTable)
        .set({ isVendorSyncDisabled })
        .where(eq(vendorTable.shop, shop));
    await switchTo(true);
    expect(await sync([order?.id])).toMatchObject({
      status: 403,
      body: { message: 'This feature is currently disabled!' },
    });
    await switchTo(false);
    expect(received()).toEqual([]);
  });

  it.each([
    [[], 'orderIds'],
    [Array.from({ length: 21 }, (_, index) => String(index)), 'orderIds'],
    [['gid://shopify/Order/1'], 'orderIds[0]'],
    ['1', 'orderIds'],
  ])('refuses %j', async (orderIds, field) => {
    const answer = await sync(orderIds);
    expect(answer).toMatchObject({ status: 400, body: { fieldErrors: expect.anything() } });
    expect(JSON.stringify(answer.body)).toContain(`"${field}"`);
  });
});
