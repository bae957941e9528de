import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { usualRules } from '#contract/billing-rules.ts';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { subscriptionContractSchema } from '#contract/subscription-contract.ts';
import { AddressRefusedError } from '../mail/mail.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { uninstalledReason } from '../recurring/billing/store.ts';
import { eraseContractCustomer } from '../recurring/mirror/customer-data.ts';
import { refreshContract } from '../recurring/mirror/refresh.ts';
import { tellCustomers } from '../recurring/notices/outbox.ts';
import { heldOf } from '../recurring/rotation/held.ts';
import { approveVendor } from '../shop/vendor.ts';
import { rowsOf } from '../store/rows-of.ts';
import {
  billingAttemptTable,
  billingCycleTable,
  billingSettingsTable,
  contractMirrorTable,
  customerNoticeTable as notices,
  orderExtraTable,
  rotationTable,
  rotationVersionTable,
  storeCustomerTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
} from '../store/schema.ts';
import { billingInTest } from '../testing/billing-in-test.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, roastAndRitual as shop } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { sendCustomerNotices } from './customer-notices.ts';
import { remindCustomers } from './reminders.ts';
import { updateNotifications } from './store.ts';

const timeZone = 'America/Los_Angeles';

const productsSchema = z.object({
  products: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        variants: z.object({ nodes: z.array(z.object({ title: z.string(), price: z.string() })) }),
      }),
    ),
  }),
});

