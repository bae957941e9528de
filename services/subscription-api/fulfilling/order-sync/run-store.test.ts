import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { syncedOrderSchema } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { syncRunOrderTable, syncRunTable } from '../../store/schema.ts';
import { databaseForSuite } from '../../testing/database-for-suite.ts';
import {
  changeRun,
  findInRun,
  findRun,
  forgetOldRuns,
  keepResults,
  keepRun,
  listOrdersOfRun,
} from './run-store.ts';

const shop = 'one.myshopify.com';
const gone = { kind: 'not found', envelope: { message: orderSyncTexts.notFound } };
const idsTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));
const sent = { status: 'success', reason: '', problem: null } as const;
const refused = { status: 'failed', reason: 'No such street', problem: 'refused' } as const;
const limited = { status: 'failed', reason: 'Too many', problem: 'rate-limited' } as const;

describe('kept runs of the order sync', () => {
  const suite = databaseForSuite('PostgreSQL');
  beforeEach(async () => {
    await suite.database.delete(syncRunTable);
    await suite.database.delete(syncRunOrderTable);
  });
  const scope = (of = shop) => ({ database: suite.database, shop: of });
  const keep = (orderIds: string[], of = shop) =>
    keepRun(scope(of), { orderIds, duplicates: 2, invalidCount: 3, invalidIds: ['tea'] });
  const resultOf = (orderId: string, result: typeof sent | typeof refused | typeof limited) => ({
    orderId,
    name: `#${orderId}`,
    ...result,
  });
  const listed = async (id: string, show: 'all' | 'failed' = 'all', page = 1, size = 50) => {
    const { orders, total } = await listOrdersOfRun(scope(), id, { show, page, size });
    return { orders: z.array(syncedOrderSchema).parse(orders), total };
  };
  const idsOf = (orders: { orderId: string }[]) => orders.map(({ orderId }) => orderId);

  it('are found as they were chosen, by their own shop', async () => {
    const id = await keep(['30', '10', '20']);
    expect(await findRun(scope(), id)).toEqual({
      id,
      total: 3,
      sent: 0,
      already: 0,
      failed: 0,
      retriable: 0,
      next: ['30', '10', '20'],
      isStopped: false,
      duplicates: 2,
      invalid: { count: 3, first: ['tea'] },
    });
    await expect(findRun(scope('two.myshopify.com'), id)).rejects.toMatchObject(gone);
    expect((await findRun(scope(), await keep(idsTo(25)))).next).toEqual(idsTo(20));
  });

  it('count what became of their orders, and keep each result', async () => {
    const [id, other] = [await keep(idsTo(5)), await keep(idsTo(6))];
    const results = [
      resultOf('1', sent),
      resultOf('2', refused),
      resultOf('3', limited),
      resultOf('5', sent),
    ];
    await keepResults(scope(), id, results);
    expect(await findRun(scope(), id)).toMatchObject({
      total: 5,
      sent: 2,
      failed: 2,
      next: ['3', '4'],
    });
    const untold = { orderId: '4', name: null, status: null, reason: '', problem: null };
    const [first, second, third, fifth] = results;
    expect(await listed(id)).toEqual({
      orders: [first, second, third, untold, fifth],
      total: 5,
    });
    expect(await listed(id, 'failed')).toEqual({ orders: [second, third], total: 2 });
    const rows = await findInRun(scope(), id, ['3', '2', '4', '9']);
    expect(rows.map(({ orderId, isWaiting }) => [orderId, isWaiting]).sort()).toEqual([
      ['2', false],
      ['3', true],
      ['4', true],
    ]);
    expect(await findRun(scope(), other)).toMatchObject({ sent: 0, failed: 0 });
  });

  it('are shown page by page', async () => {
    const id = await keep(idsTo(7));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(id, 'all', page, 3)));
    expect(pages.map(({ orders }) => idsOf(orders))).toEqual([
      ['1', '2', '3'],
      ['4', '5', '6'],
      ['7'],
      [],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
  });

  it('wait three times for ShipStation to take more requests', async () => {
    const id = await keep(['1', '2']);
    for (const next of [['1', '2'], ['1', '2'], ['2']]) {
      await keepResults(scope(), id, [resultOf('1', limited)]);
      expect((await findRun(scope(), id)).next).toEqual(next);
    }
    await changeRun(scope(), id, 'retry-failed');
    await keepResults(scope(), id, [resultOf('1', limited)]);
    expect((await findRun(scope(), id)).next).toEqual(['1', '2']);
  });

  it.each([
    ['stop', { isStopped: true, failed: 1, sent: 1, next: [] }],
    ['go-on', { isStopped: false, failed: 1, sent: 1, next: [] }],
    ['retry-failed', { isStopped: false, failed: 0, sent: 1, next: ['2'] }],
  ] as const)('are changed by %s', async (change, expected) => {
    const [id, other] = [await keep(['1', '2']), await keep(['2'])];
    await keepResults(scope(), id, [resultOf('1', sent), resultOf('2', refused)]);
    await keepResults(scope(), other, [resultOf('2', refused)]);
    await changeRun(scope(), other, 'stop');
    if (change !== 'stop') await changeRun(scope(), id, 'stop');
    await changeRun(scope(), id, change);
    await changeRun(scope('two.myshopify.com'), id, 'retry-failed');
    expect(await findRun(scope(), id)).toMatchObject(expected);
    const { orders } = await listed(id);
    expect(orders[0]).toEqual(resultOf('1', sent));
    expect(orders[1]).toMatchObject(
      change === 'retry-failed' ? { status: null, reason: '', problem: null } : refused,
    );
    expect(await findRun(scope(), other)).toMatchObject({ isStopped: true, failed: 1 });
  });

  it('count what needed no sending apart, and retry what may succeed', async () => {
    const id = await keep(idsTo(5));
    const failed = (problem: 'no-address' | 'voided' | 'unavailable') =>
      ({ status: 'failed', reason: 'Because', problem }) as const;
    const results = [
      resultOf('1', sent),
      { ...resultOf('2', sent), reason: 'Shipped', problem: 'shipped' as const },
      { ...resultOf('3', refused), ...failed('no-address') },
      { ...resultOf('4', refused), ...failed('voided') },
      { ...resultOf('5', refused), ...failed('unavailable') },
    ];
    await keepResults(scope(), id, results);
    const counts = { total: 5, sent: 1, already: 1, failed: 3, retriable: 2, next: [] };
    expect(await findRun(scope(), id)).toMatchObject(counts);
    await changeRun(scope(), id, 'go-on');
    expect((await findRun(scope(), id)).next).toEqual(['5']);
    await changeRun(scope(), id, 'retry-failed');
    expect(await findRun(scope(), id)).toMatchObject({ failed: 1, next: ['3', '5'] });
  });

  it('are forgotten after 30 days, with their orders', async () => {
    await keep(['1', '2']);
    const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
    await forgetOldRuns(suite.database, days(29.9));
    expect(await suite.database.select().from(syncRunOrderTable)).toHaveLength(2);
    await forgetOldRuns(suite.database, days(30.1));
    expect(await suite.database.select().from(syncRunTable)).toEqual([]);
    expect(await suite.database.select().from(syncRunOrderTable)).toEqual([]);
  });

  it('are kept for the newest hundred of a shop', async () => {
    const theirs = await keep(['1'], 'two.myshopify.com');
    const [first, second] = [await keep(['1']), await keep(['200'])];
    for (let more = 2; more < 101; more += 1) await keep([String(more)]);
    await expect(findRun(scope(), first)).rejects.toMatchObject(gone);
    expect((await findRun(scope(), second)).total).toBe(1);
    expect((await findRun(scope('two.myshopify.com'), theirs)).total).toBe(1);
    expect(await suite.database.select().from(syncRunOrderTable)).toHaveLength(101);
  });
});
