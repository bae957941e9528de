import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { ordersPerRun } from '#contract/limits.ts';
import {
  orderSyncAnswerSchema,
  type SyncRun,
  syncedOrdersSchema,
  syncRunSchema,
} from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { type FaultInput, shipStationAccounts } from '#services/local-platform/testing.ts';
import { deadlineIn } from '../../deadline.ts';
import type { ShipStation } from '../../shipstation/client.ts';
import { approveVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { leaseLeft } from '../../store/lease.ts';
import {
  idempotencyKeyTable,
  integrationTable,
  syncRunOrderTable,
  syncRunTable,
  vendorTable,
} from '../../store/schema.ts';
import { ageLeases } from '../../testing/age-leases.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { orderSyncHandlers } from './handlers.ts';
import { forgetOldRuns } from './run-store.ts';
import { syncBatch } from './sync-batch.ts';

const [account] = shipStationAccounts;
const shop = roastAndRitual;
const sending = 'shipstation/orders/createorders';

describe.each(databases)('runs of the order sync on %s', (kind) => {
  const service = serviceForSuite(kind, { timeoutMilliseconds: 2_000 });
  const path = '/order/sync/run';
  const ask = (method: string, at: string, body?: unknown, of = shop) =>
    service.call(of, method, at, body === undefined ? {} : { body });
  const start = async (body: object) => bodyOf(await ask('POST', path, body), syncRunSchema, 201);
  const runNow = async ({ id }: SyncRun) =>
    bodyOf(await ask('GET', `${path}/${id}`), syncRunSchema);
  const change = async ({ id }: SyncRun, what: string) =>
    bodyOf(await ask('POST', `${path}/${id}`, { change: what }), syncRunSchema);
  const sendBatch = (run: SyncRun, orderIds = run.next) =>
    ask('POST', '/order/sync', { orderIds, run: run.id });
  const pageOf = async (run: SyncRun) => bodyOf(await sendBatch(run), orderSyncAnswerSchema);
  const ordersOf = async ({ id }: SyncRun, query = '') =>
    bodyOf(await ask('GET', `${path}/${id}/order${query}`), syncedOrdersSchema);
  const received = () => service.platform.control.shipStationOrders(account);
  const startWithWaiting = async (count: number) => {
    const { next } = await start({ orders: 'unfulfilled' });
    return await start({ orderIds: next.slice(0, count) });
  };

  beforeEach(async () => {
    service.platform.control.reset();
    service.setClockOffset(0);
    for (const table of [integrationTable, syncRunTable, syncRunOrderTable, vendorTable]) {
      await service.database.delete(table);
    }
    for (const of of [shop, firstCrack]) {
      await approveVendor(service.database, {
        shop: of,
        status: 'active',
        simpleSubscription: true,
      });
    }
    const { key, secret } = account;
    const answer = await ask('POST', '/vendor/integrations', { shipstation: { key, secret } });
    expect(answer.status).toBe(200);
  });

  it('take what was chosen, each order once, and name what is none', async () => {
    const orderIds = ['7', 'gid://shopify/Order/8', '7', 'tea', ' 9 ', '7', 'tea', 'x/5'];
    const run = await start({ orderIds });
    expect(run).toMatchObject({
      total: 3,
      sent: 0,
      failed: 0,
      next: ['7', '8', '9'],
      isStopped: false,
      duplicates: 1,
      invalid: { count: 2, first: ['tea', 'x/5'] },
    });
    expect(await runNow(run)).toEqual(run);
  });

  it.each([
    ['nothing', { orderIds: [] }, orderSyncTexts.noneChosen],
    ['no ids', { orderIds: ['tea'] }, orderSyncTexts.noIds],
    [
      'too many',
      { orderIds: Array.from({ length: ordersPerRun + 1 }, (_, index) => String(index)) },
      orderSyncTexts.tooMany,
    ],
  ])('refuse %s', async (_, body, message) => {
    expect(await ask('POST', path, body)).toMatchObject({ status: 400, body: { message } });
  });

  it('refuse to begin where no order waits to be shipped', async () => {
    const graphql: ShopContext['graphql'] = async ({ answer }) =>
      answer.parse({
        currentAppInstallation: { accessScopes: [] },
        orders: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
      });
    await expect(
      orderSyncHandlers.createSyncRun(
        { ...service.contextOf(shop), graphql },
        {
          id: undefined,
          query: undefined,
          idempotencyKey: undefined,
          body: { orders: 'unfulfilled', orderIds: [] },
        },
      ),
    ).rejects.toMatchObject({
      kind: 'invalid request',
      envelope: { message: orderSyncTexts.noneWaiting },
    });
  });

  it.each([
    ['before it was kept', 0],
    ['before it was answered', 1],
  ])('are one for a key, though the process that made it died %s', async (_, kept) => {
    const startOnce = () =>
      service.call(shop, 'POST', path, {
        body: { orderIds: ['7', '8'] },
        headers: { 'Idempotency-Key': `run-${kept}` },
      });
    const run = bodyOf(await startOnce(), syncRunSchema, 201);
    await service.database.update(idempotencyKeyTable).set({ response: null });
    if (kept === 0) await service.database.delete(syncRunTable);
    const again = bodyOf(await startOnce(), syncRunSchema, 201);
    expect(again.id === run.id).toBe(kept === 1);
    expect(await runNow(again)).toEqual({ ...run, id: again.id });
    expect(await service.database.$count(syncRunTable)).toBe(1);
  });

  it('are one for two tabs that choose the same orders, and another once that is over', async () => {
    const orderIds = ['7', '8'];
    const [one, two] = await Promise.all([start({ orderIds }), start({ orderIds })]);
    expect(two.id).toBe(one.id);
    expect((await start({ orderIds: ['8', '7'] })).id).not.toBe(one.id);
    // The process's clock doesn't matter, since another process may have created the run.
    for (const offset of [2 * 3600, 0]) {
      service.platform.control.setMachineClockOffset(offset);
      service.setClockOffset(offset);
      expect((await start({ orderIds })).id).toBe(one.id);
    }
    const aMinuteAgo = sql`now() - interval '1 minute'`;
    await service.database.update(syncRunTable).set({ createdAt: aMinuteAgo });
    expect((await start({ orderIds })).id).toBe(one.id);
    await pageOf(one);
    expect((await start({ orderIds })).id).not.toBe(one.id);
  });

  it('take 10,000 orders, and show them page by page', async () => {
    const orderIds = Array.from({ length: ordersPerRun }, (_, index) => String(1e15 + index));
    const run = await start({ orderIds });
    expect(run).toMatchObject({ total: ordersPerRun, next: orderIds.slice(0, 20) });
    const { orders, total } = await ordersOf(run, '?page=200&size=50');
    expect(total).toBe(ordersPerRun);
    expect(orders.map(({ orderId }) => orderId)).toEqual(orderIds.slice(-50));
  });

  it('send batch by batch, keep what became of each order, and send none again', async () => {
    const all = await start({ orders: 'unfulfilled' });
    expect(all.total).toBeGreaterThan(20);
    let run = all;
    let batches = 0;
    for (; run.next.length > 0; batches += 1) {
      expect(await pageOf(run)).toHaveLength(run.next.length);
      run = await runNow(run);
    }
    expect(batches).toBe(Math.ceil(all.total / 20));
    expect(run.sent + run.failed).toBe(all.total);
    const before = received().map(({ timesSent }) => timesSent);
    const [again = '', ...others] = all.next;
    service.operations();
    const answered = bodyOf(
      await sendBatch(all, [again, again, ...others.slice(1)]),
      orderSyncAnswerSchema,
    );
    const kept = (await ordersOf(all, '?size=20')).orders.filter(
      ({ orderId }) => orderId !== others[0],
    );
    expect(answered).toMatchObject(kept.map(({ orderId, status }) => ({ orderId, status })));
    expect(received().map(({ timesSent }) => timesSent)).toEqual(before);
    expect(service.operations()).toEqual([]);
  });

  it('retry what failed, and that alone', async () => {
    const run = await startWithWaiting(3);
    const [, bad = ''] = run.next;
    service.platform.control.addFault({ kind: 'status', status: 500, operation: sending });
    expect((await pageOf(run)).map(({ status }) => status)).toEqual(Array(3).fill('failed'));
    expect(await change(run, 'stop')).toMatchObject({ sent: 0, failed: 3, next: [] });
    let now = await change(run, 'retry-failed');
    expect(now).toMatchObject({ sent: 0, failed: 0, next: run.next, isStopped: false });
    const untold = { status: null, reason: '', problem: null };
    expect((await ordersOf(run)).orders).toMatchObject([untold, untold, untold]);
    const number = (await ordersOf(run)).orders.find(({ orderId }) => orderId === bad)?.name ?? '';
    service.platform.control.addFault({
      kind: 'userErrors',
      // The database can't store NUL. It must not cost the whole batch its results.
      userErrors: [{ field: [number], message: 'The address\u0000\nis unknown' }],
      operation: sending,
    });
    await pageOf(now);
    expect(await ordersOf(run, '?show=failed')).toMatchObject({
      total: 1,
      orders: [{ orderId: bad, problem: 'refused', reason: 'The address is unknown' }],
    });
    now = await change(run, 'retry-failed');
    expect(now).toMatchObject({ sent: 2, failed: 0, next: [bad] });
    await pageOf(now);
    expect(await runNow(run)).toMatchObject({ sent: 3, failed: 0, next: [] });
    expect(received().map(({ timesSent }) => timesSent)).toEqual([1, 1, 1]);
  });

  it('send an order again for which ShipStation took no more requests, three times', async () => {
    const limited: FaultInput = { kind: 'throttled', operation: 'shipstation', times: 3 };
    service.platform.control.addFault(limited);
    const run = await startWithWaiting(1);
    for (const next of [run.next, run.next, []]) {
      expect(await pageOf(run)).toMatchObject([
        { status: 'failed', problem: 'rate-limited', retryAfterSeconds: 45 },
      ]);
      expect(await runNow(run)).toMatchObject({ failed: 1, next });
    }
    await pageOf(await change(run, 'retry-failed'));
    expect(await runNow(run)).toMatchObject({ sent: 1, failed: 0 });
  });

  it('send one batch at a time, whoever asks, and go on after one that died', async () => {
    const run = await startWithWaiting(2);
    const answers = await Promise.all([sendBatch(run), sendBatch(run)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(received().map(({ timesSent }) => timesSent)).toEqual([1, 1]);

    const other = await startWithWaiting(3);
    const context = service.contextOf(shop);
    await new Promise<void>((resolve) => {
      const shipStation: ShipStation = () => {
        resolve();
        return new Promise(() => {});
      };
      void syncBatch({ ...context, shipStation }, other.id, other.next);
    });
    expect(await sendBatch(other)).toMatchObject({
      status: 409,
      body: { message: orderSyncTexts.underWay },
    });
    await ageLeases(service.database, 66);
    expect(await pageOf(other)).toHaveLength(3);
  });

  it.each([
    ['the time that the caller waits', 10_000, 15],
    ['a minute where it does not say', undefined, 65],
  ])('keep the turn for %s, and some seconds to keep the results', async (_, left, seconds) => {
    const run = await startWithWaiting(1);
    const context = service.contextOf(shop);
    const turns: number[] = [];
    const deadline = left === undefined ? undefined : { ...deadlineIn(left), left: () => left };
    const shipStation: ShipStation = async (...call) => {
      const name = `order sync run ${run.id}`;
      turns.push(await leaseLeft(service.database, { shop, name }));
      return await context.shipStation(...call);
    };
    await syncBatch({ ...context, deadline, shipStation }, run.id, run.next);
    expect((turns[0] ?? 0) / 1000).toBeCloseTo(seconds, -1);
  });

  it.each([
    [40, false],
    [41, true],
  ])('of %i orders have what ShipStation has remembered: %s', async (count, isRemembered) => {
    const { next } = await startWithWaiting(1);
    const unknown = Array.from({ length: count - 1 }, (_, index) => String(index + 1));
    const run = await start({ orderIds: [...next, ...unknown] });
    const context = service.contextOf(shop);
    const paths: string[] = [];
    const shipStation: ShipStation = async (...call) => {
      paths.push(call[1].path);
      return await context.shipStation(...call);
    };
    await syncBatch({ ...context, shipStation }, run.id, next);
    expect(paths.some((path) => path.includes('sortBy=ModifyDate'))).toBe(isRemembered);
  });

  it('free the turn where the platform failed', async () => {
    const run = await startWithWaiting(1);
    service.platform.control.addFault({ kind: 'status', status: 503, operation: 'OrdersToShip' });
    expect((await sendBatch(run)).status).toBe(502);
    expect(await pageOf(run)).toMatchObject([{ status: 'success' }]);
  });

  it('stand still while they are stopped', async () => {
    const run = await startWithWaiting(1);
    expect(await change(run, 'stop')).toMatchObject({ isStopped: true, next: run.next });
    expect(await sendBatch(run)).toMatchObject({
      status: 409,
      body: { message: orderSyncTexts.stopped },
    });
    expect(received()).toEqual([]);
    await pageOf(await change(run, 'go-on'));
    expect(await runNow(run)).toMatchObject({ sent: 1, isStopped: false });
  });

  it('belong to one shop alone, and send no order that is not theirs', async () => {
    const run = await startWithWaiting(1);
    const at = `${path}/${run.id}`;
    const gone = { status: 404, body: { message: orderSyncTexts.notFound } };
    expect(await ask('GET', at, undefined, firstCrack)).toMatchObject(gone);
    expect(await ask('GET', `${at}/order`, undefined, firstCrack)).toMatchObject(gone);
    expect(await ask('POST', at, { change: 'stop' }, firstCrack)).toMatchObject(gone);
    const batch = { orderIds: run.next, run: run.id };
    expect(await ask('POST', '/order/sync', batch, firstCrack)).toMatchObject(gone);
    expect((await runNow(run)).isStopped).toBe(false);
    expect(await sendBatch(run, [...run.next, '999'])).toMatchObject({
      status: 400,
      body: { fieldErrors: { 'orderIds[1]': [orderSyncTexts.notInRun] } },
    });
    expect(received()).toEqual([]);
  });

  it('do nothing while the sync is switched off', async () => {
    const run = await startWithWaiting(1);
    await service.database.update(vendorTable).set({ isVendorSyncDisabled: true });
    const disabled = { status: 403, body: { message: orderSyncTexts.disabled } };
    expect(await ask('POST', path, { orderIds: ['1'] })).toMatchObject(disabled);
    expect(await ask('GET', `${path}/${run.id}`)).toMatchObject(disabled);
    expect(await ask('GET', `${path}/${run.id}/order`)).toMatchObject(disabled);
    expect(await ask('POST', `${path}/${run.id}`, { change: 'stop' })).toMatchObject(disabled);
    expect(await sendBatch(run)).toMatchObject(disabled);
  });

  it('are forgotten after a month', async () => {
    const run = await startWithWaiting(1);
    const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
    await forgetOldRuns(service.database, days(29));
    expect((await runNow(run)).total).toBe(1);
    await forgetOldRuns(service.database, days(31));
    expect((await ask('GET', `${path}/${run.id}`)).status).toBe(404);
    expect(await service.database.select().from(syncRunOrderTable)).toEqual([]);
  });
});
