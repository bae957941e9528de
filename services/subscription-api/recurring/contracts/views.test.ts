import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SavedView, savedViewSchema, viewLimits, viewTexts } from '#contract/saved-view.ts';
import type { ContractListQuery } from '#contract/subscription-contract.ts';
import { approveVendor } from '../../shop/vendor.ts';
import {
  billingAttemptTable,
  subscriptionContractTable as contracts,
  savedViewTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { changeSubscriptionContract } from './change.ts';
import { getSubscriptionContract } from './contract.ts';
import { listSubscriptionContracts } from './list.ts';

describe.each(databases)('saved views on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);

  beforeEach(async () => {
    await billing.reset();
    await service.database.delete(savedViewTable);
    for (const each of [shop, firstCrack]) {
      await approveVendor(service.database, {
        shop: each,
        status: 'active',
        simpleSubscription: true,
      });
    }
    await billing.keepMirror();
  });

  const path = '/subscription/saved-view';
  const create = (name: string, search = 'status=PAUSED', of = shop) =>
    service.call(of, 'POST', path, { body: { name, search } });
  const created = async (name: string) => savedViewSchema.parse((await create(name)).body);
  const change = ({ id, name, search }: SavedView, to: Partial<SavedView>, of = shop) =>
    service.call(of, 'PATCH', `${path}/${id}`, {
      body: { name, search, ...to, seenName: name, seenSearch: search },
    });
  const known = async (of = shop) =>
    (await listSubscriptionContracts(service.contextOf(of), {})).views.map(
      ({ name, search }) => `${name}: ${search}`,
    );

  it('are listed by name, as the list’s address asks, and only in their shop', async () => {
    expect((await create(' Paused ')).status).toBe(201);
    await create('All', 'reverse=true&after=x&sortKey=CREATED_AT&evil=1&plan=');
    await create('Paused', 'next=today', firstCrack);
    expect(await known()).toEqual([
      'All: sortKey=CREATED_AT&reverse=true',
      'Paused: status=PAUSED',
    ]);
    expect(await known(firstCrack)).toEqual(['Paused: next=today']);
  });

  it('are kept once, have one name each, and are so many', async () => {
    const first = await create('Paused');
    expect((await create('Paused')).body).toEqual(first.body);
    const taken = await create('Paused', 'next=today');
    expect(taken).toMatchObject({ status: 422, body: { message: viewTexts.taken } });
    for (let number = 1; number < viewLimits.views; number += 1) await create(`View ${number}`);
    expect((await create('One more')).body).toMatchObject({ message: viewTexts.tooMany });
    expect(await known()).toHaveLength(viewLimits.views);
  });

  it('lose nothing of two who change them at once', async () => {
    const [view, other] = [await created('Paused'), await created('Other')];
    const answers = await Promise.all([
      change(view, { name: 'Mine' }),
      change(view, { name: 'Yours' }),
      create('Third'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201, 409]);
    expect(await known()).toHaveLength(3);
    // Asked again after a lost answer.
    const { body } = await change(other, { search: 'next=today' });
    expect((await change(other, { search: 'next=today' })).body).toEqual(body);
    const renamed = await change({ ...other, search: 'next=today' }, { name: 'Third' });
    expect(renamed).toMatchObject({ status: 422, body: { message: viewTexts.taken } });
  });

  it('are gone once deleted, and nobody else’s', async () => {
    const view = await created('Paused');
    const remove = (of: string) => service.call(of, 'DELETE', `${path}/${view.id}`);
    expect((await remove(firstCrack)).status).toBe(404);
    expect((await change(view, { name: 'Stolen' }, firstCrack)).status).toBe(404);
    expect((await remove(shop)).status).toBe(204);
    expect(await remove(shop)).toMatchObject({ status: 404, body: { message: viewTexts.unknown } });
    expect((await change({ ...view, id: randomUUID() }, {})).status).toBe(404);
    expect(await known()).toEqual([]);
  });

  it('find subscriptions by their customer, and by an order that began them or was made by them', async () => {
    const [one, other] = [await billing.subscribe(), await billing.subscribe()];
    const { database } = service;
    const attempt = { shop, contractId: other.id, cycleIndex: 1, number: 1, input: {} };
    await database.insert(billingAttemptTable).values({
      ...{ ...attempt, state: 'paid', orderId: '987654', begunAt: billing.now() },
    });
    const [kept] = await database.select().from(contracts).where(eq(contracts.id, one.id));
    const find = async (query: ContractListQuery, of = shop) =>
      (await listSubscriptionContracts(service.contextOf(of), query)).contracts.map(({ id }) => id);
    expect(await find({ order: '987654' })).toEqual([other.id]);
    const began = kept?.originOrderId ?? '';
    expect(began).toMatch(/^\d+$/);
    expect(await find({ order: began })).toContain(one.id);
    expect(await find({ customer: kept?.customerId ?? '' })).toContain(one.id);
    expect(await find({ customer: '1', order: began })).toEqual([]);
    expect(await find({ order: began }, firstCrack)).toEqual([]);
    expect(await find({ customer: kept?.customerId ?? '' }, firstCrack)).toEqual([]);
  });

  it('find subscriptions by an order that another app charged, of which Shopify is asked', async () => {
    const [one] = [await billing.subscribe(), await billing.subscribe()];
    await billing.control().act(shop, 'foreign-charge', { contractId: one.contractId });
    const answer = await service.admin(
      shop,
      '{ orders(first: 1, sortKey: CREATED_AT, reverse: true) { nodes { id } } }',
    );
    const order = /Order\/(\d+)/.exec(JSON.stringify(answer))?.[1] ?? '';
    const find = async (of = shop) =>
      (await listSubscriptionContracts(service.contextOf(of), { order })).contracts;
    expect(await find()).toMatchObject([{ id: one.id }]);
    expect(await find(firstCrack)).toEqual([]);
    billing.control().addFault({ kind: 'status', status: 500, operation: 'OrderContracts' });
    expect(await find()).toEqual([]);
  });

  it('find subscriptions by why they were canceled', async () => {
    const [one, other] = [await billing.subscribe(), await billing.subscribe()];
    const context = billing.context();
    for (const [{ id }, reason] of [
      [one, 'price'],
      [other, 'taste'],
    ] as const) {
      const { tag } = await getSubscriptionContract(context, id);
      await changeSubscriptionContract(context, id, { change: 'cancel', reason }, tag);
    }
    const found = await listSubscriptionContracts(context, { canceled: 'price' });
    expect(found.contracts.map(({ id }) => id)).toEqual([one.id]);
    const none = await service.call(firstCrack, 'GET', '/subscription/contract?canceled=price');
    expect(none.body).toMatchObject({ contracts: [] });
  });
});
