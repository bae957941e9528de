import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type BillingChange,
  billingSchema,
  firstChargesSchema,
} from '#contract/recurring-orders.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { runVendorCommand } from '../../merchant/operator/vendor-commands.ts';
import { approveVendor } from '../../shop/vendor.ts';
import type { Database } from '../../store/database.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingAttemptTable,
  billingCycleTable,
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  sessionTable,
  settingChangeTable,
  storeCustomerTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { contractExample } from '../../testing/contract-example.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { sendWebhook } from '../../testing/webhook-in-test.ts';
import { keepContract } from '../mirror/rows.ts';
import { billingTexts, changeBilling } from './change-billing.ts';

const path = '/recurring-orders/billing';
const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day);

describe.each(databases)('billing on %s', (kind) => {
  const service = serviceForSuite(kind);
  const get = async (of = shop) => bodyOf(await service.call(of, 'GET', path), billingSchema);
  const first = async (of = shop) =>
    bodyOf(await service.call(of, 'GET', `${path}/first`), firstChargesSchema);
  const change = (wanted: BillingChange, tag?: string, of = shop) =>
    service.call(of, 'POST', `${path}/state`, {
      body: { change: wanted },
      ...(tag !== undefined && { headers: { 'If-Match': tag } }),
    });
  const jobs = async () => {
    const waiting = sql`select 1 from jobs.job where name = 'charge-due' and state = 'created' and data->>'shop' = ${shop}`;
    return (await rowsOf(service.database, z.unknown(), waiting)).length;
  };
  const history = async () =>
    (await service.database.select().from(settingChangeTable)).map(({ setting, to }) => [
      setting,
      JSON.parse(to),
    ]);
  const refusal = (message: string) => ({ status: 409, body: { message } });
  /** Stores a subscription whose next order is expected in so many days. */
  async function keep(id: string, days: number, of = shop): Promise<void> {
    const { contract, lines, cycles, method } = contractExample(of);
    const owner = { contractId: id };
    await keepContract(
      service.database,
      {
        contract: { ...contract, id },
        lines: lines.map((line) => ({ ...line, ...owner })),
        cycles: cycles.map((cycle) => ({
          ...{ ...cycle, ...owner, expectedAt: at(days) },
          ...{ amount: 1740, currencyCode: 'USD' },
        })),
        method,
      },
      null,
    );
  }

  beforeEach(async () => {
    await service.settled();
    const { database } = service;
    for (const table of [
      billingCycleTable,
      billingSettingsTable,
      contractMirrorTable,
      cycleBillingTable,
      settingChangeTable,
      storeCustomerTable,
      subscriptionContractLineTable,
      subscriptionContractTable,
    ]) {
      await database.delete(table);
    }
    await database.execute(sql`delete from jobs.job where name = 'charge-due'`);
    for (const of of [shop, firstCrack]) {
      await approveVendor(database, { shop: of, status: 'active', simpleSubscription: true });
      await service.call(of, 'GET', '/requested-scope');
      await database
        .insert(contractMirrorTable)
        .values({ shop: of, wholeAt: new Date(), updatedThrough: new Date() });
    }
    await database.update(sessionTable).set({ scope: accessScopes.join(',') });
  });

  it('goes live once, by a merchant who has seen what is charged first', async () => {
    await keep('1', 1);
    await keep('2', 5);
    await keep('3', -5);
    await keep('4', 9);
    await keep('5', 1, firstCrack);
    await service.database
      .insert(storeCustomerTable)
      .values({ shop, id: '1', displayName: 'Ada Lovelace' });
    const seen = await first();
    expect(seen).toMatchObject({
      now: { orders: 0, money: [] },
      soon: { orders: 2, money: [{ amount: 3480, currencyCode: 'USD' }] },
      toDecide: 1,
    });
    expect(seen.first.map(({ contract }) => contract)).toEqual(['1', '2']);
    expect(seen.first[0]).toEqual({
      contract: '1',
      cycle: 1,
      day: expect.any(String),
      customer: { displayName: 'Ada Lovelace' },
      amount: 1740,
      currencyCode: 'USD',
    });
    expect(await change('go live')).toMatchObject(refusal(billingTexts.listChanged));
    const answers = await Promise.all([1, 2].map(() => change('go live', seen.tag)));
    const [one, two] = answers.map((answer) => bodyOf(answer, billingSchema));
    expect(one?.state).toBe('live');
    expect(two?.wentLiveAt).toBe(one?.wentLiveAt);
    expect((await change('go live', seen.tag)).status).toBe(200);
    expect(await history()).toEqual([['billing.state', 'on']]);
    expect(await jobs()).toBe(1);
    expect((await get(firstCrack)).state).toBe('before');
  });

  it('counts of what is ahead only what will be charged', async () => {
    const { database } = service;
    for (const id of ['1', '2', '3', '4', '5']) await keep(id, 5);
    const of = (id: string) => eq(subscriptionContractTable.id, id);
    const set = (id: string, change: Partial<typeof subscriptionContractTable.$inferInsert>) =>
      database.update(subscriptionContractTable).set(change).where(of(id));
    expect((await first()).soon.orders).toBe(5);
    await set('2', { isUsageBased: null });
    await set('3', { paymentMethodId: 'declined' });
    await set('4', { maxCycles: 1, originOrderId: '1' });
    const name = { shop, cycleIndex: 1 };
    await database.insert(billingAttemptTable).values({
      ...{ ...name, contractId: '9', number: 1, input: {}, state: 'failed' },
      ...{ method: 'declined 1', failureClass: 'method', begunAt: at(-90), settledAt: at(-90) },
    });
    await database.insert(cycleBillingTable).values({
      ...{ ...name, contractId: '5', state: 'paid', reason: 'paid' },
      ...{ expectedAt: at(5), changedAt: at(0) },
    });
    const { soon, first: rows } = await first();
    expect(soon).toEqual({ orders: 1, money: [{ amount: 1740, currencyCode: 'USD' }] });
    expect(rows.map(({ contract }) => contract)).toEqual(['1']);
    await database.delete(billingAttemptTable);
  });

  // The same in PGlite, and it takes seconds.
  if (kind === 'PostgreSQL') {
    it('counts more due orders than a function takes arguments', async () => {
      await keep('1', -5);
      await service.database.execute(sql`
      insert into billing_cycle (shop, contract_id, cycle_index, expected_at, is_billed, is_skipped, is_edited, amount, currency_code)
      select shop, contract_id, nth, expected_at, false, false, false, amount, currency_code
      from billing_cycle, generate_series(2, 130000) nth`);
      expect((await first()).toDecide).toBe(130_000);
    });
  }

  it('does not go live where what today and tomorrow bring has changed, and does where a later order came', async () => {
    await keep('1', 1);
    const { tag } = await first();
    await keep('2', 6);
    expect((await first()).tag).toBe(tag);
    const price = (to: number) =>
      service.database
        .update(billingCycleTable)
        .set({ amount: to })
        .where(eq(billingCycleTable.contractId, '1'));
    await price(9900);
    expect(await change('go live', tag)).toMatchObject(refusal(billingTexts.listChanged));
    await price(1740);
    await service.call(shop, 'PATCH', path, { body: { ...(await get()).rules, hour: 5 } });
    expect(await change('go live', tag)).toMatchObject(refusal(billingTexts.listChanged));
    expect((await get()).state).toBe('before');
    expect((await change('go live', (await first()).tag)).status).toBe(200);
  });

  it.each([
    [billingTexts.reading, { wholeAt: null }],
    [billingTexts.refused, { refusal: 'shop frozen' }],
    [billingTexts.lacksScopes, { refusal: 'not granted' }],
  ])('does not go live: %s', async (text, mirror) => {
    await service.database.update(contractMirrorTable).set(mirror);
    expect(await change('go live', (await first()).tag)).toMatchObject(refusal(text));
    expect((await get()).state).toBe('before');
  });

  it('locks nothing while what is charged first is read, and refuses what was set since then', async () => {
    const { tag } = await first();
    const context = service.contextOf(shop);
    const setBefore: Database['transaction'] = async (work) => {
      await service.database.insert(billingSettingsTable).values({ shop, hour: 7 });
      return await context.database.transaction(work);
    };
    const database: Database = Object.create(context.database, {
      transaction: { value: setBefore },
    });
    await expect(changeBilling({ ...context, database }, 'go live', tag)).rejects.toThrow(
      billingTexts.listChanged,
    );
    expect((await get()).state).toBe('before');
  });

  it('stops at once, and starts again by a merchant who has seen what is caught up', async () => {
    const { database } = service;
    expect(await change('start', (await first()).tag)).toMatchObject(
      refusal(billingTexts.isBefore),
    );
    expect(bodyOf(await change('stop'), billingSchema).state).toBe('before');
    await database.update(billingSettingsTable).set({ wentLiveAt: at(-30) });
    const { stopped } = bodyOf(await change('stop'), billingSchema);
    expect(stopped?.because).toBeNull();
    expect(bodyOf(await change('stop'), billingSchema).stopped).toEqual(stopped);
    expect(await change('go live', (await first()).tag)).toMatchObject(
      refusal(billingTexts.isStopped),
    );
    expect(await jobs()).toBe(0);

    await keep('1', -1);
    await keep('2', -6);
    const seen = await first();
    expect(seen).toMatchObject({ now: { orders: 1 }, soon: { orders: 0 }, toDecide: 1 });
    await keep('3', -1.1);
    expect(await change('start', seen.tag)).toMatchObject(refusal(billingTexts.listChanged));
    const again = await first();
    expect(again.now).toEqual({ orders: 2, money: [{ amount: 3480, currencyCode: 'USD' }] });
    await database.insert(cycleBillingTable).values({
      shop,
      contractId: '9',
      cycleIndex: 1,
      state: 'open',
      reason: 'waits for buyer',
      expectedAt: at(-2),
      changedAt: at(-2),
      nextAt: at(9),
    });
    const answers = await Promise.all([1, 2].map(() => change('start', again.tag)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await get()).toMatchObject({ state: 'live', stopped: null });
    expect(await history()).toEqual([
      ['billing.state', 'stopped'],
      ['billing.state', 'on'],
    ]);
    expect(await jobs()).toBe(1);
    const [waiting] = await database
      .select()
      .from(cycleBillingTable)
      .where(eq(cycleBillingTable.contractId, '9'));
    expect(waiting?.nextAt?.getTime()).toBeLessThan(Date.now() + day);
    const [row] = await database.select().from(billingSettingsTable);
    expect(row?.startedAgainAt).toBeInstanceOf(Date);
  });

  it('stops also while the platform answers nobody', async () => {
    await change('go live', (await first()).tag);
    service.platform.control.addFault({ kind: 'status', status: 502, times: 20 });
    const answer = await change('stop');
    service.platform.control.clearFaults();
    expect(await bodyOf(answer, billingSchema)).toMatchObject({ state: 'stopped' });
  });

  it('is stopped by an uninstall, unless the merchant has started it since', async () => {
    const { database } = service;
    await database.insert(billingSettingsTable).values([
      { shop, wentLiveAt: at(-30), startedAgainAt: at(-1) },
      { shop: firstCrack, wentLiveAt: at(-30) },
    ]);
    const uninstalled = async (triggeredAt: Date) => {
      expect(await sendWebhook(service, 'app/uninstalled', {}, { shop, triggeredAt })).toBe(200);
      await service.settled();
    };
    await uninstalled(at(-2));
    expect((await get()).state).toBe('live');
    await uninstalled(new Date());
    await service.call(shop, 'GET', '/requested-scope');
    const { state, stopped } = await get();
    expect(state).toBe('stopped');
    expect(stopped?.because?.happened).toBe('Cadence was uninstalled.');
    expect((await get(firstCrack)).state).toBe('live');
  });

  it('is stopped where the vendor is suspended, until the merchant starts it again', async () => {
    const { database } = service;
    await database.insert(billingSettingsTable).values([
      { shop, wentLiveAt: at(-30) },
      { shop: firstCrack, wentLiveAt: null },
    ]);
    for (const one of [shop, firstCrack]) {
      await runVendorCommand(service.contextOf(one), { action: 'suspend', shop: one }, at(0));
      await runVendorCommand(service.contextOf(one), { action: 'approve', shop: one }, at(0));
    }
    const { state, stopped } = await get();
    expect(state).toBe('stopped');
    expect(stopped?.because?.happened).toBe('Your account was suspended.');
    expect((await get(firstCrack)).state).toBe('before');
    expect((await change('start', (await first()).tag)).status).toBe(200);
  });

  it.each([{}, { change: 'begin' }, { change: 'Stop' }])('refuses %j', async (body) => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: at(-30) });
    expect((await service.call(shop, 'POST', `${path}/state`, { body })).status).toBe(422);
    expect((await get()).state).toBe('live');
  });

  it('is of a shop that may use the app', async () => {
    await approveVendor(service.database, { shop, status: 'suspended', simpleSubscription: true });
    expect((await service.call(shop, 'GET', `${path}/first`)).status).toBe(403);
    expect((await change('stop')).status).toBe(403);
  });
});
