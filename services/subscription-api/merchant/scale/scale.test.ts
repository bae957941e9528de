import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, dayIn, hourOfDay, isoIn, startOfDay } from '#contract/calendar.ts';
import { createdScaleSchema, scaleListSchema, scaleTexts } from '#contract/scale.ts';
import { chargeDue } from '../../recurring/billing/charge-due.ts';
import { decideCycle } from '../../recurring/billing/decide-cycle.ts';
import { keepRefusal } from '../../recurring/billing/refused-shop.ts';
import { changeSubscriptionContract, changeTexts } from '../../recurring/contracts/change.ts';
import { findKeptContract, getSubscriptionContract } from '../../recurring/contracts/contract.ts';
import { findNextOrders } from '../../recurring/contracts/next-order.ts';
import { orderAsMerchant } from '../../recurring/contracts/order-by-use.ts';
import { refusalTexts } from '../../recurring/contracts/refusal-words.ts';
import { lastUseOf } from '../../recurring/contracts/usage.ts';
import { refreshContract } from '../../recurring/mirror/refresh.ts';
import { getRecurringCalendar } from '../../recurring/orders/expected.ts';
import { getRoastPlan } from '../../recurring/roast-plan/plan.ts';
import { ServiceError } from '../../service-error.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  customerNoticeTable as notices,
  orderExtraTable,
  rotationTable,
  scaleTable,
  sellingPlanGroupSettingsTable,
  sessionTable,
  storeCustomerTable,
} from '../../store/schema.ts';
import { sendCustomerNotices } from '../../telling/customer-notices.ts';
import { writableFrom } from '../../telling/quiet-hours.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { orderHandlers } from './handlers.ts';
import { orderNow } from './order-now.ts';
import { findPutOff, openPutOff, putOff } from './put-off.ts';
import { createScale } from './store.ts';

const timeZone = 'America/Los_Angeles';
const hour = 3_600_000;
const plan = 900_000_001;

const madeSchema = z.object({
  subscriptionContract: z.object({
    billingAttempts: z.object({
      nodes: z.array(z.object({ order: z.object({ id: z.string() }).nullable() })),
    }),
  }),
});

