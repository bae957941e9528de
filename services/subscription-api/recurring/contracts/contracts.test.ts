import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayIn, startOfDay, weekOf } from '#contract/calendar.ts';
import { formatDay } from '#contract/format.ts';
import {
  type ContractList,
  type ContractListQuery,
  contractHistorySchema,
  contractListSchema,
  subscriptionContractSchema,
} from '#contract/subscription-contract.ts';
import { approveVendor } from '../../shop/vendor.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  subscriptionContractTable as contracts,
  customerNoticeTable,
  cycleBillingTable,
  subscriptionContractLineTable as lines,
  paymentMethodTable,
  storeCustomerTable,
  timelineEntryTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { eraseContractCustomer } from '../mirror/customer-data.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { listRecurringOrders } from '../orders/list.ts';
import { getSubscriptionContract } from './contract.ts';
import { listSubscriptionContracts } from './list.ts';

const day = 86_400_000;

describe.each(databases)('subscriptions on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context, charge, subscribe } = billing;

  const idsOf = (list: ContractList) => list.contracts.map(({ id }) => id);
  const list = async (query: ContractListQuery = {}) =>
    idsOf(await listSubscriptionContracts(context(), query));
  const change = (id: string, values: Partial<typeof contracts.$inferInsert>) =>
    service.database.update(contracts).set(values).where(eq(contracts.id, id));

  async function goLive(): Promise<void> {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
  }

  beforeEach(async () => {
    await billing.reset();
    for (const each of [shop, firstCrack]) {
      const open = { shop: each, status: 'active', simpleSubscription: true } as const;
      await approveVendor(service.database, open);
    }
    await billing.keepMirror();
  });

  it('are listed with what they sell, what an order costs, and when the next one is', async () => {
    const { id } = await subscribe({ quantity: 2 });
    const answer = await service.call(shop, 'GET', '/subscription/contract');
    expect(answer.status).toBe(200);
    const { contracts: listed } = contractListSchema.parse(answer.body);
    expect(listed).toEqual([
      expect.objectContaining({
        id,
        status: 'ACTIVE',
        items: [expect.stringMatching(/^2 × House Blend, /)],
        currencyCode: 'USD',
        paymentTrouble: null,
        customer: expect.objectContaining({ displayName: expect.any(String) }),
        nextDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      }),
    ]);
    const { amount, lines: sold, deliveryPrice } = await getSubscriptionContract(context(), id);
    expect(listed[0]?.amount).toBe(amount);
    expect(amount).toBe((sold[0]?.price ?? 0) * 2 + deliveryPrice);
  });

  it('come by their next order, those without one last, or by their age, in pages that lead on and back', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await subscribe()).id);
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
    const at = (days: number) => new Date((Math.floor(now().getTime() / day) + days) * day);
    await change(first, { nextDueAt: at(9), createdAt: at(-3) });
    await change(second, { nextDueAt: null, createdAt: at(-2) });
    await change(third, { nextDueAt: at(2), createdAt: at(-9) });
    await change(fourth, { nextDueAt: at(2), createdAt: at(-1) });
    await change(fifth, { nextDueAt: at(5), createdAt: at(-5) });
    const byNext = [...[third, fourth].sort(), fifth, first, second];
    const byAge = [third, fifth, first, second, fourth];
    const asked = [
      [{}, byNext],
      [{ sortKey: 'NEXT_ORDER', reverse: true }, byNext.toReversed()],
      [{ sortKey: 'CREATED_AT' }, byAge],
      [{ sortKey: 'CREATED_AT', reverse: true }, byAge.toReversed()],
    ] as const;
    for (const [query, wanted] of asked) {
      const seen: string[][] = [];
      let after: string | undefined;
      let before: string | undefined;
      do {
        const page = await listSubscriptionContracts(context(), { ...query, first: 2, after });
        seen.push(idsOf(page));
        before = page.pageInfo.startCursor ?? undefined;
        after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
      } while (after !== undefined);
      expect(seen.flat()).toEqual(wanted);
      const back = await listSubscriptionContracts(context(), { ...query, first: 2, before });
      expect(idsOf(back)).toEqual(seen[1]);
    }
  });

  it('are found by whom they are of and what they sell, however many have it', async () => {
    const [ada, other] = [await subscribe(), await subscribe()];
    await change(ada.id, { customerId: '77' });
    await service.database
      .insert(storeCustomerTable)
      .values({ shop, id: '77', displayName: 'Ada 100%', email: 'ada@example.com' })
      .onConflictDoNothing();
    await service.database
      .update(lines)
      .set({ title: 'Café Größe', variantTitle: 'Ganze Bohne' })
      .where(eq(lines.contractId, other.id));
    for (const most of [undefined, 0]) {
      const found = async (query: string) =>
        idsOf(await listSubscriptionContracts(context(), { query }, most)).sort();
      for (const typed of ['ada', '100%', 'ADA@']) expect(await found(typed)).toEqual([ada.id]);
      for (const typed of ['größe', 'ganze BOHNE']) expect(await found(typed)).toEqual([other.id]);
      expect(await found('1_0')).toEqual([]);
      expect(await found('e')).toEqual([ada.id, other.id].sort());
    }
  });

  it('are narrowed to a status, a plan, and when the next order is due', async () => {
    const [soon, later, paused] = [await subscribe(), await subscribe(), await subscribe()];
    await change(soon.id, { nextDueAt: now() });
    await change(later.id, { nextDueAt: new Date(now().getTime() + 20 * day) });
    await change(paused.id, { nextDueAt: null, status: 'PAUSED' });
    await service.database
      .update(lines)
      .set({ planName: 'Each fortnight' })
      .where(eq(lines.contractId, later.id));
    expect(await list({ status: 'PAUSED' })).toEqual([paused.id]);
    expect(await list({ status: 'EXPIRED' })).toEqual([]);
    expect(await list({ plan: 'Each fortnight' })).toEqual([later.id]);
    expect(await list({ plan: 'Each' })).toEqual([]);
    expect(await list({ next: 'today' })).toEqual([soon.id]);
    expect(await list({ next: '7 days' })).toEqual([soon.id]);
    expect(await list({ next: '30 days' })).toEqual([soon.id, later.id]);
    const { plans } = await listSubscriptionContracts(context(), { status: 'EXPIRED' });
    expect(plans).toHaveLength(2);
    expect(plans).toContain('Each fortnight');
    await change(soon.id, { goneAt: now() });
    expect(await list()).not.toContain(soon.id);
  });

  it('are narrowed to a product, of which the first hundred can be chosen, and the one that is', async () => {
    const [blend, other] = [await subscribe(), await subscribe()];
    const sell = (id: string, productId: string | null, title: string) =>
      service.database.update(lines).set({ productId, title }).where(eq(lines.contractId, id));
    await sell(blend.id, '500', 'House Blend');
    await sell(other.id, null, 'A product that is gone');
    const asked = async (query: ContractListQuery) => {
      const { products, hasMoreProducts } = await listSubscriptionContracts(context(), query);
      return { products, hasMoreProducts };
    };
    const house = { id: '500', title: 'House Blend' };
    for (const most of [undefined, 0]) {
      const found = async (product: string) =>
        idsOf(await listSubscriptionContracts(context(), { product }, most));
      expect(await found('500')).toEqual([blend.id]);
      expect(await found('501')).toEqual([]);
    }
    expect(await asked({ product: '501' })).toEqual({ products: [house], hasMoreProducts: false });
    const [line] = await service.database
      .select()
      .from(lines)
      .where(eq(lines.contractId, other.id));
    if (line === undefined) throw new Error('It sells nothing.');
    const many = (from: number, to: number) =>
      service.database.insert(lines).values(
        Array.from({ length: to - from }, (_, at) => ({
          ...{ ...line, id: `more ${from + at}`, productId: `${from + at}` },
          title: `Coffee ${from + at}`,
        })),
      );
    await many(100, 199);
    const full = await asked({});
    expect(full.hasMoreProducts).toBe(false);
    expect(full.products).toHaveLength(100);
    expect(full.products.at(-1)).toEqual(house);
    await many(199, 200);
    const more = await asked({});
    expect(more.hasMoreProducts).toBe(true);
    expect(more.products).toHaveLength(100);
    expect(more.products).not.toContainEqual(house);
    expect((await asked({ product: '500' })).products).toContainEqual(house);
  });

  it('that can’t be charged as they are say so, and are found by it', async () => {
    const good = await subscribe();
    const without = await subscribe();
    const revoked = await subscribe();
    const expired = await subscribe();
    const over = await subscribe();
    const erased = await subscribe();
    const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 9 } as const;
    const failing = await subscribe({ method: { fate } });
    await goLive();
    await billing.moveOn();
    await charge();
    // The platform has settled all of them by then.
    await billing.moveOn(1 / 24);
    await charge();
    const methodOf = async (id: string) =>
      (await service.database.select().from(contracts).where(eq(contracts.id, id)))[0]
        ?.paymentMethodId ?? '';
    const pay = async (id: string, values: Partial<typeof paymentMethodTable.$inferInsert>) =>
      await service.database
        .update(paymentMethodTable)
        .set(values)
        .where(eq(paymentMethodTable.id, await methodOf(id)));
    await pay(revoked.id, { revokedAt: now() });
    const [year = 0, thisMonth = 1] = dayIn(billing.schedule.timeZone, now())
      .split('-')
      .map(Number);
    const month = thisMonth - 1;
    const lastMonth = {
      expiryMonth: month === 0 ? 12 : month,
      expiryYear: month === 0 ? year - 1 : year,
    };
    await pay(expired.id, lastMonth);
    await pay(good.id, { expiryMonth: month + 1, expiryYear: year });
    await change(without.id, { paymentMethodId: null });
    await change(over.id, { paymentMethodId: null, status: 'CANCELLED' });
    await change(erased.id, { customerId: '78' });
    await eraseContractCustomer(service.database, shop, '78');

    const { contracts: all } = await listSubscriptionContracts(context(), {});
    const troubles = Object.fromEntries(
      all.flatMap(({ id, paymentTrouble }) =>
        paymentTrouble === null ? [] : [[id, paymentTrouble]],
      ),
    );
    expect(troubles).toEqual({
      [without.id]: 'no method',
      [revoked.id]: 'revoked',
      [expired.id]: 'expired',
      [failing.id]: 'failed',
    });
    expect((await list({ payment: 'trouble' })).sort()).toEqual(Object.keys(troubles).sort());
    for (const [id, paymentTrouble] of Object.entries(troubles)) {
      expect(await getSubscriptionContract(context(), id)).toMatchObject({ paymentTrouble });
    }
  });

  it('say what comes next and until when it can be changed', async () => {
    const { id } = await subscribe();
    const before = await getSubscriptionContract(context(), id);
    expect(before).toMatchObject({
      isBilling: false,
      isGone: false,
      changes: [
        ...['pause', 'set lines', 'set address', 'set plan', 'add once', 'ask for method'],
        'cancel',
      ],
    });
    const [next, ...others] = before.coming;
    expect(next).toMatchObject({
      cycle: 1,
      outcome: 'upcoming',
      changes: ['skip', 'move', 'move following'],
    });
    expect(others.length).toBeGreaterThan(0);
    // At ten by the store's clocks, on its day.
    expect(next?.chargedFrom).toMatch(/T1[78]:00:00/);
    await goLive();
    expect((await getSubscriptionContract(context(), id)).coming).toEqual([
      { ...next, changes: ['skip', 'move', 'move following', 'bill'] },
      ...others,
    ]);
    await control().clock.moveTo(new Date(next?.chargedFrom ?? ''));
    const [due] = (await getSubscriptionContract(context(), id)).coming;
    expect(due).toMatchObject({ cycle: 1, changes: [] });
    await change(id, { isUsageBased: true });
    expect((await getSubscriptionContract(context(), id)).coming).toEqual([]);
  });

  it('say until when an order can be changed before its roast day, as the plan said when it was bought', async () => {
    const anchors = [{ type: 'WEEKDAY' as const, day: 2 }];
    const every = { interval: 'WEEK', intervalCount: 1, anchors };
    const plan = (name: string, terms: object) => ({
      ...{ name, options: [name], category: 'SUBSCRIPTION', pricingPolicies: [] },
      billingPolicy: { recurring: every },
      deliveryPolicy: { recurring: { ...every, ...terms } },
    });
    const [three = 0, none = 0] = await billing.makePlans([
      plan('On Tuesdays', { cutoff: 3 }),
      plan('On each Tuesday', {}),
    ]);
    const boughtAs = async (planId: number, cutoffDay?: number) => {
      const roast = anchors.map((anchor) => ({ ...anchor, ...(cutoffDay && { cutoffDay }) }));
      const terms = control().planEvery(shop, 1, 'WEEK', { anchors: roast });
      return (await subscribe({ plan: { ...terms, id: planId } })).id;
    };
    const id = await boughtAs(three);
    const coming = async (of = id) => (await getSubscriptionContract(context(), of)).coming;
    const [next] = await coming();
    const last = addDays(next?.day ?? '', -3);
    expect(weekOf(next?.day ?? '')).toBe(addDays(next?.day ?? '', -1));
    expect(next).toMatchObject({ cutoff: { day: last, isOver: false } });
    expect((await coming(await boughtAs(none)))[0]).toMatchObject({ cutoff: null });

    // A cut-off day of the contract's own goes before that of the plan.
    const friday = await boughtAs(none, 5);
    expect((await coming(friday))[0]?.cutoff?.day).toBe(addDays(next?.day ?? '', -4));

    const { orders } = await listRecurringOrders(context(), { day: next?.day });
    expect(orders.find(({ contract }) => contract === id)?.explanation).toEqual({
      happened: `Roasted on ${formatDay(next?.day ?? '', 'weekday')}; changes until ${formatDay(last, 'weekday')}, 11:59 PM Pacific Time.`,
      whatToDo: null,
    });

    // One that was read before roast days were kept isn't wrong, and has them from now on.
    await change(id, { anchors: null, cutoff: null });
    expect((await coming())[0]).toMatchObject({ cutoff: null });
    expect(await refreshContract(context(), id)).toMatchObject({ wasRight: true });
    expect((await coming())[0]).toMatchObject({ cutoff: { day: last } });
    // What is kept is what the customer bought.
    await change(id, { cutoff: 1 });
    expect(await refreshContract(context(), id)).toMatchObject({ wasRight: true });
    expect((await coming())[0]?.cutoff?.day).toBe(addDays(next?.day ?? '', -1));
    // Anchors that differ are healed.
    await change(id, {
      cutoff: 3,
      anchors: [{ ...anchors[0], type: 'WEEKDAY', day: 3, month: null, cutoffDay: null }],
    });
    expect(await refreshContract(context(), id)).toMatchObject({ wasRight: false });
    expect((await coming())[0]).toMatchObject({ cutoff: { day: last } });

    await goLive();
    const end = startOfDay(billing.schedule.timeZone, addDays(last, 1));
    await control().clock.moveTo(new Date(Math.max(end.getTime() - 1000, now().getTime() + 1000)));
    expect((await coming())[0]).toMatchObject({ cutoff: { day: last, isOver: false } });
    await control().clock.moveTo(end);
    const [late] = await coming();
    expect(late).toMatchObject({ cutoff: { day: last, isOver: true }, day: next?.day });
    expect(late?.changes).toContain('skip');
  });

  it('say what comes next however many orders wait for a decision, and only as many as their plan has', async () => {
    const { id } = await subscribe();
    await goLive();
    const upcoming = async () =>
      (await getSubscriptionContract(context(), id)).coming
        .filter(({ outcome }) => outcome === 'upcoming')
        .map(({ cycle }) => cycle);
    const all = await upcoming();
    expect(all.length).toBeGreaterThan(3);
    const earlier = Array.from({ length: 14 }, (_, index) => ({
      shop,
      contractId: id,
      cycleIndex: 100 + index,
      state: 'listed' as const,
      reason: 'due while paused',
      expectedAt: new Date(now().getTime() - (index + 1) * day),
      changedAt: now(),
    }));
    await service.database.insert(cycleBillingTable).values(earlier);
    expect(await upcoming()).toEqual(all);
    await service.database.delete(cycleBillingTable);
    // The checkout's order was the first.
    await change(id, { maxCycles: 3, originOrderId: '7' });
    expect(await upcoming()).toEqual(all.slice(0, 2));
  });

  it('are found beside very many customers who have none', async () => {
    const { id } = await subscribe();
    await change(id, { customerId: '903' });
    const customers = ['901', '902', '903'].map((each) => ({ id: each, displayName: 'Zoe Zimt' }));
    await service.database
      .insert(storeCustomerTable)
      .values(customers.map((each) => ({ ...each, shop, email: null })));
    const { contracts: found } = await listSubscriptionContracts(context(), { query: 'zimt' }, 1);
    expect(found.map((each) => each.id)).toEqual([id]);
    await service.database
      .delete(storeCustomerTable)
      .where(eq(storeCustomerTable.displayName, 'Zoe Zimt'));
  });

  it('tell what has happened, the latest first', async () => {
    const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 } as const;
    const { id } = await subscribe({ method: { fate } });
    await goLive();
    const paid = eq(cycleBillingTable.state, 'paid');
    while ((await service.database.$count(cycleBillingTable, paid)) === 0) {
      await billing.moveOn();
      await charge();
    }
    await service.database
      .update(cycleBillingTable)
      .set({ decision: 'retry', decidedAt: now(), decidedBy: '1' })
      .where(paid);
    const { history, coming } = await getSubscriptionContract(context(), id);
    expect(coming.map(({ cycle }) => cycle)).not.toContain(1);
    const told = history.map(({ event }) => event);
    expect(told.toSorted()).toEqual(['began', 'charged', 'decided', 'failed']);
    expect(told.at(-1)).toBe('began');
    const decidedBy = async (actor: string) =>
      (await getSubscriptionContract({ ...context(), actor }, id)).history.find(
        ({ event }) => event === 'decided',
      )?.by;
    expect(await decidedBy('1')).toEqual({ who: 'merchant', name: null, isYou: true });
    expect(await decidedBy('2')).toMatchObject({ isYou: false });
    expect(history.map(({ at }) => at)).toEqual(
      history
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    expect(history).toContainEqual(
      expect.objectContaining({
        event: 'charged',
        order: { id: expect.any(String), name: expect.stringMatching(/^#\d+$/) },
        amount: expect.any(Number),
        day: expect.any(String),
      }),
    );
    expect(history).toContainEqual(
      expect.objectContaining({
        event: 'failed',
        explanation: expect.objectContaining({ happened: expect.stringMatching(/\.$/) }),
      }),
    );
    await service.database
      .update(cycleBillingTable)
      .set({ state: 'listed', reason: 'missed', decision: null, decidedAt: null });
    const listed = await getSubscriptionContract(context(), id);
    expect(listed.history[0]).toMatchObject({
      event: 'not charged',
      explanation: expect.anything(),
    });
    expect(listed.coming[0]).toMatchObject({ cycle: 1, outcome: 'to decide', changes: [] });
  });

  it('have a history page by page, with nothing lost or doubled among several at the same time, nor when others come in between', async () => {
    const { id } = await subscribe();
    const at = now();
    const earlier = new Date(at.getTime() - 1);
    const of = { shop, contractId: id };
    const paused = { ...of, kind: 'paused', who: 'cadence', details: {} } as const;
    const reminder = {
      ...of,
      notice: 'reminder',
      ...{ cycleIndex: 1, sendAt: at, happenedAt: at },
      state: 'sent',
    } as const;
    const attempt = { ...of, number: 1, input: {}, state: 'paid', begunAt: at } as const;
    const many = Array.from({ length: 60 }, (_, index) => index);
    await service.database
      .insert(timelineEntryTable)
      .values(many.flatMap(() => [at, earlier].map((time) => ({ ...paused, at: time }))));
    await service.database
      .insert(billingAttemptTable)
      .values(many.slice(0, 10).map((index) => ({ ...attempt, cycleIndex: 100 + index })));
    await service.database.insert(customerNoticeTable).values(
      // One that was given up before its time was kept.
      many.map((index) => ({ ...reminder, about: String(index), at: index === 0 ? null : at })),
    );
    const page = async (after?: string) => {
      const search = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
      const path = `/subscription/contract/${id}/history${search}`;
      const { status, body } = await service.call(shop, 'GET', path);
      expect(status).toBe(200);
      return contractHistorySchema.parse(body);
    };
    const first = await page();
    expect(await getSubscriptionContract(context(), id)).toMatchObject(first);
    await service.database
      .insert(timelineEntryTable)
      .values({ ...paused, at: new Date(at.getTime() + 1) });
    const pages = [first];
    for (let next = first.earlier; next !== null; ) {
      const found = await page(next);
      pages.push(found);
      next = found.earlier;
    }
    expect(pages.map(({ history }) => history.length)).toEqual([50, 50, 50, 41]);
    const shown = pages.flatMap(({ history }) => history);
    expect(new Set(shown.map((entry) => entry.id)).size).toBe(191);
    const count = (event: string) => shown.filter((entry) => entry.event === event).length;
    const counts = ['charged', 'told', 'paused', 'began'].map(count);
    expect(counts).toEqual([10, 60, 120, 1]);
    expect(shown.map((entry) => entry.at)).toEqual(
      shown
        .map((entry) => entry.at)
        .sort()
        .reverse(),
    );
    const unknown = await service.call(shop, 'GET', '/subscription/contract/999/history');
    expect(unknown.status).toBe(404);
    const broken = `/subscription/contract/${id}/history?after=x`;
    expect((await service.call(shop, 'GET', broken)).status).toBe(400);
  });

  it('have the same next day in the list and on their page, whatever becomes of their orders', async () => {
    const { id } = await subscribe();
    await goLive();
    const days = async () => {
      const [listed] = (await listSubscriptionContracts(context(), {})).contracts;
      const { coming } = await getSubscriptionContract(context(), id);
      const next = coming.find(({ outcome }) => outcome === 'upcoming')?.day ?? null;
      return [listed?.nextDay, next];
    };
    const [first, second] = (await getSubscriptionContract(context(), id)).coming;
    expect(await days()).toEqual([first?.day, first?.day]);
    await service.database.insert(cycleBillingTable).values({
      ...{ shop, contractId: id, cycleIndex: 1, state: 'listed', reason: 'missed' },
      ...{ expectedAt: new Date(first?.chargedFrom ?? ''), changedAt: now() },
    });
    expect(await days()).toEqual([second?.day, second?.day]);
    await change(id, { isUsageBased: true });
    expect(await days()).toEqual([null, null]);
    await change(id, { isUsageBased: null });
    const [listed] = (await listSubscriptionContracts(context(), {})).contracts;
    expect(listed?.isUsageBased).toBeNull();
  });

  it('that are gone stay readable, without anything to change', async () => {
    const { id } = await subscribe();
    control().changeContract(shop, Number(id), null);
    await refreshContract(context(), id);
    expect(await getSubscriptionContract(context(), id)).toMatchObject({
      isGone: true,
      changes: [],
      coming: [],
      paymentTrouble: null,
    });
  });

  it('stay with their shop', async () => {
    const { id } = await subscribe();
    const path = `/subscription/contract/${id}`;
    const own = await service.call(shop, 'GET', path);
    expect(subscriptionContractSchema.parse(own.body).id).toBe(id);
    const answer = await service.call(firstCrack, 'GET', '/subscription/contract');
    expect(contractListSchema.parse(answer.body)).toMatchObject({ contracts: [], plans: [] });
    const notFound = { status: 404, body: { message: 'There’s no such subscription' } };
    expect(await service.call(firstCrack, 'GET', path)).toMatchObject(notFound);
    const body = { change: 'cancel' };
    const headers = { 'If-Match': subscriptionContractSchema.parse(own.body).tag };
    const asked = await service.call(firstCrack, 'POST', path, { body, headers });
    expect(asked).toMatchObject(notFound);
    const after = await service.call(shop, 'GET', path);
    expect(after.body).toMatchObject({ status: 'ACTIVE' });
  });

  it('are for vendors that the app is open for', async () => {
    const { id } = await subscribe();
    const suspended = { shop, status: 'suspended', simpleSubscription: true } as const;
    await approveVendor(service.database, suspended);
    for (const [method, path, body] of [
      ['GET', '/subscription/contract', undefined],
      ['GET', `/subscription/contract/${id}`, undefined],
      ['POST', `/subscription/contract/${id}`, { change: 'cancel' }],
    ] as const) {
      expect(await service.call(shop, method, path, { body })).toMatchObject({ status: 403 });
    }
  });

  it.each([
    'sortKey=NAME',
    'status=GONE',
    'payment=x',
    'next=x',
    'plan=%00',
    'product=x',
    'first=0',
    'after=%00',
  ])('refuse %s', async (query) => {
    const { status } = await service.call(shop, 'GET', `/subscription/contract?${query}`);
    expect(status).toBe(400);
  });
});
