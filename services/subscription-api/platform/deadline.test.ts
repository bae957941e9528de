import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { remainingTimeHeader } from '#contract/endpoints.ts';
import type { FaultInput } from '#services/local-platform/testing.ts';
import { idempotencyKeyTable, sessionTable } from '../store/schema.ts';
import { groupForm, groupPath } from '../testing/group-form.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { type Answer, firstCrack, roastAndRitual } from '../testing/service-in-test.ts';
import { operation } from './admin-graphql.ts';

const shopName = operation<object>()(
  'query ShopName { shop { name } }',
  z.object({ shop: z.object({ name: z.string() }) }),
);
const accessDenied = { message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } };

describe("the caller's deadline", () => {
  const service = serviceForSuite('PGlite');
  beforeEach(async () => {
    service.platform.control.reset();
    await service.database.delete(idempotencyKeyTable);
    expect(await list(15_000)).toMatchObject({ status: 200 });
    service.operations();
  });

  const waiting = (milliseconds: number) => ({ [remainingTimeHeader]: String(milliseconds) });
  const list = (milliseconds: number) =>
    service.call(firstCrack, 'GET', groupPath, { headers: waiting(milliseconds) });
  const create = (milliseconds: number, headers: Record<string, string> = {}) =>
    service.call(firstCrack, 'POST', groupPath, {
      body: groupForm(),
      headers: { ...waiting(milliseconds), ...headers },
    });
  /** The status of an answer that came well before the platform's, allowing for a busy machine. */
  const inTime = async (milliseconds: number, call: Promise<{ status: number }>) => {
    const startedAt = performance.now();
    const { status } = await call;
    expect(performance.now() - startedAt).toBeLessThan(milliseconds + 1_500);
    return status;
  };

  const slow: FaultInput = { kind: 'delay', delayMilliseconds: 4_000 };
  it.each<[string, FaultInput, number]>([
    ['takes too long', slow, 502],
    ['throttles for too long', { kind: 'throttled', times: 50 }, 429],
  ])('ends a call of a platform that %s', async (_, fault, status) => {
    service.platform.control.addFault(fault);
    expect(await inTime(1_000, list(1_000))).toBe(status);
    service.platform.control.clearFaults();
    service.platform.control.addFault(fault);
    expect(await inTime(1_000, create(1_000))).toBe(status);
  });

  it('ends the wait for an access token', async () => {
    await service.database.delete(sessionTable);
    service.platform.control.addFault({ ...slow, operation: 'access_token' });
    expect(await inTime(1_000, list(1_000))).toBe(502);
  });

  it('ends the wait for an earlier request with the same key', async () => {
    service.platform.control.addFault({ ...slow, operation: 'sellingPlanGroupCreate' });
    const headers = { 'Idempotency-Key': 'under-way' };
    const first = create(15_000, headers);
    await expect
      .poll(async () => await service.database.select().from(idempotencyKeyTable))
      .toHaveLength(1);
    expect(await inTime(1_000, create(1_000, headers))).toBe(503);
    const answered = await first;
    expect(answered.status).toBe(201);
    expect((await create(15_000, headers)).body).toEqual(answered.body);
  });

  it('leaves a mutation the smaller part, so that what came of it can be asked', async () => {
    service.platform.control.addFault({ ...slow, operation: 'sellingPlanGroupCreate' });
    const startedAt = performance.now();
    expect((await create(3_900)).status).toBe(502);
    expect(performance.now() - startedAt).toBeLessThan(3_400);
  });

  describe('before a platform that has the points of one call, four times a second', () => {
    beforeEach(async () => {
      expect((await service.call(roastAndRitual, 'GET', groupPath)).status).toBe(200);
    });

    /** Sizes the bucket for one call's requested cost, and refills it with an actual cost four times a second. */
    async function allow(requested: number, actual: number): Promise<void> {
      const size = { maximumAvailable: requested, restoreRate: 4 * actual };
      await service.platform.control.act(firstCrack, 'points', size);
      await service.contextOf(firstCrack).graphql(shopName, {});
      service.operations();
    }

    it('lets calls come in their order, while no other shop waits', async () => {
      await allow(1, 1);
      const done: Array<number | string> = [];
      const calls = Array.from({ length: 8 }, async (_, position) => {
        await service.contextOf(firstCrack).graphql(shopName, {});
        done.push(position);
      });
      const others = Array.from({ length: 8 }, async () => {
        await service.contextOf(roastAndRitual).graphql(shopName, {});
        done.push('other');
      });
      await Promise.all([...calls, ...others]);
      const own = done.filter((position) => position !== 'other');
      expect(own).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(done.lastIndexOf('other')).toBeLessThan(done.indexOf(4));
      expect(service.platform.control.requests(firstCrack).length).toBeLessThan(12);
    });

    it('has few wait who only read, tells the others at once when to come again, and writes', async () => {
      await list(15_000);
      const listed = service.platform.control.requests(firstCrack).at(-1);
      // A list costs the two points of an empty connection, and more once there is a group.
      await allow(listed?.cost ?? 0, 5);
      const ended: Answer[] = [];
      const reads = Array.from({ length: 12 }, async () => void ended.push(await list(9_000)));
      const write = create(20_000);
      await Promise.all(reads);
      const served = ended.filter(({ status }) => status === 200);
      const refused = ended.filter(({ status }) => status === 429);
      expect(served.length).toBeGreaterThanOrEqual(6);
      expect(refused.length).toBeGreaterThanOrEqual(4);
      expect(served.length + refused.length).toBe(12);
      for (const { headers } of refused)
        expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(ended.slice(-4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await write).status).toBe(201);
    });
  });
});

describe('a mutation', () => {
  const service = serviceForSuite('PGlite');
  beforeEach(async () => {
    service.platform.control.reset();
    // Gets a new token, because the platform would refuse one from before the reset.
    expect((await service.call(firstCrack, 'GET', groupPath)).status).toBe(200);
  });

  const creates = () => service.operations().filter((name) => name === 'CreateSellingPlanGroup');
  const create = () => service.call(firstCrack, 'POST', groupPath, { body: groupForm() });

  it('that was carried out is not sent again on ACCESS_DENIED', async () => {
    const error = { ...accessDenied, path: ['sellingPlanGroupCreate', 'sellingPlanGroup', 'name'] };
    service.platform.control.addFault({
      kind: 'garbage',
      body: JSON.stringify({ data: { sellingPlanGroupCreate: null }, errors: [error] }),
      operation: 'sellingPlanGroupCreate',
      afterExecution: true,
    });
    expect((await create()).status).toBe(201);
    expect(creates()).toHaveLength(1);
  });

  it('that was refused is sent again with a new token', async () => {
    service.platform.control.addFault({
      kind: 'errors',
      errors: [accessDenied],
      operation: 'sellingPlanGroupCreate',
    });
    expect((await create()).status).toBe(201);
    expect(creates()).toHaveLength(2);
  });

  it('that may have been carried out is never sent again by itself', async () => {
    service.platform.control.addFault({
      kind: 'status',
      status: 503,
      operation: 'sellingPlanGroupCreate',
      afterExecution: true,
    });
    expect((await create()).status).toBe(201);
    expect(creates()).toHaveLength(1);
  });
});