describe.each(databases)('orders by use on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  const scale = { id: '00000000-0000-4000-8000-000000000001', shop, name: 'Kitchen' };
  let id: string;

  const moveTo = async (day: string, at: number) => {
    await control().clock.moveTo(hourOfDay(timeZone, day, at));
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
  };
  const order = (of = id) => orderNow(context(), of, scale);
  const refusal = async (asking: Promise<unknown>) =>
    await asking.then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.envelope.details : String(error)),
    );
  const sendNotices = () => sendCustomerNotices(context(), new AbortController().signal);
  /** The orders that the platform made. */
  const orders = async () => {
    const answer = await service.admin(
      shop,
      'query ($id: ID!) { subscriptionContract(id: $id) { billingAttempts(first: 9) { nodes { order { id } } } } }',
      { id: `gid://shopify/SubscriptionContract/${id}` },
    );
    const { nodes } = madeSchema.parse(answer).subscriptionContract.billingAttempts;
    return nodes.filter((node) => node.order !== null).length;
  };
  const rows = async () =>
    (await service.database.select().from(cycleBillingTable)).map(({ state, reason }) => [
      state,
      reason,
    ]);
  const history = async () =>
    (await getSubscriptionContract(context(), id)).history.map(({ event, by, notice, unsent }) =>
      [event, by?.name ?? by?.who, notice, unsent].filter(Boolean).join(', '),
    );
  /** A weekly subscription by use that began eight days ago, at noon. */
  async function subscribe(terms: Parameters<typeof billing.subscribe>[0] = {}) {
    const weekly = control().planEvery(shop, 1, 'WEEK');
    const opened = await billing.subscribe({ plan: { ...weekly, id: plan }, ...terms });
    await moveTo(addDays(dayIn(timeZone, now()), 8), 13);
    return opened;
  }
  const sealedOf = async () => {
    const mail = control().mails().at(-1);
    const url = new URL(/https?:\S+put-off\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    return openPutOff(context(), url.searchParams.get('order') ?? '');
  };

  beforeEach(async () => {
    await billing.reset();
    control().forgetMails();
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await service.database.update(storeCustomerTable).set({ refusedEmail: null });
    await service.database.delete(scaleTable);
    await service.database
      .insert(scaleTable)
      .values({ ...scale, tokenHash: 'x', createdAt: now() });
    await service.database.delete(sellingPlanGroupSettingsTable);
    await service.database.insert(sellingPlanGroupSettingsTable).values({
      ...{ shop, groupId: '900000001', isDynamic: true },
      ...{ dynamicSellingPlanName: '', firstOrderDiscountCycles: 1, recurringDiscount: 0 },
      plans: [{ id: `gid://shopify/SellingPlan/${plan}` }],
    });
    await billing.keepMirror();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    ({ id } = await subscribe());
  });

  it('have the subscription’s other orders looked at where somebody else has changed it', async () => {
    control().changeContract(shop, Number(id), { status: 'PAUSED' });
    await service.database.execute(sql`delete from jobs.job where name = 'charge-due'`);
    expect(await refusal(order())).toMatchObject({ reason: 'paused' });
    const charging = sql`select 1 as one from jobs.job where name = 'charge-due'`;
    expect(await rowsOf(service.database, z.object({ one: z.number() }), charging)).toHaveLength(1);
  });

  it('are charged once, hours after the customer was told, and stand in the history', async () => {
    const asked = now();
    const ordered = await order();
    expect(ordered).toMatchObject({ status: 'ordered', contract: id });
    expect(Date.parse(ordered.chargedFrom) - asked.getTime()).toBeGreaterThanOrEqual(12 * hour);
    expect(await order()).toEqual(ordered);
    await sendNotices();
    expect(control().mails()).toMatchObject([
      { subject: expect.stringMatching(/^Your next order from .+: .+ [AP]M/) },
    ]);
    await billing.charge();
    expect(await orders()).toBe(0);
    await billing.moveOn();
    expect(now().getTime()).toBeGreaterThanOrEqual(Date.parse(ordered.chargedFrom));
    await billing.charge();
    await billing.moveOn();
    await billing.charge();
    expect(await rows()).toEqual([['paid', 'paid']]);
    expect(await orders()).toBe(1);
    expect(await history()).toEqual(['charged', 'told, orderByUse', 'ordered, Kitchen', 'began']);
    const kept = await findKeptContract(context(), id);
    const nextFrom = kept && startOfDay(timeZone, addDays(dayIn(timeZone, lastUseOf(kept)), 7));
    expect(await refusal(order())).toEqual({
      reason: 'too soon',
      from: new Date((nextFrom?.getTime() ?? 0) - 12 * hour).toISOString(),
    });
    await moveTo(dayIn(timeZone, nextFrom ?? now()), 13);
    const again = await order();
    expect(again.chargedFrom).not.toBe(ordered.chargedFrom);
    await sendNotices();
    await billing.moveOn();
    await billing.charge();
    await billing.moveOn();
    await billing.charge();
    expect(await orders()).toBe(2);
  });

  const shown = async () => await getSubscriptionContract(context(), id);
  const ask = async (tag: string) =>
    await orderAsMerchant(context(), id, tag).then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.message : String(error)),
    );

  it('aren’t refused to the merchant because time alone has passed, but where somebody has changed them', async () => {
    const { tag } = await shown();
    control().changeContract(shop, Number(id), { revisionId: 5 });
    expect(await ask(tag)).toBe(changeTexts.changed);
    const { tag: since } = await shown();
    await moveTo(addDays(dayIn(timeZone, now()), 5), 13);
    expect(await ask(since)).toBe('done');
  });

  it('can be charged at once by the merchant, once, untold, and not while a scale’s waits', async () => {
    expect(await ask('other')).toBe(changeTexts.changed);
    const { tag, changes } = await shown();
    expect(changes).toContain('order');
    expect([await ask(tag), await ask(tag)]).toEqual(['done', 'done']);
    expect((await shown()).use?.canBePutOff).toBe(false);
    await sendNotices();
    expect(control().mails()).toEqual([]);
    await control().clock.moveTo(new Date(now().getTime() + 2_000));
    await billing.charge();
    await billing.moveOn();
    await billing.charge();
    expect(await orders()).toBe(1);
    expect((await history()).slice(0, 2)).toEqual(['charged', 'ordered, merchant']);
    await refreshContract(context(), id);
    const after = await shown();
    expect(after.changes).not.toContain('order');
    expect(await ask(after.tag)).toMatch(/^It is too soon/);
    await moveTo(after.use?.nextFrom ?? '', 13);
    await refreshContract(context(), id);
    const before = await shown();
    await order();
    expect(await ask(before.tag)).toBe(changeTexts.changed);
    expect((await shown()).changes).not.toContain('order');
    expect((await shown()).use?.canBePutOff).toBe(true);
    expect(await orders()).toBe(1);
  });

  it('aren’t said to be coming once the subscription is paused, before anybody has looked', async () => {
    await order();
    const { tag, coming } = await shown();
    expect(coming).toMatchObject([{ outcome: 'upcoming' }]);
    const paused = await changeSubscriptionContract(context(), id, { change: 'pause' }, tag);
    expect(paused).toMatchObject({ status: 'PAUSED', coming: [] });
    expect(await findNextOrders(context(), [id])).toEqual(new Map([[id, null]]));
    expect(await rows()).toEqual([['open', 'not due']]);
  });

  it('may be asked for again from the moment that a refusal names', async () => {
    ({ id } = await billing.subscribe({
      plan: { ...control().planEvery(shop, 1, 'WEEK'), id: plan },
    }));
    const refused = await refusal(order());
    expect(refused).toMatchObject({ reason: 'too soon' });
    const { from } = z.object({ from: z.coerce.date() }).parse(refused);
    await control().clock.moveTo(from);
    expect(await order()).toMatchObject({ status: 'ordered' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['paused', async () => control().changeContract(shop, Number(id), { status: 'PAUSED' })],
    ['cancelled', async () => control().changeContract(shop, Number(id), { status: 'CANCELLED' })],
    [
      'billing stopped',
      async () => await service.database.update(billingSettingsTable).set({ stoppedAt: now() }),
    ],
    ['unknown contract', async () => (id = '1')],
    ['not usage-based', async () => ({ id } = await billing.subscribe())],
    [
      'out of stock',
      async () => {
        const [line] = (await findKeptContract(context(), id))?.lines ?? [];
        const productId = Number(line?.productId);
        await control().act(shop, 'product', { productId, inventoryQuantity: 0 });
      },
    ],
    [
      'no payment method',
      async () => {
        const kept = await findKeptContract(context(), id);
        const paymentMethodId = Number(kept?.method?.id);
        const revokedReason = 'CUSTOMER_REVOKED';
        await control().act(shop, 'payment-method', { paymentMethodId, revokedReason });
      },
    ],
  ])('are refused with the reason: %s', async (reason, happen) => {
    await happen();
    expect(await refusal(order())).toEqual({ reason });
    expect(await rows()).toEqual([]);
    expect(await service.database.select().from(notices)).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'has uninstalled',
      async () => {
        await service.database.delete(sessionTable);
        await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
      },
    ],
    [
      'is frozen',
      async () => {
        control().startScenario('platform-shop-frozen');
        await keepRefusal(context(), 'shop frozen');
      },
    ],
  ])('are refused, without asking Shopify, of a store that %s', async (_, happen) => {
    await happen();
    service.operations();
    expect(await refusal(order())).toEqual({ reason: 'billing stopped' });
    expect(service.operations()).toEqual([]);
  });

  it('are refused of a store that turns out to be frozen, which is asked but once', async () => {
    control().startScenario('platform-shop-frozen');
    expect(await refusal(order())).toEqual({ reason: 'billing stopped' });
    service.operations();
    expect(await refusal(order())).toEqual({ reason: 'billing stopped' });
    expect(service.operations()).toEqual([]);
  });

  it('are taken where the product that rotates is out of stock: others go out in its place', async () => {
    const [line] = (await findKeptContract(context(), id))?.lines ?? [];
    const productId = line?.productId ?? '';
    await control().act(shop, 'product', { productId: Number(productId), inventoryQuantity: 0 });
    expect(await refusal(order())).toEqual({ reason: 'out of stock' });
    await service.database
      .insert(rotationTable)
      .values({ shop, productId, products: ['1', '2'], version: 1 });
    expect(await order()).toMatchObject({ status: 'ordered' });
  });

  it('are expected and planned on their day once they were asked for', async () => {
    const planned = async () => [
      ...(await getRoastPlan(context())).days.flatMap(({ day, orders }) =>
        orders > 0 ? [day] : [],
      ),
      ...(await getRecurringCalendar(context())).days.flatMap(({ day, orders }) =>
        orders > 0 ? [day] : [],
      ),
    ];
    expect(await planned()).toEqual([]);
    const day = dayIn(timeZone, new Date((await order()).chargedFrom));
    expect(await planned()).toEqual([day, day]);
    control().changeContract(shop, Number(id), { status: 'PAUSED' });
    await refreshContract(context(), id);
    expect(await planned()).toEqual([]);
  });

  it('are one, however many ask at the same moment', async () => {
    const answers = await Promise.allSettled([order(), order(), order()]);
    const done = answers.filter(({ status }) => status === 'fulfilled');
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(await rows()).toEqual([['open', 'not due']]);
    expect(await service.database.$count(notices)).toBe(1);
  });

  it('are each subscription’s and period’s own, also for a scale that always sends the same key', async () => {
    const ask = async (of: string) =>
      await orderHandlers.orderNow(
        { ...context(), scale },
        {
          id: `gid://shopify/SubscriptionContract/${of}`,
          ...{ query: undefined, body: undefined, idempotencyKey: 'of the device' },
        },
      );
    const first = await ask(id);
    await sendNotices();
    await billing.moveOn();
    await billing.charge();
    await billing.moveOn();
    await billing.charge();
    expect(await orders()).toBe(1);
    const { id: other } = await subscribe();
    expect(await ask(other)).toMatchObject({ status: 'ordered', contract: other });
    expect((await ask(id)).chargedFrom).not.toBe(first.chargedFrom);
  });

  it('aren’t charged by date, nor without having been asked for', async () => {
    await billing.charge();
    await moveTo(addDays(dayIn(timeZone, now()), 20), 13);
    await billing.charge();
    expect(await orders()).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it('are caught again where the answer to the move was lost', async () => {
    control().addFault({
      ...{ kind: 'status', status: 502, afterExecution: true, operation: 'MoveCycle' },
    });
    await expect(order()).rejects.toThrow();
    expect(await rows()).toEqual([]);
    await order();
    expect(await rows()).toEqual([['open', 'not due']]);
  });

  it('are charged though nobody was told, where there is no mail server', async () => {
    const without = { ...context(), mail: undefined };
    await orderNow(without, id, scale);
    await billing.moveOn();
    await chargeDue(without, new AbortController().signal);
    await billing.moveOn();
    expect(await orders()).toBe(1);
    expect(control().mails()).toEqual([]);
  });

  it.each([
    ['while the mail server takes nothing', async () => {}],
    [
      'to an address that the mail server refuses',
      async () => {
        await control().act(shop, 'refuse-mail', { refusal: '550 nobody here' });
        await sendNotices();
        await control().act(shop, 'refuse-mail', { refusal: null });
      },
    ],
  ])(
    'aren’t charged before the customer was told, %s, but left to the merchant',
    async (_, tell) => {
      await order();
      await tell();
      await billing.moveOn();
      await billing.charge();
      expect(await orders()).toBe(0);
      expect(await rows()).toEqual([['listed', 'customer not told']]);
      const [row] = await service.database.select().from(cycleBillingTable);
      await sendNotices();
      expect(control().mails()).toEqual([]);
      await decideCycle(context(), { contract: id, cycle: row?.cycleIndex ?? 0 }, 'charge');
      await billing.charge();
      await billing.moveOn();
      await billing.charge();
      expect(await orders()).toBe(1);
    },
  );

  it('are refused in our words where Shopify doesn’t move them', async () => {
    const userErrors = [{ message: 'No.', code: 'UPCOMING_CYCLE_LIMIT_EXCEEDED' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'MoveCycle' });
    await expect(order()).rejects.toMatchObject({
      message: refusalTexts.tooFarAhead,
      envelope: { details: { reason: 'changed on the platform' } },
    });
  });

  it('aren’t charged while the subscription is paused', async () => {
    await order();
    control().changeContract(shop, Number(id), { status: 'PAUSED' });
    await billing.moveOn();
    await billing.charge();
    expect(await rows()).toEqual([['left', 'contract paused']]);
    expect(await orders()).toBe(0);
  });

  it('name what was added once, as in the mail, where they can be put off', async () => {
    await order();
    await service.database.insert(orderExtraTable).values({
      ...{ shop, id: 'filters', contractId: id, productId: '1', variantId: '1', addedAt: now() },
      ...{ title: 'Paper filters', variantTitle: null, quantity: 3, price: 100 },
      currencyCode: 'USD',
    });
    await sendNotices();
    const [mail] = control().mails();
    const { items } = await findPutOff(context(), await sealedOf());
    expect(items).toHaveLength(2);
    for (const item of items) expect(mail?.text).toContain(item);
    expect(items[1]).toBe('3 × Paper filters');
    await service.database.delete(orderExtraTable);
  });

  it('can be put off once by the link of the mail, of which the customer is told again', async () => {
    const ordered = await order();
    await sendNotices();
    const sealed = await sealedOf();
    const found = await findPutOff(context(), sealed);
    expect(found).toMatchObject({ chargedFrom: ordered.chargedFrom, timeZone });
    expect(found.choices.map(({ days }) => days)).toEqual([1, 3]);
    // Nothing happens by looking.
    expect(await findPutOff(context(), sealed)).toEqual(found);
    const { graphql, ...rest } = context();
    const moves: unknown[] = [];
    const watched: typeof graphql = async (operation, variables, ...others) => {
      if (operation.name === 'MoveCycle') moves.push(variables);
      return await graphql(operation, variables, ...others);
    };
    expect(await putOff({ ...rest, graphql: watched }, sealed, 3)).toEqual({
      day: addDays(dayIn(timeZone, new Date(ordered.chargedFrom)), 3),
      nextFrom: found.nextFrom,
    });
    expect(moves).toMatchObject([{ reason: 'BUYER_INITIATED' }]);
    await expect(putOff(context(), sealed, 3)).rejects.toThrow('already used');
    await expect(findPutOff(context(), sealed)).rejects.toThrow('already used');
    await sendNotices();
    expect(control().mails()).toHaveLength(1);
    const [waiting] = await service.database
      .select()
      .from(notices)
      .where(and(eq(notices.shop, shop), eq(notices.state, 'waiting')));
    await control().clock.moveTo(waiting?.sendAt ?? now());
    await sendNotices();
    expect(control().mails()).toHaveLength(2);
    expect(await history()).toContain('put off, customer');
    await billing.moveOn();
    await billing.charge();
    await billing.moveOn();
    await billing.charge();
    expect(await orders()).toBe(1);
  });

  it('are told of again as many hours before as the first time, though these begin at night', async () => {
    await order();
    await sendNotices();
    const noticeHours = 20;
    await service.database.update(billingSettingsTable).set({ noticeHours });
    await putOff(context(), await sealedOf(), 3);
    const [row] = await service.database.select().from(cycleBillingTable);
    const chargeAt = row?.expectedAt.getTime() ?? 0;
    const [waiting] = await service.database
      .select()
      .from(notices)
      .where(and(eq(notices.shop, shop), eq(notices.state, 'waiting')));
    const sendAt = waiting?.sendAt ?? now();
    expect(sendAt).toEqual(writableFrom(sendAt, 'US', timeZone));
    expect(sendAt.getTime()).toBeLessThanOrEqual(chargeAt - noticeHours * hour);
    await control().clock.moveTo(sendAt);
    await sendNotices();
    expect(control().mails()).toHaveLength(2);
  });

  it('that were put off aren’t charged before the customer was told again', async () => {
    await order();
    await sendNotices();
    await putOff(context(), await sealedOf(), 3);
    await billing.moveOn();
    await billing.charge();
    expect(control().mails()).toHaveLength(1);
    expect(await rows()).toEqual([['listed', 'customer not told']]);
  });

  it('are put off to the same hour of the store’s clocks, also on the day that these are put forward', async () => {
    await control().clock.moveTo(hourOfDay(timeZone, '2027-03-04', 13));
    ({ id } = await subscribe());
    await service.database.update(billingSettingsTable).set({ noticeHours: 24 });
    const ordered = await order();
    expect(isoIn(timeZone, new Date(ordered.chargedFrom))).toMatch(/^2027-03-13T13:00/);
    await sendNotices();
    await putOff(context(), await sealedOf(), 1);
    const [row] = await service.database.select().from(cycleBillingTable);
    expect(isoIn(timeZone, row?.expectedAt ?? now())).toMatch(/^2027-03-14T13:00/);
  });

  it('can be left out until the next period, in which the scale may ask again', async () => {
    await order();
    await sendNotices();
    const sealed = await sealedOf();
    expect(await putOff(context(), sealed, undefined)).toMatchObject({ day: null });
    expect(await rows()).toEqual([['ended', 'put off']]);
    const refused = await refusal(order());
    expect(refused).toMatchObject({ reason: 'too soon' });
    // At the very moment that it names, in the middle of a day, so that no night moves it on.
    const { from } = z.object({ from: z.coerce.date() }).parse(refused);
    await control().clock.moveTo(from);
    expect(await order()).toMatchObject({ status: 'ordered' });
  });

  it('can’t be put off too late, too far, or by another key', async () => {
    await order();
    await sendNotices();
    const sealed = await sealedOf();
    await expect(putOff(context(), sealed, 14)).rejects.toThrow('so far');
    expect(() => openPutOff(context(), `v1.${'A'.repeat(80)}`)).toThrow('already used');
    await billing.moveOn();
    await expect(putOff(context(), sealed, 1)).rejects.toThrow('already used');
  });

  it('are asked for with a token that the merchant makes and revokes', async () => {
    const scaleOf = async () =>
      bodyOf(await service.call(shop, 'GET', '/vendor/scale'), scaleListSchema);
    const made = bodyOf(
      await service.call(shop, 'POST', '/vendor/scale', { body: { name: ' Office ' } }),
      createdScaleSchema,
      201,
    );
    expect(
      await service.call(shop, 'POST', '/vendor/scale', { body: { name: 'Office' } }),
    ).toMatchObject({
      status: 422,
      body: { message: scaleTexts.taken },
    });
    expect(await scaleOf()).toMatchObject({ hasMailServer: true });
    expect((await scaleOf()).scales.map(({ name, usedAt }) => [name, usedAt])).toEqual([
      ['Kitchen', null],
      ['Office', null],
    ]);
    expect(JSON.stringify(await scaleOf())).not.toContain(made.token);
    const stored = await service.database.select().from(scaleTable);
    expect(JSON.stringify(stored)).not.toContain(made.token);
    const ask = (token: string) =>
      service.request(`/api/integrations/shopify/subscription/contract/${id}/order-now`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
        },
      });
    const first = await ask(made.token);
    expect(first.status).toBeLessThan(500);
    expect((await scaleOf()).scales.at(-1)?.usedAt).not.toBeNull();
    const { status, body } = first;
    expect(await ask(made.token)).toMatchObject({ status, body });
    expect(await ask('x'.repeat(43))).toMatchObject({ status: 401 });
    expect(await ask('')).toMatchObject({ status: 401 });
    await approveVendor(service.database, {
      ...{ shop: firstCrack, status: 'active', simpleSubscription: true },
    });
    const theirs = await createScale(service.contextOf(firstCrack), 'Theirs');
    expect(await ask(theirs.token)).toMatchObject({
      status: 404,
      body: { details: { reason: 'unknown contract' } },
    });
    const path = `/vendor/scale/${made.scale.id}`;
    expect((await service.call(firstCrack, 'DELETE', path)).status).toBe(404);
    expect((await ask(made.token)).status).not.toBe(401);
    expect((await service.call(shop, 'DELETE', path)).status).toBe(204);
    expect(await ask(made.token)).toMatchObject({ status: 401 });
    expect(service.log()).not.toContain(made.token);
  });

  it('are told as many hours before as the merchant sets', async () => {
    const body = { noticeHours: 24 };
    expect(await service.call(shop, 'PATCH', '/vendor/scale', { body })).toMatchObject({
      status: 200,
      body,
    });
    for (const wrong of [0, 73, 1.5, 'x']) {
      const answer = await service.call(shop, 'PATCH', '/vendor/scale', {
        body: { noticeHours: wrong },
      });
      expect(answer).toMatchObject({ status: 422, body: { message: scaleTexts.hours } });
    }
    const asked = now();
    const ordered = await order();
    expect(Date.parse(ordered.chargedFrom) - asked.getTime()).toBeGreaterThanOrEqual(24 * hour);
  });
});

describe('without a mail server', () => {
  const service = serviceForSuite('PGlite', { variables: { SMTP_URL: '' } });

  it('the list of scales says so', async () => {
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    const answer = await service.call(shop, 'GET', '/vendor/scale');
    expect(bodyOf(answer, scaleListSchema)).toMatchObject({ scales: [], hasMailServer: false });
  });
});