describe.each(databases)('what customers are told on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  const send = () => sendCustomerNotices(context(), new AbortController().signal);
  const today = () => dayIn(timeZone, now());
  const kept = async () =>
    (await service.database.select().from(notices).orderBy(notices.about)).map(
      ({ notice, state, reason }) => [notice, state, reason].filter(Boolean).join(', '),
    );
  const subjects = () =>
    control()
      .mails()
      .map(({ subject }) => subject);
  const refuse = (refusal: string | null) => control().act(shop, 'refuse-mail', { refusal });
  const moveTo = async (day: string, hour: number) =>
    control().clock.moveTo(hourOfDay(timeZone, day, hour));

  /** Bills a subscription until its charge has failed. */
  async function decline(
    code = 'INSUFFICIENT_FUNDS',
    before: (id: string) => Promise<void> = async () => {},
  ) {
    const subscription = await billing.subscribe({
      method: { fate: { kind: 'declined', code, times: 9 } },
    });
    await before(subscription.id);
    while (!(await billing.states()).some((state) => /tries again|waits for|ended/.test(state))) {
      await billing.moveOn();
      await billing.charge();
    }
    // At noon it is day in all of the customers' country.
    await moveTo(today(), 12);
    return subscription;
  }
  /** A subscription whose next order is reminded of at noon today. */
  async function remindable(plan?: NonNullable<Parameters<typeof billing.subscribe>[0]>['plan']) {
    const subscription = await billing.subscribe(plan && { plan });
    const [cycle] = await service.database
      .select()
      .from(billingCycleTable)
      .where(eq(billingCycleTable.contractId, subscription.id))
      .orderBy(billingCycleTable.cycleIndex);
    const orderDay = dayIn(timeZone, cycle?.expectedAt ?? now());
    await moveTo(addDays(orderDay, -3), 12);
    return { ...subscription, orderDay, cycle: cycle?.cycleIndex ?? 0 };
  }

  const attempt = async () => (await service.database.select().from(billingAttemptTable)).at(-1);
  /** Charges until the order of a day is paid. */
  async function pay(orderDay: string) {
    await moveTo(orderDay, 12);
    while ((await attempt())?.state !== 'paid') {
      await billing.charge();
      await billing.moveOn();
    }
  }
  const totals = () =>
    control()
      .mails()
      .map(({ text }) => /Total: (.+)/.exec(text)?.[1]);

  beforeEach(async () => {
    await billing.reset();
    control().forgetMails();
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await service.database.update(storeCustomerTable).set({ refusedEmail: null });
    await updateNotifications(
      { ...context(), actor: null },
      { settings: { customerChargeFailed: { all: true } } },
    );
  });

  it('is once that a payment failed, however often it is tried, in the words of the preview', async () => {
    const { id } = await decline();
    await send();
    await send();
    const [mail, ...others] = control().mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^Your payment of \$[\d.]+ before tax didn’t go through$/),
      text: expect.stringMatching(
        /Please update your payment details so that your order can ship\./,
      ),
      html: expect.stringContaining('/account'),
    });
    await billing.moveOn();
    await billing.charge();
    await send();
    expect(await kept()).toEqual(['customerChargeFailed, sent']);
    const answer = await service.call(shop, 'GET', `/subscription/contract/${id}`);
    expect(bodyOf(answer, subscriptionContractSchema).history).toContainEqual(
      expect.objectContaining({ event: 'told', notice: 'customerChargeFailed', unsent: null }),
    );
  });

  it('is the price of the plan’s next step, where the discount was on the first order', async () => {
    const discount = { adjustmentType: 'PERCENTAGE', fixedValue: null, createdAt: '' } as const;
    const { orderDay, cycle, id } = await remindable({
      ...control().planEvery(shop, 1, 'WEEK'),
      pricing: [
        { ...discount, afterCycle: null, percentage: 50 },
        { ...discount, afterCycle: 1, percentage: 0 },
      ],
    });
    const [mirrored] = await service.database
      .select()
      .from(billingCycleTable)
      .where(and(eq(billingCycleTable.contractId, id), eq(billingCycleTable.cycleIndex, cycle)));
    await remindCustomers(context(), today());
    await send();
    await pay(orderDay);
    const charged = (await attempt())?.amount ?? 0;
    expect(charged).toBeGreaterThan(mirrored?.amount ?? charged);
    expect(totals()).toEqual([`${formatMoney(charged, 'USD')} before tax`]);
  });

  describe('of a coffee that has its own price', () => {
    /** Has the line of a subscription bring another product, at that one's own price. */
    async function rotate(id: string) {
      const [line] = await service.database
        .select()
        .from(subscriptionContractLineTable)
        .where(eq(subscriptionContractLineTable.contractId, id));
      const { products } = productsSchema.parse(
        await service.admin(
          shop,
          '{ products(first: 200, query: "-tag:rotating") { nodes { id title variants(first: 9) { nodes { title price } } } } }',
        ),
      );
      const [coffee] = products.nodes.flatMap(({ variants, ...product }) => {
        const variant = variants.nodes.find(({ title }) => title === line?.variantTitle);
        const isOther = variant !== undefined && minor(variant.price) !== line?.price;
        return isOther ? [{ ...product, price: minor(variant.price) }] : [];
      });
      if (coffee === undefined || !line?.productId) throw new Error('There is no such coffee.');
      const coffeeId = originalIdOf(coffee.id);
      const there = { productId: Number(coffeeId), status: 'ACTIVE', inventoryQuantity: 500 };
      await control().act(shop, 'product', there);
      const rotation = { shop, productId: line.productId, products: [coffeeId], version: 1 };
      await service.database.insert(rotationTable).values({ ...rotation, price: 'product' });
      await service.database
        .insert(rotationVersionTable)
        .values({ ...rotation, savedAt: new Date(0) });
    }
    const minor = (price: string) => Math.round(Number(price) * 100);

    it('is what will be charged', async () => {
      const { id, orderDay } = await remindable();
      await rotate(id);
      await remindCustomers(context(), today());
      await send();
      await pay(orderDay);
      const charged = formatMoney((await attempt())?.amount ?? 0, 'USD');
      expect(totals()).toEqual([`${charged} before tax`]);
    });

    it('is what could not be charged', async () => {
      await decline('INSUFFICIENT_FUNDS', rotate);
      await send();
      const tried = formatMoney((await attempt())?.amount ?? 0, 'USD');
      expect(totals()).toEqual([`${tried} before tax`]);
      expect(subjects()).toEqual([`Your payment of ${tried} before tax didn’t go through`]);
    });

    it('is of what could not be charged, not of what was passed over or left out', async () => {
      const { id } = await decline('INSUFFICIENT_FUNDS', rotate);
      const { cycleIndex = 0, number = 0, held } = (await attempt()) ?? {};
      const tried = heldOf(held)?.map((one) => ({ ...one, title: 'Second choice' }));
      await service.database.update(billingAttemptTable).set({ held: tried });
      const extra = {
        ...{ shop, contractId: id, cycleIndex, attempt: number, productId: '1', variantId: '1' },
        ...{ quantity: 1, price: 100, currencyCode: 'USD', addedAt: now() },
      };
      await service.database.insert(orderExtraTable).values([
        { ...extra, id: 'mug', title: 'Mug' },
        { ...extra, id: 'tea', title: 'Tea', leftOut: 'sold out' },
        { ...extra, id: 'later', title: 'Filter', cycleIndex: null, attempt: null },
      ]);
      await send();
      const [mail] = control().mails();
      expect(mail?.text).toMatch(/1 × Second choice.*\n1 × Mug\nTotal/);
      await service.database.delete(orderExtraTable);
    });

    it('waits for an amount while Shopify throttles', async () => {
      const { id } = await remindable();
      await rotate(id);
      await remindCustomers(context(), today());
      const { graphql, ...rest } = context();
      const throttling: typeof graphql = async (operation, ...others) => {
        if (operation.name === 'CycleToCharge') throw new PlatformError('throttled');
        return await graphql(operation, ...others);
      };
      const { signal } = new AbortController();
      const sending = sendCustomerNotices({ ...rest, graphql: throttling }, signal);
      await expect(sending).rejects.toMatchObject({ kind: 'throttled' });
      expect(totals()).toEqual([]);
      await send();
      expect(totals()).toEqual([expect.stringContaining('before tax')]);
    });

    it('goes without an amount that Shopify doesn’t tell', async () => {
      const { id } = await remindable();
      await rotate(id);
      await remindCustomers(context(), today());
      const { graphql, ...rest } = context();
      const silent: typeof graphql = async (operation, ...others) => {
        if (operation.name === 'CycleToCharge') throw new PlatformError('failed');
        return await graphql(operation, ...others);
      };
      await sendCustomerNotices({ ...rest, graphql: silent }, new AbortController().signal);
      expect(totals()).toEqual([undefined]);
      const [mail] = control().mails();
      expect(mail?.text).toContain('charges you for your subscription');
      expect(mail?.html).not.toContain('Total');
    });
  });

  it('is not what the merchant has switched off', async () => {
    await decline();
    await updateNotifications(context(), { settings: { customerChargeFailed: { email: false } } });
    await send();
    expect(await kept()).toEqual(['customerChargeFailed, not sent, switched off']);
    expect(subjects()).toEqual([]);
  });

  it.each([
    ['pause', 'so it is paused'],
    ['cancel', 'so it has ended'],
    ['skip', 'so this order isn’t sent'],
  ] as const)('is that a payment failed which ends the order at once: %s', async (end, said) => {
    const payment = { ...usualRules.payment, retries: 0, end };
    await service.database.update(billingSettingsTable).set({ rules: { ...usualRules, payment } });
    await decline();
    await send();
    expect(await kept()).toEqual(['customerChargeFailed, sent']);
    expect(control().mails()[0]?.text).toContain(said);
  });

  it('is not what Shopify asks them itself, nor what is settled by then', async () => {
    await service.database.update(billingSettingsTable).set({ rules: usualRules });
    await decline('EXPIRED_PAYMENT_METHOD');
    await send();
    expect(await kept()).toEqual(['customerChargeFailed, not sent, asked by Shopify']);
    await billing.reset();
    await billing.keepMirror();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const { id } = await decline();
    control().changeContract(shop, Number(id), { status: 'PAUSED' });
    await send();
    expect(await kept()).toEqual(['customerChargeFailed, not sent, subscription over']);
  });

  it('is that their bank wants them to confirm', async () => {
    await decline('AUTHENTICATION_REQUIRED');
    await send();
    expect(await kept()).toEqual(['customerChargeFailed, sent']);
  });

  it('is nothing of a failure that they can do nothing about', async () => {
    await decline('INSUFFICIENT_INVENTORY');
    expect(await kept()).toEqual([]);
  });

  it('is the next order as many days before as the merchant has set, once for each day that it has', async () => {
    const { id, orderDay, cycle } = await remindable();
    await remindCustomers(context(), today());
    await remindCustomers(context(), today());
    await send();
    expect(await kept()).toEqual(['reminder, sent']);
    expect(subjects()).toEqual([
      expect.stringMatching(/^Your next order from .+: \w+ \d+, \d{4}$/),
    ]);
    const moved = addDays(orderDay, 1);
    await service.database
      .update(billingCycleTable)
      .set({ expectedAt: hourOfDay(timeZone, moved, 9) })
      .where(and(eq(billingCycleTable.contractId, id), eq(billingCycleTable.cycleIndex, cycle)));
    await moveTo(addDays(orderDay, -2), 12);
    await remindCustomers(context(), today());
    await send();
    expect(await kept()).toEqual(['reminder, sent', 'reminder, sent']);
  });

  it('is the next order also where it is nearer than the merchant’s days, once', async () => {
    const { orderDay } = await remindable();
    await moveTo(addDays(orderDay, -1), 12);
    await remindCustomers(context(), today());
    await remindCustomers(context(), today());
    await send();
    expect(await kept()).toEqual(['reminder, sent']);
    await moveTo(orderDay, 8);
    await remindCustomers(context(), today());
    expect(await kept()).toEqual(['reminder, sent']);
  });

  it('is one order of several that are nearer than the merchant’s days, and the one of that day', async () => {
    const { orderDay } = await remindable();
    const days = [1, 2, 3].map((ahead) => addDays(orderDay, ahead - 3));
    const cycles = await service.database
      .select()
      .from(billingCycleTable)
      .orderBy(billingCycleTable.cycleIndex);
    for (const [index, day] of days.entries()) {
      const { contractId = '', cycleIndex = 0 } = cycles[index] ?? {};
      await service.database
        .update(billingCycleTable)
        .set({ expectedAt: hourOfDay(timeZone, day, 9) })
        .where(
          and(
            eq(billingCycleTable.contractId, contractId),
            eq(billingCycleTable.cycleIndex, cycleIndex),
          ),
        );
    }
    const told = async () =>
      (await service.database.select().from(notices))
        .map(({ about }) => about.split(' ')[1])
        .sort();
    await remindCustomers(context(), today());
    expect(await told()).toEqual([days[0], days[2]]);
  });

  it.each([
    [0, () => 'see your subscription before that day'],
    [
      2,
      (day: string) =>
        `see your subscription by ${formatDay(day, 'weekday')}, 11:59 PM Pacific Time.`,
    ],
    [5, () => 'It’s too late to change this order'],
  ])('is until when it can be changed, with a cut-off of %i days', async (cutoff, said) => {
    const { orderDay } = await remindable();
    // Monday is 1.
    const weekday = new Date(`${orderDay}T00:00:00Z`).getUTCDay() || 7;
    const anchor = { type: 'WEEKDAY' as const, day: weekday, month: null, cutoffDay: null };
    await service.database.update(subscriptionContractTable).set({ anchors: [anchor], cutoff });
    await remindCustomers(context(), today());
    await send();
    expect(control().mails()[0]?.text).toContain(said(addDays(orderDay, -cutoff)));
  });

  it('is no order beyond the plan’s last one', async () => {
    await remindable();
    const only = { maxCycles: 1, originOrderId: '1' };
    await service.database.update(subscriptionContractTable).set(only);
    await remindCustomers(context(), today());
    expect(await kept()).toEqual([]);
    await service.database.update(subscriptionContractTable).set({ maxCycles: 2 });
    await remindCustomers(context(), today());
    expect(await kept()).toEqual(['reminder, waiting']);
  });

  it('is seen to once a day, where the store bills', async () => {
    await remindable();
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    await billing.charge();
    await billing.charge();
    const jobs = await service.database.execute(
      sql`select data from jobs.job where name = 'remind-customers' order by start_after`,
    );
    expect(jobs).toMatchObject({
      rows: [{ data: { shop, day: today() } }, { data: { shop, day: addDays(today(), 1) } }],
    });
  });

  it('is no order that was skipped or moved after it was to be told', async () => {
    const { id } = await remindable();
    await remindCustomers(context(), today());
    await service.database
      .update(billingCycleTable)
      .set({ isSkipped: true })
      .where(eq(billingCycleTable.contractId, id));
    await send();
    expect(await kept()).toEqual(['reminder, not sent, order changed']);
  });

  it.each([
    [
      'order changed',
      () => service.database.update(billingCycleTable).set({ isSkipped: true }),
      () => service.database.update(billingCycleTable).set({ isSkipped: false }),
    ],
    [
      'store closed',
      () => service.database.update(billingSettingsTable).set({ stoppedAt: now() }),
      () => service.database.update(billingSettingsTable).set({ stoppedAt: null }),
    ],
    [
      'subscription over',
      (id: string) => control().changeContract(shop, Number(id), { status: 'PAUSED' }),
      (id: string) => control().changeContract(shop, Number(id), { status: 'ACTIVE' }),
    ],
    [
      'too late',
      () =>
        service.database
          .update(notices)
          .set({ happenedAt: new Date(now().getTime() - 4 * 86_400_000) }),
      () => undefined,
    ],
  ])('is an order that is made all the same, the next morning: %s', async (reason, end, begin) => {
    const { id } = await remindable();
    await remindCustomers(context(), today());
    await end(id);
    await send();
    expect(await kept()).toEqual([`reminder, not sent, ${reason}`]);
    await begin(id);
    await moveTo(addDays(today(), 1), 6);
    await remindCustomers(context(), today());
    await send();
    expect(await kept()).toEqual(['reminder, waiting']);
    await moveTo(today(), 12);
    await send();
    await remindCustomers(context(), today());
    expect(await kept()).toEqual(['reminder, sent']);
    expect(subjects()).toHaveLength(1);
  });

  it('is not again an order of which it may have been told', async () => {
    await remindable();
    await remindCustomers(context(), today());
    const lost = { state: 'not sent', reason: 'answer lost' } as const;
    await service.database.update(notices).set(lost);
    await moveTo(addDays(today(), 1), 12);
    await remindCustomers(context(), today());
    expect(await kept()).toEqual(['reminder, not sent, answer lost']);
  });

  it('is no order of subscriptions that are charged by use, are paused, or of a store that doesn’t bill', async () => {
    await remindable();
    await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
    await remindCustomers(context(), today());
    await service.database.update(billingSettingsTable).set({ stoppedAt: null });
    for (const change of [{ isUsageBased: true }, { status: 'PAUSED' }]) {
      await service.database.update(subscriptionContractTable).set(change);
      await remindCustomers(context(), today());
    }
    expect(await kept()).toEqual([]);
  });

  it('is nothing where the app was uninstalled, which asks the platform nothing', async () => {
    await decline();
    await service.database
      .update(billingSettingsTable)
      .set({ stoppedAt: now(), stoppedBecause: uninstalledReason });
    // What the charge had begun is over before anything is counted.
    await service.settled();
    await service.database.update(notices).set({ state: 'waiting', reason: null });
    service.operations();
    await send();
    expect(service.operations()).toEqual([]);
    expect(await kept()).toEqual(['customerChargeFailed, not sent, store closed']);
  });

  it('waits at night for the morning', async () => {
    await remindable();
    await moveTo(today(), 22);
    await remindCustomers(context(), today());
    await send();
    expect(await kept()).toEqual(['reminder, waiting']);
    const [row] = await service.database.select().from(notices);
    await control().clock.moveTo(row?.sendAt ?? now());
    await send();
    expect(await kept()).toEqual(['reminder, sent']);
  });

  it('waits with one job, however many notices there were', async () => {
    await remindable();
    await moveTo(today(), 22);
    await remindCustomers(context(), today());
    await send();
    for (const about of ['one', 'another']) {
      const [row] = await service.database.select().from(notices);
      const { contractId = '', cycleIndex = 0 } = row ?? {};
      const told = { contract: contractId, cycle: cycleIndex, notice: 'reminder' as const, about };
      await tellCustomers(context(), [told]);
      await send();
      await send();
    }
    const [row] = await service.database.select().from(notices);
    const morning = row?.sendAt.getTime();
    const jobs = await service.engine.findJobs('tell-customers', {});
    expect(jobs.filter(({ startAfter }) => startAfter.getTime() === morning)).toHaveLength(1);
  });

  it('is nothing to an address that the mail server refuses, until it changes', async () => {
    await remindable();
    await remindCustomers(context(), today());
    await refuse('550 nobody here');
    await send();
    expect(await kept()).toEqual(['reminder, not sent, address refused']);
    await refuse(null);
    await service.database.update(notices).set({ state: 'waiting', reason: null });
    await send();
    expect(await kept()).toEqual(['reminder, not sent, address refused']);
    await service.database.update(storeCustomerTable).set({ refusedEmail: 'other@example.com' });
    await service.database.update(notices).set({ state: 'waiting', reason: null });
    await send();
    expect(await kept()).toEqual(['reminder, sent']);
  });

  it('is tried once where the mail server refuses the address of several', async () => {
    await billing.subscribe();
    await remindable();
    await remindCustomers(context(), today());
    const send = vi.fn(() =>
      Promise.reject(new AddressRefusedError('conflict', { message: 'There is nobody here.' })),
    );
    const mail = {
      send,
      countTest: () => Promise.resolve(0),
      uncountTest: () => Promise.resolve(),
    };
    await sendCustomerNotices({ ...context(), mail }, new AbortController().signal);
    expect(await kept()).toEqual(Array(2).fill('reminder, not sent, address refused'));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('waits an hour where the mail server refuses it for now', async () => {
    await remindable();
    await remindCustomers(context(), today());
    await refuse('450 4.2.1 <ada@example.com>: greylisted');
    await send();
    expect(await kept()).toEqual(['reminder, waiting']);
    const told = service
      .log()
      .split('\n')
      .filter((line) => line.includes('greylisted'));
    expect(told).not.toEqual([]);
    expect(told.join()).not.toContain('ada@example.com');
    await refuse(null);
    await send();
    expect(subjects()).toEqual([]);
    await control().clock.moveTo(new Date(now().getTime() + 61 * 60_000));
    await send();
    expect(await kept()).toEqual(['reminder, sent']);
  });

  it('is never sent again where a process died while it sent it', async () => {
    await remindable();
    await remindCustomers(context(), today());
    const at = now();
    await service.database.update(notices).set({ state: 'sending', at });
    await service.database.execute(sql`delete from jobs.job where name = 'tell-customers'`);
    await send();
    expect(await kept()).toEqual(['reminder, sending']);
    // By then it is known that nobody sends it any more.
    const again = sql`select start_after as at from jobs.job where name = 'tell-customers'`;
    const [job] = await rowsOf(service.database, z.object({ at: z.coerce.date() }), again);
    expect(job?.at.getTime()).toBeGreaterThanOrEqual(at.getTime() + 10 * 60_000);
    await control().clock.moveTo(new Date(now().getTime() + 11 * 60_000));
    await send();
    expect(await kept()).toEqual(['reminder, not sent, answer lost']);
    expect(subjects()).toEqual([]);
  });

  it('is never sent again where only that it was sent could not be stored', async () => {
    await remindable();
    await remindCustomers(context(), today());
    const { database } = service;
    await database.execute(
      sql`alter table ${notices} add constraint none_sent check (state <> 'sent') not valid`,
    );
    const failure = await send().catch((error: unknown) => error);
    await database.execute(sql`alter table ${notices} drop constraint none_sent`);
    expect(failure).toBeInstanceOf(Error);
    await send();
    expect(await kept()).toEqual(['reminder, sending']);
    await control().clock.moveTo(new Date(now().getTime() + 11 * 60_000));
    await send();
    expect(await kept()).toEqual(['reminder, not sent, answer lost']);
    expect(subjects()).toHaveLength(1);
  });

  it('is seen to after a sweep where its job has failed too often, until it is no news', async () => {
    const { id } = await billing.subscribe();
    const sweep = async () => {
      const { jobs } = context();
      await jobs.send(service.database, 'sweep-contracts', { shop });
      jobs.wake();
      await service.settled();
    };
    const jobsSent = async () => (await service.engine.findJobs('tell-customers', {})).length;
    await service.database.insert(notices).values(
      [100, 25, 2].map((hours) => {
        const at = new Date(Date.now() - hours * 3_600_000);
        const state = 'waiting' as const;
        const of = { shop, contractId: id, cycleIndex: 1, notice: 'reminder' as const };
        return { ...of, about: `${hours} hours late`, state, happenedAt: at, sendAt: at };
      }),
    );
    // The store is frozen, so nothing can be read.
    control().startScenario('platform-shop-frozen', { shop });
    await sweep();
    expect(await kept()).toEqual([
      'reminder, not sent, too late',
      'reminder, waiting',
      'reminder, waiting',
    ]);
    expect(await jobsSent()).toBe(0);
    control().endScenarios();
    await sweep();
    await sweep();
    expect(await jobsSent()).toBe(1);
  });

  it('is sent by one of two workers', async () => {
    await remindable();
    await remindCustomers(context(), today());
    await Promise.all([send(), send()]);
    expect(subjects()).toHaveLength(1);
  });

  it('is erased with the customer', async () => {
    const { id } = await remindable();
    await remindCustomers(context(), today());
    await refreshContract(context(), id);
    const [contract] = await service.database.select().from(subscriptionContractTable);
    await eraseContractCustomer(service.database, shop, contract?.customerId ?? '');
    expect(await kept()).toEqual([]);
    // The platform still names them.
    await remindCustomers(context(), today());
    await send();
    expect(await kept()).toEqual(['reminder, not sent, no address']);
    expect(subjects()).toEqual([]);
  });
});
