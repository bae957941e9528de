import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, hourOfDay } from '#contract/calendar.ts';
import { recurringOrderListSchema } from '#contract/recurring-orders.ts';
import {
  contractListSchema,
  type SubscriptionContract,
  subscriptionContractSchema,
} from '#contract/subscription-contract.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { takeLease } from '../../store/lease.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  customerNoticeTable,
  cycleBillingTable,
  productTable,
  rotationTable,
  rotationVersionTable,
  vendorTable,
} from '../../store/schema.ts';
import { sendCustomerNotices } from '../../telling/customer-notices.ts';
import { remindCustomers } from '../../telling/reminders.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { chargeLeaseName } from '../billing/charge-cycle.ts';
import { findKeptContract } from './contract.ts';
import { placeTexts } from './place.ts';

describe('a place in a rotation', () => {
  const service = serviceForSuite('PGlite');
  const billing = billingInTest(service);
  let id: string;
  let line: string;
  let ids: string[];

  async function shown(): Promise<SubscriptionContract> {
    const answer = await service.call(shop, 'GET', `/subscription/contract/${id}`);
    return bodyOf(answer, subscriptionContractSchema);
  }
  const set = async (coffee: string, of = line, tag?: string) =>
    await service.call(shop, 'POST', `/subscription/contract/${id}`, {
      body: { change: 'set place', line: of, coffee },
      headers: { 'if-match': tag ?? (await shown()).tag },
    });
  const held = async () => (await shown()).coming.slice(0, 3).map(({ holds }) => holds.join(', '));

  beforeEach(async () => {
    await billing.reset();
    await service.database.delete(productTable);
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    const plan = billing.control().planEvery(shop, 1, 'WEEK');
    ({ id } = await billing.subscribe({ plan }));
    const kept = await findKeptContract(billing.context(), id);
    const own = kept?.lines[0];
    line = own?.id ?? '';
    const products = await service.call(
      shop,
      'GET',
      `/products/shopify/${own?.productId}/rotation/candidates`,
    );
    const found = JSON.stringify(products.body).matchAll(/"original_id":"(\d+)"/g);
    ids = [...found].flatMap(([, one]) => one ?? []).slice(0, 3);
    const rotation = { shop, productId: own?.productId ?? '', products: ids, version: 1 };
    await service.database.insert(rotationTable).values(rotation);
    const savedAt = new Date(0);
    await service.database.insert(rotationVersionTable).values({ ...rotation, savedAt });
    for (const originalId of ids) {
      await service.database.insert(productTable).values({ shop, originalId });
    }
  });

  it('is shown with the titles that Shopify tells, and asks for them once', async () => {
    const { rotations, changes } = await shown();
    const [rotation] = rotations;
    expect(changes).toContain('set place');
    expect(rotation).toMatchObject({ line, price: 'customer', next: ids[1] });
    const titles = rotation?.coffees.map(({ title }) => title) ?? [];
    expect(titles.filter((title) => !title.startsWith('Product '))).toHaveLength(3);
    expect(await held()).toEqual([titles[1], titles[2], titles[0]]);
    service.operations();
    await shown();
    expect(service.operations()).not.toContain('CoffeeTitles');
  });

  it('is in the list of subscribers, of recurring orders and in the reminder, each for its own order', async () => {
    const { database } = service;
    await database.insert(billingSettingsTable).values({ shop, wentLiveAt: billing.now() });
    await database.update(vendorTable).set({ daysBeforeReminder: 8 });
    const { coming, timeZone } = await shown();
    const holds = coming.slice(0, 3).map((order) => order.holds.join());
    const list = await service.call(shop, 'GET', '/subscription/contract');
    expect(bodyOf(list, contractListSchema).contracts).toMatchObject([
      { nextDay: coming[0]?.day, nextHolds: [holds[0]], nextHasOwnPrice: false },
    ]);
    await database.update(rotationTable).set({ price: 'product' });
    const dear = await service.call(shop, 'GET', '/subscription/contract');
    expect(bodyOf(dear, contractListSchema).contracts).toMatchObject([{ nextHasOwnPrice: true }]);
    const ordersNow = async () =>
      await service.call(shop, 'GET', '/recurring-orders?reverse=true&first=3');
    const happened =
      'The next product of its rotation has its own price, so it may cost another amount.';
    expect(bodyOf(await ordersNow(), recurringOrderListSchema).orders[0]).toMatchObject({
      explanation: { happened },
    });
    await database.update(rotationTable).set({ price: 'customer' });
    const orders = await ordersNow();
    expect(JSON.stringify(orders.body)).not.toContain(happened);
    const items = bodyOf(orders, recurringOrderListSchema).orders.map((order) => order.items);
    expect(items).toEqual(holds.map((title) => [expect.stringContaining(` × ${title}`)]));
    // By going live the first one was reminded of already.
    await service.settled();
    await database.delete(customerNoticeTable);
    const second = coming[1]?.day ?? '';
    await billing.control().clock.moveTo(hourOfDay(timeZone, addDays(second, -8), 12));
    await remindCustomers(billing.context(), addDays(second, -8));
    billing.control().forgetMails();
    await sendCustomerNotices(billing.context(), new AbortController().signal);
    // The first order isn't charged yet, so it is reminded of, too.
    const texts = billing
      .control()
      .mails()
      .map(({ text }) => text);
    expect(texts).toHaveLength(2);
    for (const title of holds.slice(0, 2)) {
      expect(texts).toContainEqual(expect.stringContaining(title));
    }
  });

  it('moves for good, and is told once', async () => {
    const [first = ''] = ids;
    const before = (await shown()).rotations[0]?.coffees.map(({ title }) => title) ?? [];
    for (const answer of [await set(first), await set(first)]) {
      expect(bodyOf(answer, subscriptionContractSchema).rotations[0]?.next).toBe(first);
    }
    expect(await held()).toEqual([before[0], before[1], before[2]]);
    const moves = (await shown()).history.filter(({ event }) => event === 'place moved');
    expect(moves).toMatchObject([{ by: { isYou: true }, details: { to: before[0] } }]);
  });

  it('is shown with what an order that is under way holds already', async () => {
    const before = (await shown()).coming.slice(0, 3);
    const [{ cycle = 0, day = '' } = {}] = before;
    const of = { shop, contractId: id, cycleIndex: cycle };
    const expectedAt = hourOfDay((await shown()).timeZone, day, 12);
    const changedAt = billing.now();
    const { database } = service;
    await database.insert(cycleBillingTable).values({
      ...of,
      expectedAt,
      state: 'open',
      reason: 'pending',
      nextAt: changedAt,
      changedAt,
    });
    const chosen = [
      { line, product: '1', coffee: '9', variant: null, title: 'What was left', version: 1 },
    ];
    const attempt = { ...of, number: 1, input: {}, begunAt: changedAt, held: chosen };
    await database.insert(billingAttemptTable).values({ ...attempt, state: 'pending' });
    const [, second, third] = before.map(({ holds }) => holds.join());
    expect(await held()).toEqual(['What was left', second, third]);
    await database.update(billingAttemptTable).set({ state: 'failed' });
    expect((await held())[0]).toBe(before[0]?.holds.join());
  });

  it('isn’t overwritten by who saw another one', async () => {
    const [first = '', , third = ''] = ids;
    const { tag } = await shown();
    expect((await set(first, line, tag)).status).toBe(200);
    expect(await set(third, line, tag)).toMatchObject({
      status: 409,
      body: { message: placeTexts.changed },
    });
    expect((await shown()).rotations[0]?.next).toBe(first);
    // Their next order brings something else than who pauses it has seen.
    const paused = await service.call(shop, 'POST', `/subscription/contract/${id}`, {
      body: { change: 'pause' },
      headers: { 'if-match': tag },
    });
    expect(paused).toMatchObject({ status: 409, body: { message: placeTexts.changed } });
  });

  it('is left where the product or the line isn’t in the rotation, or an order is being charged', async () => {
    const [first = ''] = ids;
    for (const answer of [await set('1'), await set(first, '1')]) {
      expect(answer).toMatchObject({ status: 409, body: { message: placeTexts.notThere } });
    }
    const name = { shop, name: chargeLeaseName(id) };
    const lease = await takeLease(service.database, name, () => 60_000);
    expect(await set(first)).toMatchObject({ status: 409, body: { message: placeTexts.busy } });
    await lease?.end();
    // The answer of a charge was lost: it is asked for again, and holds what was next before.
    const begunAt = billing.now();
    await service.database.insert(billingAttemptTable).values({
      ...{ shop, contractId: id, cycleIndex: 1, number: 1, input: {}, state: 'begun', begunAt },
    });
    expect(await set(first)).toMatchObject({ status: 409, body: { message: placeTexts.busy } });
    await service.database.delete(billingAttemptTable);
    expect((await set('x')).status).toBe(422);
    expect((await shown()).rotations[0]?.next).toBe(ids[1]);
  });
});
