import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, hourOfDay } from '#contract/calendar.ts';
import { formatMoney } from '#contract/format.ts';
import { roastPlanSchema } from '#contract/roast-plan.ts';
import {
  type ContractRequest,
  type SubscriptionContract,
  subscriptionContractSchema,
} from '#contract/subscription-contract.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { takeLease } from '../../store/lease.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  cycleBillingTable,
  orderExtraTable,
  rotationTable,
  rotationVersionTable,
  vendorTable,
} from '../../store/schema.ts';

import { sendCustomerNotices } from '../../telling/customer-notices.ts';
import { remindCustomers } from '../../telling/reminders.ts';
import { updateNotifications } from '../../telling/store.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { chargeLeaseName } from '../billing/charge-cycle.ts';
import { getFirstCharges } from '../billing-settings/first-charges.ts';
import { getRecurringCalendar } from '../orders/expected.ts';
import { listRecurringOrders } from '../orders/list.ts';
import { getRecurringSummary } from '../orders/summary.ts';
import { changeTexts } from './change.ts';
import { findKeptContract } from './contract.ts';
import { addOnce, onceTexts } from './once.ts';

const catalogSchema = z.object({
  products: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        variants: z.object({
          nodes: z.array(z.object({ id: z.string(), title: z.string(), price: z.string() })),
        }),
      }),
    ),
  }),
});
const tailOf = (gid: string) => gid.split('/').at(-1) ?? '';

