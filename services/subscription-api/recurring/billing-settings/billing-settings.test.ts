import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { usualRules } from '#contract/billing-rules.ts';
import { billingSchema } from '#contract/recurring-orders.ts';
import { changedMeanwhile } from '#contract/settings-tag.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  orderImportTable,
  sessionTable,
  settingChangeTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { contractExample } from '../../testing/contract-example.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { keepContract } from '../mirror/rows.ts';

const path = '/recurring-orders/billing';
const rules = { ...usualRules, hour: 10, catchUpDays: 3 };
const day = 86_400_000;

describe.each(databases)('the settings of billing on %s', (kind) => {
  const service = serviceForSuite(kind);
  const get = async (of = shop) => bodyOf(await service.call(of, 'GET', path), billingSchema);
  const patch = (body: unknown, ifMatch?: string, of = shop) =>
    service.call(of, 'PATCH', path, {
      body,
      ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
    });
  const chargeJobs = () =>
    rowsOf(
      service.database,
      z.object({ at: z.coerce.date() }),
      sql`select start_after as at from jobs.job where name = 'charge-due' and data->>'shop' = ${shop}`,
    );

  beforeEach(async () => {
    await service.settled();
    const { database } = service;
    for (const table of [
      billingSettingsTable,
      contractMirrorTable,
      cycleBillingTable,
      settingChangeTable,
      subscriptionContractTable,
    ]) {
      await database.delete(table);
    }
    await database.execute(
      sql`delete from jobs.job where name in ('charge-due', 'sweep-contracts')`,
    );
    for (const of of [shop, firstCrack]) {
      await approveVendor(database, { shop: of, status: 'active', simpleSubscription: true });
      await service.call(of, 'GET', '/requested-scope');
    }
    await database.update(sessionTable).set({ scope: accessScopes.join(',') });
    await database.insert(contractMirrorTable).values({ shop, wholeAt: new Date() });
  });

  it('are the usual ones at first, of a shop that bills nothing', async () => {
    expect(await get()).toMatchObject({
      state: 'before',
      wentLiveAt: null,
      stopped: null,
      subscriptions: 'known',
      grantUrl: null,
      activeSubscriptions: 0,
      rules,
      timeZone: 'America/Los_Angeles',
    });
    expect(await service.database.$count(billingSettingsTable)).toBe(0);
  });

  it('say what is known of the subscriptions, and what the store must grant', async () => {
    const { database } = service;
    await keepContract(database, contractExample(shop), null);
    expect(await get()).toMatchObject({ subscriptions: 'known', activeSubscriptions: 1 });
    await database.update(contractMirrorTable).set({ refusal: 'shop frozen' });
    expect(await get()).toMatchObject({ subscriptions: 'refused', grantUrl: null });
    // That request has them read again.
    await service.settled();
    await database.update(contractMirrorTable).set({ refusal: 'not granted' });
    const { subscriptions, grantUrl } = await get();
    expect(subscriptions).toBe('refused');
    expect(grantUrl).toContain('write_own_subscription_contracts');
    await service.settled();
    // The token can read subscriptions, but not charge them.
    await database.update(contractMirrorTable).set({ refusal: null });
    await database
      .update(sessionTable)
      .set({ scope: 'read_own_subscription_contracts,read_customer_payment_methods' });
    expect(await get()).toMatchObject({ subscriptions: 'known', grantUrl });
  });

  it.each([
    ['reading', { wholeAt: null }],
    ['reading', { refusal: 'not authorized' }],
    ['refused', { refusal: 'forbidden' }],
  ])(
    'have subscriptions read that are %s with %j, since the merchant is here',
    async (state, mirror) => {
      await service.database.update(contractMirrorTable).set(mirror);
      expect((await get()).subscriptions).toBe(state);
      await service.settled();
      expect((await get()).subscriptions).toBe('known');
    },
  );

  it('have subscriptions read of a store whose first call this is, which has no token yet', async () => {
    const { database } = service;
    await database.delete(contractMirrorTable);
    await database.delete(sessionTable);
    service.forgetSessions(shop);
    await database
      .insert(orderImportTable)
      .values({ shop, timeZone: 'America/Los_Angeles' })
      .onConflictDoUpdate({
        target: orderImportTable.shop,
        set: { timeZone: 'America/Los_Angeles' },
      });
    expect((await get()).subscriptions).toBe('reading');
    await service.settled();
    expect((await get()).subscriptions).toBe('known');
  });

  it('say since when and why billing is stopped', async () => {
    const stoppedAt = new Date();
    const row = { shop, wentLiveAt: new Date(0), stoppedAt, stoppedBecause: 'TEST_MODE' };
    await service.database.insert(billingSettingsTable).values(row);
    const { state, wentLiveAt, stopped } = await get();
    expect([state, wentLiveAt]).toEqual(['stopped', new Date(0).toISOString()]);
    expect(stopped?.at).toBe(stoppedAt.toISOString());
    expect(stopped?.because?.whatToDo).toContain('start billing again');
    await service.database.update(billingSettingsTable).set({ stoppedBecause: null });
    expect((await get()).stopped?.because).toBeNull();
  });

  it('are changed whole, by who has seen them, and each change is in the history once', async () => {
    const { tag } = await get();
    const changed = { ...rules, hour: 6, stock: { retries: 2, afterDays: 2, end: 'pause' } };
    const saved = bodyOf(await patch(changed, tag), billingSchema);
    expect(saved.rules).toEqual(changed);
    expect(saved.tag).not.toBe(tag);
    expect(await get()).toEqual(saved);
    // Another tab hasn't seen the change. The same tab may send it again after a lost answer.
    expect(await patch({ ...rules, hour: 7 }, tag)).toMatchObject({
      status: 409,
      body: { message: changedMeanwhile },
    });
    expect((await patch(changed, tag)).status).toBe(200);
    expect((await get()).rules).toEqual(changed);
    expect(await get(firstCrack)).toMatchObject({ rules });
    const history = await service.database.select().from(settingChangeTable);
    expect(history.map(({ setting, to }) => `${setting} ${to}`)).toEqual([
      'billing.hour 6',
      'billing.stock.retries 2',
      'billing.stock.afterDays 2',
      'billing.stock.end "pause"',
    ]);
    expect(await chargeJobs()).toEqual([]);
  });

  it('let one of two tabs win that save at the same moment', async () => {
    const { tag } = await get();
    const answers = await Promise.all([6, 7, 8].map((hour) => patch({ ...rules, hour }, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await service.database.$count(settingChangeTable)).toBe(1);
  });

  it('have what waits looked at by the new rules, in a shop that bills', async () => {
    const { database } = service;
    const now = Date.now();
    const at = (days: number) => new Date(now + days * day);
    const row = {
      shop,
      contractId: '1',
      state: 'open',
      expectedAt: at(-2),
      changedAt: at(-1),
    } as const;
    const kept = async () =>
      (await database.select().from(cycleBillingTable).orderBy(cycleBillingTable.cycleIndex)).map(
        ({ nextAt }) => Math.round(((nextAt?.getTime() ?? 0) - now) / day),
      );
    await database.insert(cycleBillingTable).values([
      { ...row, cycleIndex: 1, reason: 'tries again', nextAt: at(5) },
      { ...row, cycleIndex: 2, reason: 'waits for method', nextAt: at(6) },
      { ...row, cycleIndex: 3, reason: 'answer lost', nextAt: at(7) },
      { ...row, cycleIndex: 4, reason: 'tries again', nextAt: at(5), shop: firstCrack },
    ]);
    await database.insert(billingSettingsTable).values({ shop, wentLiveAt: at(-9) });
    await database
      .update(billingSettingsTable)
      .set({ stoppedAt: at(-1) })
      .where(eq(billingSettingsTable.shop, shop));
    await patch({ ...rules, hour: 5 });
    expect(await kept()).toEqual([5, 6, 7, 5]);
    expect(await chargeJobs()).toEqual([]);
    await database.update(billingSettingsTable).set({ stoppedAt: null });
    await patch({ ...rules, hour: 6 });
    expect(await kept()).toEqual([0, 0, 7, 5]);
    expect(await chargeJobs()).toHaveLength(1);
  });

  it.each([
    [{}, 'hour'],
    [{ ...rules, hour: 24 }, 'hour'],
    [{ ...rules, hour: '6' }, 'hour'],
    [{ ...rules, catchUpDays: 1.5 }, 'catchUpDays'],
    [{ ...rules, payment: { ...rules.payment, retries: 11 } }, 'payment.retries'],
    [{ ...rules, stock: { ...rules.stock, end: 'erase' } }, 'stock.end'],
  ])('refuse %j', async (body, field) => {
    const answer = await patch(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toHaveProperty(['fieldErrors', field]);
    expect(await service.database.$count(billingSettingsTable)).toBe(0);
  });

  it('are of a shop that may use the app', async () => {
    await approveVendor(service.database, {
      shop,
      status: 'suspended',
      simpleSubscription: true,
    });
    expect((await service.call(shop, 'GET', path)).status).toBe(403);
    expect((await patch(rules)).status).toBe(403);
  });
});