describe('a product for the next order alone', () => {
  const service = serviceForSuite('PGlite');
  const billing = billingInTest(service);
  const { now } = billing;
  const path = () => `/subscription/contract/${id}`;
  let id: string;
  let product: { id: string; title: string; variant: string; price: number };

  async function shown(): Promise<SubscriptionContract> {
    return bodyOf(await service.call(shop, 'GET', path()), subscriptionContractSchema);
  }
  const send = async (body: ContractRequest, tag?: string) =>
    await service.call(shop, 'POST', path(), {
      body,
      headers: { 'If-Match': tag ?? (await shown()).tag },
    });
  const adding = (change: object = {}): ContractRequest => ({
    ...{ change: 'add once', id: randomUUID(), variant: product.variant },
    ...{ quantity: 2, price: product.price, isOwnPrice: true, ...change },
  });
  async function add(change: object = {}): Promise<SubscriptionContract> {
    return bodyOf(await send(adding(change)), subscriptionContractSchema);
  }
  const refusal = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    return [status, z.object({ message: z.string() }).parse(body).message];
  };
  const events = async () => (await shown()).history.map(({ event }) => event);

  beforeEach(async () => {
    await billing.reset();
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    const plan = billing.control().planEvery(shop, 1, 'WEEK');
    ({ id } = await billing.subscribe({ plan }));
    const { lines } = await shown();
    const query = `{ products(first: 9, query: "-tag:rotating") { nodes { id title variants(first: 1) { nodes { id title price } } } } }`;
    const { nodes } = catalogSchema.parse(await service.admin(shop, query)).products;
    const other = nodes.find(({ title }) => title !== lines[0]?.title);
    const [variant] = other?.variants.nodes ?? [];
    product = {
      ...{ id: tailOf(other?.id ?? ''), title: other?.title ?? '' },
      ...{ variant: tailOf(variant?.id ?? ''), price: Math.round(Number(variant?.price) * 100) },
    };
    await billing.control().act(shop, 'product', {
      ...{ productId: Number(product.id), status: 'ACTIVE', inventoryQuantity: 500 },
    });
  });

  it('is added, shown and told, and taken back, each once however often it is asked for', async () => {
    const body = adding();
    const { tag, changes } = await shown();
    expect(changes).toContain('add once');
    const answers = [await send(body, tag), await send(body, tag)];
    for (const answer of answers) {
      const { once } = bodyOf(answer, subscriptionContractSchema);
      expect(once).toMatchObject([{ title: product.title, quantity: 2, price: product.price }]);
    }
    // Shopify isn't told, so nothing else is prevented.
    expect(service.operations()).not.toContain('DraftCycle');
    const [extra] = (await shown()).once;
    const back: ContractRequest = { change: 'remove once', id: extra?.id ?? '' };
    for (const _ of [1, 2]) {
      expect(bodyOf(await send(back), subscriptionContractSchema).once).toEqual([]);
    }
    expect(bodyOf(await send(body, tag), subscriptionContractSchema).once).toEqual([]);
    expect((await events()).slice(0, 2)).toEqual(['removed once', 'added once']);
    expect((await shown()).history[0]?.by).toMatchObject({ who: 'merchant', isYou: true });
  });

  it('is a conflict for who hasn’t seen the one that a colleague added', async () => {
    const { tag } = await shown();
    await add();
    expect(await refusal(send(adding(), tag))).toEqual([409, changeTexts.changed]);
    expect(await refusal(send({ change: 'pause' }, tag))).toEqual([409, changeTexts.changed]);
    expect((await shown()).once).toHaveLength(1);
    expect((await add({ price: 0, isOwnPrice: false })).once).toHaveLength(2);
  });

  it('isn’t refused because time alone has passed since the subscription was read', async () => {
    const { tag } = await shown();
    await billing.control().clock.moveTo(new Date(now().getTime() + 5 * 86_400_000));
    const asked = { id: randomUUID(), variant: product.variant, quantity: 2, price: 0 };
    await addOnce(billing.contextWithoutJobs(), id, { ...asked, isOwnPrice: false }, tag);
    expect((await shown()).once).toHaveLength(1);
  });

  it('is refused in words where it can’t be', async () => {
    expect(await refusal(send(adding({ price: 1 })))).toEqual([
      409,
      expect.stringMatching(/^This product costs \$/),
    ]);
    expect(await refusal(send(adding({ variant: '1' })))).toEqual([409, onceTexts.notSold]);
    const archive = { productId: Number(product.id), status: 'ARCHIVED' };
    await billing.control().act(shop, 'product', archive);
    expect(await refusal(send(adding()))).toEqual([409, onceTexts.notSold]);
    await billing.control().act(shop, 'product', { ...archive, status: 'ACTIVE' });
    expect(await refusal(send({ change: 'remove once', id: randomUUID() }))).toEqual([
      409,
      changeTexts.changed,
    ]);
    for (const wrong of [{ quantity: 0 }, { quantity: 1001 }, { price: -1 }, { id: 'x' }]) {
      expect((await send(adding(wrong))).status).toBe(422);
    }
    await send({ change: 'pause' });
    expect((await shown()).changes).not.toContain('add once');
    expect(await refusal(send(adding()))).toEqual([409, changeTexts.notNow]);
    expect((await shown()).once).toEqual([]);
  });

  it('is refused where it has a rotation, of which nothing would go out', async () => {
    const { database } = service;
    const rotation = { shop, productId: product.id, products: ['1', '2'], version: 1 };
    await database.insert(rotationTable).values(rotation);
    await database.insert(rotationVersionTable).values({ ...rotation, savedAt: new Date(0) });
    expect(await refusal(send(adding()))).toEqual([409, onceTexts.rotates]);
    // A rotation may name the product itself.
    const products = ['1', product.id];
    await database.update(rotationTable).set({ products });
    expect((await add()).once).toHaveLength(1);
  });

  it('can’t be taken out while nobody knows whether its order was charged, however long ago', async () => {
    const { database } = service;
    const [extra] = (await add()).once;
    const body: ContractRequest = { change: 'remove once', id: extra?.id ?? '' };
    const of = { shop, contractId: id, cycleIndex: 1 };
    const begunAt = new Date(now().getTime() - 2 * 3_600_000);
    await database
      .insert(billingAttemptTable)
      .values({ ...of, number: 1, input: {}, state: 'begun', begunAt });
    const times = { expectedAt: begunAt, changedAt: begunAt, nextAt: begunAt };
    await database
      .insert(cycleBillingTable)
      .values({ ...of, ...times, state: 'open', reason: 'answer lost' });
    await database.update(orderExtraTable).set({ cycleIndex: 1, attempt: 1 });
    expect(await refusal(send(body))).toEqual([409, onceTexts.underWay]);
    expect((await shown()).once).toEqual([]);
    // Shopify refused it, so it surely wasn't.
    await database.update(cycleBillingTable).set({ reason: 'refused' });
    expect(bodyOf(await send(body), subscriptionContractSchema).once).toEqual([]);
    expect((await events())[0]).toBe('removed once');
  });

  it('needs a price where the store’s prices are in another currency', async () => {
    const own = billing.contextWithoutJobs();
    const context: typeof own = {
      ...own,
      graphql: async (operation, ...rest) => {
        const answer = await own.graphql(operation, ...rest);
        const { shop: told } = z.looseObject({ shop: z.unknown().optional() }).parse(answer);
        if (told instanceof Object) Reflect.set(told, 'currencyCode', 'EUR');
        return answer;
      },
    };
    const { tag } = await shown();
    const body = { id: randomUUID(), variant: product.variant, quantity: 1, price: product.price };
    await expect(addOnce(context, id, { ...body, isOwnPrice: true }, tag)).rejects.toThrow(
      onceTexts.otherCurrency('EUR', 'USD'),
    );
    await addOnce(context, id, { ...body, isOwnPrice: false }, tag);
    expect((await shown()).once).toHaveLength(1);
  });

  it('waits while an order is being charged, and can’t be taken out of that anymore', async () => {
    const { database } = service;
    const { once } = await add();
    const [extra] = once;
    const body: ContractRequest = { change: 'remove once', id: extra?.id ?? '' };
    const lease = await takeLease(database, { shop, name: chargeLeaseName(id) }, () => 60_000);
    expect(await refusal(send(adding()))).toEqual([409, changeTexts.busy]);
    expect(await refusal(send(body))).toEqual([409, changeTexts.busy]);
    await lease?.end();
    const begun = { number: 1, input: {}, state: 'pending', begunAt: now() } as const;
    await database
      .insert(billingAttemptTable)
      .values({ shop, contractId: id, cycleIndex: 1, ...begun });
    await database.update(orderExtraTable).set({ cycleIndex: 1, attempt: 1 });
    expect(await refusal(send(body))).toEqual([409, onceTexts.underWay]);
    expect(await refusal(send(adding()))).toEqual([409, changeTexts.busy]);
    expect((await shown()).once).toEqual([]);
    await database.delete(billingAttemptTable);
    const outcome = { outcome: 'sent', endedAt: now() } as const;
    await database.update(orderExtraTable).set(outcome);
    expect(await refusal(send(body))).toEqual([409, onceTexts.wentOut]);
  });

  it('counts in the money that is expected of the next order, with that also where it has failed, and of no other', async () => {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await billing.keepMirror();
    const context = billing.context();
    await updateNotifications(
      { ...context, actor: null },
      { settings: { customerChargeFailed: { all: true } } },
    );
    const amounts = async () =>
      (await listRecurringOrders(context, { first: 50 })).orders
        .toSorted((one, other) => one.cycle - other.cycle)
        .map(({ amount }) => amount);
    const expected = async () => (await getRecurringSummary(context)).expected.money[0]?.amount;
    const days = async () =>
      (await getRecurringCalendar(context)).days.flatMap(
        ({ expected: [one] }) => one?.amount ?? [],
      );
    const [usual = 0] = await amounts();
    const sum = (await expected()) ?? 0;
    await add({ quantity: 7 });
    const more = 7 * product.price;
    expect((await amounts()).slice(0, 2)).toEqual([usual + more, usual]);
    expect((await days()).slice(0, 2)).toEqual([usual + more, usual]);
    expect(await expected()).toBe(sum + more);
    const paymentMethodId = Number((await findKeptContract(context, id))?.contract.paymentMethodId);
    const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 };
    await billing.control().act(shop, 'payment-method', { paymentMethodId, fate });
    await billing.moveOn();
    const amount = usual + more;
    expect((await getFirstCharges(context)).now.money).toEqual([{ amount, currencyCode: 'USD' }]);
    for (const state of ['1 open: charging', '1 open: tries again']) {
      if (state === '1 open: tries again') await billing.moveOn();
      await billing.charge();
      expect(await billing.states()).toEqual([state]);
      expect((await amounts()).slice(0, 2)).toEqual([amount, usual]);
      // Neither is expected anymore.
      expect((await days())[0]).toBe(usual);
    }
    await billing.control().clock.moveBy({ hours: 2 });
    billing.control().forgetMails();
    await sendCustomerNotices(context, new AbortController().signal);
    const [mail] = billing.control().mails();
    expect(mail?.subject).toContain(formatMoney(amount, 'USD'));
  });

  it('is in the reminder of the next order and in the roast plan, each on that day alone', async () => {
    const { database } = service;
    await database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await billing.keepMirror();
    const before = await shown();
    await add({ quantity: 7 });
    const [first, second] = before.coming;
    const plan = bodyOf(await service.call(shop, 'GET', '/roast-plan'), roastPlanSchema);
    const bagsOn = (day: string | undefined) =>
      plan.days.find((one) => one.day === day)?.bags[product.variant] ?? 0;
    expect([bagsOn(first?.day), bagsOn(second?.day)]).toEqual([7, 0]);
    const { timeZone } = before;
    for (const [order, daysBeforeReminder, isHeld] of [
      [first, 3, true],
      [second, 8, false],
    ] as const) {
      await database.update(vendorTable).set({ daysBeforeReminder });
      const today = addDays(order?.day ?? '', -daysBeforeReminder);
      await billing.control().clock.moveTo(hourOfDay(timeZone, today, 12));
      await remindCustomers(billing.context(), today);
      billing.control().forgetMails();
      await sendCustomerNotices(billing.context(), new AbortController().signal);
      const [mail] = billing.control().mails();
      expect(mail?.text.includes(product.title)).toBe(isHeld);
      const amount = before.amount + (isHeld ? 7 * product.price : 0);
      expect(mail?.text).toContain(formatMoney(amount, 'USD'));
    }
  });
});
