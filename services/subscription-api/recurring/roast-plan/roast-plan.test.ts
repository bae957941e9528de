import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, dayIn } from '#contract/calendar.ts';
import { formatProduct } from '#contract/format.ts';
import { originalIdOf } from '#contract/original-id.ts';
import {
  type ChangeRoastDay,
  type RoastDay,
  type RoastPlan,
  roastPlanSchema,
} from '#contract/roast-plan.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { keepRotation } from '../../fulfilling/rotation/store.ts';
import { approveVendor } from '../../shop/vendor.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  subscriptionContractTable as contracts,
  cycleBillingTable,
  formerContractLineTable,
  subscriptionContractLineTable as lines,
  orderExtraTable,
  productTable,
  roastDayTable,
  roastSettingsTable,
  rotationPlaceTable,
  rotationTable,
  settingChangeTable,
  subscriptionContractLineTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { listDueCycles } from '../billing/due-cycles.ts';
import { updateAttempt } from '../billing/store.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { listRecurringOrders } from '../orders/list.ts';
import { changeRoastDay, getRoastPlan } from './plan.ts';

const sumOf = (bags: Record<string, number>) =>
  Object.values(bags).reduce((sum, count) => sum + count, 0);

describe.each(databases)('the roast plan on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, subscribe } = billing;
  const { timeZone } = billing.schedule;

  async function ask(method: string, path = '', body?: object): Promise<RoastPlan> {
    const answer = await service.call(shop, method, `/roast-plan${path}`, { body });
    expect(answer).toMatchObject({ status: 200 });
    return roastPlanSchema.parse(answer.body);
  }
  /** By the local platform's clock, which the service in test doesn't follow. */
  const context = () => ({ ...billing.context(), actor: 'ada' });
  const plan = async () => roastPlanSchema.parse(await getRoastPlan(context()));
  const busy = ({ days }: RoastPlan) => days.filter(({ bags }) => sumOf(bags) > 0);
  const shown = (day: RoastDay) => `${day.day} ${day.orders}+${day.deliveries}: ${sumOf(day.bags)}`;
  const cycleChange = (field: string, id: string, index: number) =>
    service.admin(
      shop,
      `mutation { ${field}(billingCycleInput: { contractId: "gid://shopify/SubscriptionContract/${id}", selector: { index: ${index} } }) { userErrors { message } } }`,
    );
  const goLive = () =>
    service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
  const charging = and(
    eq(cycleBillingTable.state, 'open'),
    eq(cycleBillingTable.reason, 'charging'),
  );

  beforeEach(async () => {
    await billing.reset();
    service.contextOf(shop).caches.inventory.clear();
    for (const table of [productTable, roastDayTable, roastSettingsTable]) {
      await service.database.delete(table);
    }
    for (const each of [shop, firstCrack]) {
      await approveVendor(service.database, {
        shop: each,
        status: 'active',
        simpleSubscription: true,
      });
      await service.call(each, 'GET', '/requested-scope');
    }
    await billing.keepMirror();
  });

  it('is empty where nothing is due, and has the coming 28 days of the store', async () => {
    const { days, items, ...rest } = await plan();
    const today = dayIn(timeZone, now());
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 28 }, (_, ahead) => addDays(today, ahead)),
    );
    expect(items).toEqual([]);
    expect(days.every(({ orders, bags }) => orders === 0 && sumOf(bags) === 0)).toBe(true);
    expect(rest).toEqual({
      ...{ timeZone, state: 'before', subscriptions: 'known', inventory: 'known' },
      lossPercent: null,
    });
  });

  it('has the bags of each variant on the days of their orders, skips and pauses applied', async () => {
    const weekly = control().planEvery(shop, 1, 'WEEK');
    const { id } = await subscribe({ plan: weekly, quantity: 3, lines: 2 });
    const other = await subscribe({ plan: weekly, quantity: 1 });
    const due = busy(await plan());
    const start = due[0]?.day ?? '';
    expect(due.map(shown)).toEqual([0, 7, 14].map((ahead) => `${addDays(start, ahead)} 2+0: 7`));

    await cycleChange('subscriptionBillingCycleSkip', id, 2);
    await refreshContract(context(), id);
    control().changeContract(shop, Number(other.id), { status: 'PAUSED' });
    await refreshContract(context(), other.id);
    expect(busy(await plan()).map(shown)).toEqual(
      [0, 14].map((ahead) => `${addDays(start, ahead)} 1+0: 6`),
    );
  });

  it('has what each subscription holds now, also where another held the same before', async () => {
    const weekly = control().planEvery(shop, 1, 'WEEK');
    const { id } = await subscribe({ plan: weekly });
    await subscribe({ plan: weekly });
    expect(busy(await plan()).map(({ bags }) => sumOf(bags))).toEqual([2, 2, 2]);
    const [line] = await service.database.select().from(lines).where(eq(lines.contractId, id));
    const before = line?.variantId ?? '';
    const other = Number(before) - 1;
    control().changeContract(shop, Number(id), (contract) => ({
      lines: contract.lines.map((one) => ({ ...one, variantId: other, quantity: 5 })),
    }));
    await refreshContract(context(), id);
    expect(busy(await plan()).map(({ bags }) => bags)).toEqual(
      Array(3).fill({ [before]: 1, [other]: 5 }),
    );
  });

  it('leaves out what is ordered by use, or may be, and what is beyond a plan’s last order', async () => {
    const weekly = control().planEvery(shop, 1, 'WEEK');
    const { id } = await subscribe({ plan: weekly });
    const limit = { maxCycles: 3, originOrderId: '7' };
    await service.database.update(contracts).set(limit).where(eq(contracts.id, id));
    expect(busy(await plan())).toHaveLength(2);
    for (const isUsageBased of [true, null]) {
      await service.database.update(contracts).set({ isUsageBased }).where(eq(contracts.id, id));
      await refreshContract(context(), id);
      expect(busy(await plan())).toEqual([]);
    }
  });

  it('keeps what was charged today, and says that it is out of stock already', async () => {
    const { id } = await subscribe({ plan: control().planEvery(shop, 2, 'WEEK'), quantity: 2 });
    await goLive();
    const [line] = await service.database.select().from(lines).where(eq(lines.contractId, id));
    const variant = line?.variantId ?? '';
    do {
      const due = { shop, now: now(), schedule: billing.schedule, most: 1 };
      if ((await listDueCycles(service.database, due)).length === 0) await billing.moveOn();
      const [today] = (await plan()).days;
      expect(today).toMatchObject({ orders: 1, bags: { [variant]: 2 }, charged: {} });
      await billing.charge();
    } while ((await service.database.$count(cycleBillingTable, charging)) > 0);
    expect(await billing.states()).toEqual(['1 paid: paid']);
    const paid = await plan();
    expect(paid.state).toBe('live');
    expect(paid.days[0]).toMatchObject({
      ...{ day: dayIn(timeZone, now()), orders: 1, deliveries: 0 },
      ...{ bags: { [variant]: 2 }, charged: { [variant]: 2 } },
    });
    // It holds what was charged, whatever the subscription holds since.
    await control().clock.moveTo(new Date(now().getTime() + 60_000));
    control().changeContract(shop, Number(id), (contract) => ({
      lines: contract.lines.map((one) => ({ ...one, quantity: 5 })),
      updatedAt: now().toISOString(),
    }));
    await refreshContract(context(), id);
    expect(busy(await plan()).map(({ bags }) => bags)).toEqual([
      { [variant]: 2 },
      { [variant]: 5 },
    ]);
    // Tomorrow it is no news.
    await control().clock.moveTo(new Date(now().getTime() + 86_400_000));
    expect((await plan()).days[0]).toMatchObject({ orders: 0, bags: {} });
  });

  it('leaves out an order whose payment failed or waits for its buyer', async () => {
    await goLive();
    for (const fate of [
      { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: null },
      { kind: 'challenge' },
    ] as const) {
      await subscribe({ plan: control().planEvery(shop, 2, 'WEEK'), method: { fate } });
    }
    const [first] = busy(await plan());
    expect(first?.orders).toBe(2);
    await billing.moveOn();
    await billing.charge();
    while ((await service.database.$count(cycleBillingTable, charging)) > 0) {
      await billing.moveOn();
      await billing.charge();
    }
    expect((await plan()).days[0]).toMatchObject({ orders: 0, bags: {} });
  });

  it('foresees after a failed order what the list of orders does: its retry takes a coffee, and what was added once', async () => {
    await goLive();
    const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: null } as const;
    const weekly = control().planEvery(shop, 1, 'WEEK');
    const { id } = await subscribe({ plan: weekly, method: { fate } });
    const [line] = await service.database.select().from(lines).where(eq(lines.contractId, id));
    const products = ['1000004', '1000009', '1000014'];
    const rotation = { shop, productId: line?.productId ?? '', products, version: 1 };
    await service.database.insert(rotationTable).values(rotation);
    const told = (originalId: string) =>
      ({ shop, originalId, title: `Coffee ${originalId}`, status: 'active' }) as const;
    await service.database.insert(productTable).values(products.map(told));
    await billing.moveOn();
    await billing.charge();
    while ((await service.database.$count(cycleBillingTable, charging)) > 0) {
      await billing.moveOn();
      await billing.charge();
    }
    await service.database.insert(orderExtraTable).values({
      ...{ shop, id: 'filters', contractId: id, productId: '1', variantId: '1', addedAt: now() },
      ...{ title: 'Paper filters', variantTitle: null, quantity: 3, price: 100 },
      currencyCode: 'USD',
    });
    const { days, items } = await plan();
    const planned = days.flatMap(({ bags }) =>
      items.flatMap((item) => (item.id in bags ? [`upcoming 1 × ${formatProduct(item)}`] : [])),
    );
    const { orders } = await listRecurringOrders(context(), { first: 250 });
    const listed = orders
      .sort((one, other) => one.cycle - other.cycle)
      .map(({ outcome, items: [item] }) => `${outcome} ${item}`);
    expect(listed[0]).toMatch(/^failed 1 × /);
    expect(listed.slice(1, 4)).toEqual(planned);
  });

  it('has the deliveries of prepaid orders, also of a subscription that has ended', async () => {
    const monthly = control().planEvery(shop, 3, 'MONTH');
    const { delivery } = monthly;
    if (delivery.kind !== 'recurring') throw new Error('The plan has no deliveries.');
    const { id } = await subscribe({
      plan: { ...monthly, delivery: { ...delivery, interval: 'WEEK', intervalCount: 1 } },
      quantity: 2,
    });
    const [contract] = await service.database.select().from(contracts).where(eq(contracts.id, id));
    const bought = dayIn(timeZone, contract?.createdAt ?? new Date(0));
    const delivered = (await plan()).days.filter(({ deliveries }) => deliveries > 0);
    expect(delivered.map(shown)).toEqual(
      [7, 14, 21].map((ahead) => `${addDays(bought, ahead)} 0+1: 2`),
    );
    control().changeContract(shop, Number(id), { status: 'CANCELLED' });
    await refreshContract(context(), id);
    expect(busy(await plan())).toEqual(delivered);
    await service.database.update(contracts).set({ originOrderId: null });
    expect(busy(await plan())).toEqual([]);
    // An order that was charged two weeks ago has been delivered twice since.
    const twoWeeksAgo = new Date(now().getTime() - 15 * 86_400_000);
    await service.database.insert(billingAttemptTable).values({
      ...{ shop, contractId: id, cycleIndex: 1, number: 1, input: {}, state: 'paid' },
      ...{ begunAt: twoWeeksAgo, settledAt: twoWeeksAgo },
    });
    const charged = dayIn(timeZone, twoWeeksAgo);
    expect(busy(await plan()).map(shown)).toEqual(
      [21, 28, 35, 42].map((ahead) => `${addDays(charged, ahead)} 0+1: 2`),
    );
  });

  it('delivers a prepaid order as it was ordered, whatever the subscription holds since', async () => {
    const monthly = control().planEvery(shop, 3, 'MONTH');
    const { delivery } = monthly;
    if (delivery.kind !== 'recurring') throw new Error('The plan has no deliveries.');
    const { id } = await subscribe({
      plan: { ...monthly, delivery: { ...delivery, interval: 'WEEK', intervalCount: 1 } },
    });
    const [line] = await service.database.select().from(lines).where(eq(lines.contractId, id));
    const before = line?.variantId ?? '';
    const [second, third] = [Number(before) - 1, Number(before) - 2];
    const variants = async () =>
      busy(await plan()).map(({ bags }) => Object.entries(bags).map(([key, n]) => `${n} ${key}`));
    const holds = async (change: { variantId?: number; quantity?: number }) => {
      await control().clock.moveTo(new Date(now().getTime() + 60_000));
      control().changeContract(shop, Number(id), (contract) => ({
        lines: contract.lines.map((one) => ({ ...one, ...change })),
        updatedAt: now().toISOString(),
      }));
      await refreshContract(context(), id);
    };
    expect(await variants()).toEqual(Array(3).fill([`1 ${before}`]));
    await holds({ variantId: second });
    expect(await variants()).toEqual(Array(3).fill([`1 ${before}`]));

    const pay = async (cycleIndex: number) => {
      await control().clock.moveTo(new Date(now().getTime() + 60_000));
      await service.database.insert(billingAttemptTable).values({
        ...{ shop, contractId: id, cycleIndex, number: 1, input: {}, state: 'paid' },
        ...{ begunAt: now(), settledAt: now() },
      });
    };
    await pay(1);
    await holds({ variantId: third, quantity: 2 });
    const [, ...deliveries] = await variants();
    expect(deliveries).toEqual(
      Array(3).fill(expect.arrayContaining([`1 ${before}`, `1 ${second}`])),
    );
    // Another price is nothing that is delivered.
    const count = () => service.database.$count(formerContractLineTable);
    const kept = await count();
    await service.database.update(lines).set({ price: 1 }).where(eq(lines.contractId, id));
    await holds({});
    expect(await count()).toBe(kept);
    // No order from before holds what comes now, also once its variant is deleted.
    const added = async (variantId: number | null, at: { updatedAt?: string }) => {
      control().changeContract(shop, Number(id), ({ lines: [one] }) => ({
        lines: one === undefined ? [] : [one, { ...one, id: one.id + 1000, variantId }],
        ...at,
      }));
      await refreshContract(context(), id);
      return (await variants()).slice(1);
    };
    await pay(2);
    const [, ...paid] = await variants();
    await control().clock.moveTo(new Date(now().getTime() + 60_000));
    expect(await added(second, { updatedAt: now().toISOString() })).toEqual(paid);
    expect(await added(null, {})).toEqual(paid);
  });

  it('delivers a prepaid order as often as it was paid for, whatever plan the subscription has since', async () => {
    const quarterly = control().planEvery(shop, 3, 'MONTH');
    const { delivery } = quarterly;
    if (delivery.kind !== 'recurring') throw new Error('The plan has no deliveries.');
    const { id } = await subscribe({
      plan: { ...quarterly, delivery: { ...delivery, interval: 'WEEK', intervalCount: 1 } },
      quantity: 2,
    });
    const [contract] = await service.database.select().from(contracts).where(eq(contracts.id, id));
    const bought = dayIn(timeZone, contract?.createdAt ?? new Date(0));
    const later = (days: number) =>
      control().clock.moveTo(new Date(now().getTime() + days * 86_400_000));
    type Policy = { interval: 'WEEK' | 'MONTH'; intervalCount: number };
    const hasPlan = async (every: Policy, delivered: Policy) => {
      await later(1);
      control().changeContract(shop, Number(id), ({ billingPolicy, deliveryPolicy }) => ({
        billingPolicy: { ...billingPolicy, ...every },
        deliveryPolicy: { ...deliveryPolicy, ...delivered },
        updatedAt: now().toISOString(),
      }));
      await refreshContract(context(), id);
    };
    const pay = (cycleIndex: number) =>
      service.database.insert(billingAttemptTable).values({
        ...{ shop, contractId: id, cycleIndex, number: 1, input: {}, state: 'paid' },
        ...{ begunAt: now(), settledAt: now() },
      });
    const delivered = async () => (await plan()).days.filter(({ deliveries }) => deliveries > 0);
    const weekly = [7, 14, 21].map((ahead) => `${addDays(bought, ahead)} 0+1: 2`);
    expect((await delivered()).map(shown)).toEqual(weekly);
    const month = { interval: 'MONTH', intervalCount: 1 } as const;
    await hasPlan(month, month);
    expect((await delivered()).map(shown).slice(0, 3)).toEqual(weekly);
    // What is paid from now on is delivered once, also by a later plan.
    await later(1);
    await pay(1);
    const fortnight = { interval: 'WEEK', intervalCount: 2 } as const;
    await hasPlan({ interval: 'WEEK', intervalCount: 8 }, fortnight);
    expect((await delivered()).map(shown).slice(0, 3)).toEqual(weekly);
    await later(1);
    await pay(2);
    const days = (await delivered()).filter(({ day }) => day <= addDays(bought, 21)).map(shown);
    const first = addDays(dayIn(timeZone, now()), 14);
    expect(days).toEqual([...weekly, `${first} 0+1: 2`].sort());
  });

  it('delivers of a prepaid rotating order the coffee that it held, whatever was paid or comes since', async () => {
    const monthly = control().planEvery(shop, 1, 'MONTH');
    const { delivery } = monthly;
    if (delivery.kind !== 'recurring') throw new Error('The plan has no deliveries.');
    const { id } = await subscribe({
      plan: { ...monthly, delivery: { ...delivery, interval: 'WEEK', intervalCount: 1 } },
    });
    const [line] = await service.database.select().from(lines).where(eq(lines.contractId, id));
    const productId = line?.productId ?? '';
    const products = ['1000004', '1000009', '1000014'];
    await service.database.insert(rotationTable).values({ shop, productId, products, version: 1 });
    await service.database.update(contracts).set({ originOrderId: null });
    await control().clock.moveTo(new Date(now().getTime() + 11 * 86_400_000));
    const paid = async (cycleIndex: number, daysAgo: number, coffee = '') => {
      const begunAt = new Date(now().getTime() - daysAgo * 86_400_000);
      const item = { line: line?.id ?? '', product: productId, coffee, variant: coffee };
      const [begun] = await service.database
        .insert(billingAttemptTable)
        .values({
          ...{ shop, contractId: id, cycleIndex, number: 1, input: {}, state: 'begun' },
          ...{ begunAt, held: [{ ...item, title: coffee, version: 1 }] },
        })
        .returning();
      if (begun === undefined) throw new Error('There is no attempt.');
      await updateAttempt(service.database, begun, { state: 'paid', settledAt: begunAt });
    };
    await paid(8, 12, products[0]);
    await paid(9, 5, products[1]);
    const { days, items } = await plan();
    const names = (bags: Record<string, number>) =>
      Object.keys(bags).map((key) => items.find((item) => item.id === key)?.product);
    const due = days.findIndex(({ orders }) => orders > 0);
    const [first, second, third] = products;
    expect(
      days.flatMap(({ bags, orders, deliveries }, ahead) =>
        deliveries + orders === 0 ? [] : [`${ahead} ${orders}: ${names(bags).join(', ')}`],
      ),
    ).toEqual([
      ...[2, 9, 16].map((ahead) => `${ahead} 0: ${first}, ${second}`),
      ...[`${due} 1: ${third}`, `23 0: ${second}`, `${due + 7} 0: ${third}`],
    ]);
    // It's called as the store calls it by now, not as it did on the day of the order.
    const renamed = {
      shop,
      originalId: first ?? '',
      title: 'Spring Blend',
      status: 'active',
    } as const;
    await service.database.insert(productTable).values(renamed);
    const calledAnew = expect.objectContaining({ product: first, title: 'Spring Blend' });
    expect((await plan()).items).toContainEqual(calledAnew);
    // Also when it has left the rotation.
    await keepRotation(context(), productId, { products: [third ?? ''], version: 1 });
    expect((await plan()).items).toContainEqual(calledAnew);
  });

  it('has the coffees of a rotation, each subscriber’s own, and what a charged order held', async () => {
    const weekly = control().planEvery(shop, 1, 'WEEK');
    const { id } = await subscribe({ plan: weekly, quantity: 2 });
    await subscribe({ plan: weekly, lines: 2 });
    const [line] = await service.database.select().from(lines).where(eq(lines.contractId, id));
    const { productId = '', variantTitle = '' } = line ?? {};
    const inThisSize = await service.admin(
      shop,
      '{ products(first: 40, query: "status:active") { nodes { id title variants(first: 9) { nodes { id title } } } } }',
    );
    const coffees = z
      .object({
        products: z.object({
          nodes: z.array(
            z.object({
              id: z.string(),
              title: z.string(),
              variants: z.object({
                nodes: z.array(z.object({ id: z.string(), title: z.string() })),
              }),
            }),
          ),
        }),
      })
      .parse(inThisSize)
      .products.nodes.flatMap(({ id: product, title, variants: { nodes } }) => {
        const variant = nodes.find((each) => each.title === variantTitle);
        const isOther = originalIdOf(product) !== productId;
        return variant && isOther
          ? [{ id: originalIdOf(product), title, variant: originalIdOf(variant.id) }]
          : [];
      })
      .slice(0, 3);
    const products = coffees.map((coffee) => coffee.id);
    const rotation = { shop, productId: productId ?? '', products, version: 1 };
    await service.database.insert(rotationTable).values(rotation);
    const bagsOfDays = (planned: RoastPlan) =>
      busy(planned).map(({ bags }) => coffees.map(({ variant }) => bags[variant] ?? 0).join(' '));
    const planned = await plan();
    // Two subscribers, one with two bags and one with one, and somebody's other coffee.
    expect(bagsOfDays(planned)).toEqual(['3 0 0', '0 3 0', '0 0 3']);
    expect(busy(planned).map((each) => [each.orders, sumOf(each.bags)])).toEqual([
      [2, 4],
      [2, 4],
      [2, 4],
    ]);
    for (const { title, variant } of coffees) {
      expect(planned.items).toContainEqual(
        expect.objectContaining({ id: variant, title, variantTitle, grams: expect.any(Number) }),
      );
    }
    await service.database.insert(rotationPlaceTable).values({
      ...{ shop, contractId: id, lineId: line?.id ?? '', coffee: products[2] ?? '' },
      ...{ version: 1, at: now() },
    });
    expect(bagsOfDays(await plan())).toEqual(['1 0 2', '2 1 0', '0 2 1']);

    const [first, second] = coffees;
    const renamed = { title: 'Spring Blend', status: 'active' } as const;
    await service.database
      .insert(productTable)
      .values({ shop, originalId: first?.id ?? '', ...renamed });
    expect((await plan()).items).toContainEqual(
      expect.objectContaining({ id: first?.variant, title: 'Spring Blend' }),
    );
    const held = [
      {
        ...{ line: line?.id ?? '', product: productId ?? '', coffee: second?.id ?? '' },
        ...{ variant: second?.variant ?? '', title: second?.title ?? '', version: 1 },
      },
    ];
    await service.database.insert(billingAttemptTable).values({
      ...{ shop, contractId: id, cycleIndex: 9, number: 1, input: {}, state: 'paid', held },
      ...{ begunAt: new Date(now().getTime() - 1000), settledAt: now() },
    });
    expect((await plan()).days[0]).toMatchObject({
      ...{ orders: 1, bags: { [second?.variant ?? '']: 2 } },
      charged: { [second?.variant ?? '']: 2 },
    });

    service.contextOf(shop).caches.offered.clear();
    service.contextOf(shop).caches.inventory.clear();
    const fails = () =>
      control().addFault({ kind: 'status', status: 500, operation: 'OfferedCoffees' });
    fails();
    const unknown = await plan();
    expect(unknown.items.map(({ id: item }) => item)).toContain(` ${first?.id} ${variantTitle}`);
    const [day] = busy(unknown);
    fails();
    await expect(
      changeRoastDay(context(), { day: day?.day ?? '', change: 'take' }, undefined),
    ).rejects.toMatchObject({ kind: 'conflict' });

    // What was taken isn't marked because Shopify is away.
    const [, next] = busy(await plan());
    await changeRoastDay(context(), { day: next?.day ?? '', change: 'take' }, next?.tag);
    service.contextOf(shop).caches.offered.clear();
    fails();
    const away = await plan();
    const taken = away.days.find((each) => each.day === next?.day);
    expect(taken).toMatchObject({ bags: next?.bags, taken: { bags: next?.bags } });
    expect(away.inventory).toBe('failed');
  });

  it('leaves out a coming order while nothing of a rotation in it can go out, since it won’t be charged', async () => {
    const { id } = await subscribe({ plan: control().planEvery(shop, 1, 'WEEK'), lines: 2 });
    const [line] = await service.database
      .select()
      .from(lines)
      .where(and(eq(lines.contractId, id), eq(lines.position, 0)));
    const gone = { shop, originalId: '404', title: 'Gone', status: 'archived' } as const;
    await service.database.insert(productTable).values(gone);
    await service.database
      .insert(rotationTable)
      .values({ shop, productId: line?.productId ?? '', products: ['404'], version: 1 });
    expect(busy(await plan())).toEqual([]);
    await service.database.insert(billingAttemptTable).values({
      ...{ shop, contractId: id, cycleIndex: 9, number: 1, input: {}, state: 'paid' },
      ...{ begunAt: new Date(now().getTime() - 1000), settledAt: now() },
    });
    const paid = busy(await plan()).map(shown);
    expect(paid).toEqual([`${dayIn(timeZone, now())} 1+0: 2`]);
    await service.database.update(productTable).set({ status: 'active' });
    expect(busy(await plan()).map(shown)).toEqual([
      ...paid,
      ...Array(3).fill(expect.stringContaining(' 1+0: 2')),
    ]);
  });

  it('says what a bag weighs and what is in stock, asks for it once a minute, and says which variants have neither', async () => {
    const { id } = await subscribe({ lines: 3 });
    const { items, inventory } = await plan();
    expect(inventory).toBe('known');
    expect(items).toHaveLength(3);
    for (const { grams, stock, title } of items) {
      expect([250, 1000]).toContain(grams);
      expect(stock).toBeGreaterThan(50);
      expect(title).toBe('House Blend');
    }
    const fault = { kind: 'status', status: 500, operation: 'RoastInventory' } as const;
    control().addFault(fault);
    expect((await plan()).items).toEqual(items);

    const [one] = items;
    await service.database
      .update(subscriptionContractLineTable)
      .set({ variantId: null })
      .where(and(eq(lines.contractId, id), eq(lines.variantId, one?.id ?? '')));
    expect((await plan()).items).toContainEqual({
      ...one,
      id: ' House Blend',
      grams: null,
      stock: null,
    });
  });

  it('is there without weights and stock where the platform fails or lacks a permission', async () => {
    await subscribe({ quantity: 2 });
    const fault = { kind: 'status', status: 500, operation: 'RoastInventory' } as const;
    control().addFault(fault);
    const failed = await plan();
    expect(failed).toMatchObject({
      inventory: 'failed',
      items: [{ title: 'House Blend', grams: null, stock: null }],
    });
    expect(sumOf(busy(failed)[0]?.bags ?? {})).toBe(2);
    control().clearFaults();
    control().setScopes(
      shop,
      accessScopes.filter((scope) => !scope.endsWith('_products')),
    );
    await service.call(shop, 'GET', '/requested-scope');
    expect((await plan()).inventory).toBe('not granted');
    control().setScopes(shop, accessScopes);
    await service.call(shop, 'GET', '/requested-scope');
    expect((await plan()).inventory).toBe('known');
  });

  it('sets the loss, says so in the history of settings, and refuses what is none', async () => {
    expect((await ask('PATCH', '', { lossPercent: 14.5 })).lossPercent).toBe(14.5);
    expect((await ask('PATCH', '', { lossPercent: 16 })).lossPercent).toBe(16);
    const changes = await service.database
      .select()
      .from(settingChangeTable)
      .where(eq(settingChangeTable.setting, 'roastPlan.roastingLoss'));
    expect(changes.map(({ from, to }) => `${from} ${to}`)).toEqual(['null 14.5', '14.5 16']);
    for (const lossPercent of [-1, 51, 'much', null]) {
      expect(
        await service.call(shop, 'PATCH', '/roast-plan', { body: { lossPercent } }),
      ).toMatchObject({
        status: 422,
        body: { fieldErrors: { lossPercent: ['Must be a number from 0 to 50'] } },
      });
    }
  });

  it('keeps a day as it was taken, by whom and when, until it is taken again or taken back', async () => {
    const { id } = await subscribe({ plan: control().planEvery(shop, 1, 'WEEK'), quantity: 2 });
    const [first] = busy(await plan());
    const { day = '', bags = {}, tag = '' } = first ?? {};
    const take = (seen = tag, change: ChangeRoastDay['change'] = 'take') =>
      changeRoastDay(context(), { day, change }, seen);
    const ofDay = async () => busy(await plan()).find((each) => each.day === day);
    await take();
    const taken = (await ofDay())?.taken;
    expect(taken).toEqual({ at: expect.any(String), by: 'you', bags });
    // A repeated press changes nothing.
    await take('"something else"');
    expect((await ofDay())?.taken).toEqual(taken);

    await service.database.update(lines).set({ quantity: 5 }).where(eq(lines.contractId, id));
    const changed = await ofDay();
    expect([sumOf(changed?.bags ?? {}), sumOf(changed?.taken?.bags ?? {})]).toEqual([5, 2]);
    await expect(take()).rejects.toMatchObject({
      kind: 'conflict',
      envelope: {
        message: 'The plan of this day has changed. Look at it again, then take it.',
      },
    });
    expect((await ofDay())?.taken).toEqual(taken);
    await take(changed?.tag);
    expect((await ofDay())?.taken?.bags).toEqual(changed?.bags);

    // Nothing else names what is gone.
    await service.database.delete(lines).where(eq(lines.contractId, id));
    const without = await plan();
    expect(without.days.find((each) => each.day === day)).toMatchObject({
      ...{ bags: {}, taken: { bags: changed?.bags } },
    });
    expect(without.items).toMatchObject([{ id: Object.keys(bags)[0], title: 'House Blend' }]);
    await refreshContract(context(), id);

    await service.database.execute(sql`update roast_day set taken_by = 'another'`);
    expect((await ofDay())?.taken?.by).toBe('somebody else');
    // Who saw it as it was first would take back what another one has taken since.
    await expect(take(tag, 'take back')).rejects.toMatchObject({ kind: 'conflict' });
    const seen = (await ofDay())?.tag;
    for (const _ of [1, 2]) await take(seen, 'take back');
    expect((await ofDay())?.taken).toBeNull();
  });

  it('takes no day that isn’t in it, and belongs to its shop alone', async () => {
    const yesterday = addDays(dayIn(timeZone, now()), -1);
    expect(
      await service.call(shop, 'POST', '/roast-plan/day', {
        body: { day: yesterday, change: 'take' },
      }),
    ).toMatchObject({
      status: 409,
      body: { message: 'This day isn’t in the plan anymore.' },
    });
    await subscribe();
    const [first] = busy(await plan());
    await changeRoastDay(context(), { day: first?.day ?? '', change: 'take' }, undefined);
    await ask('PATCH', '', { lossPercent: 20 });
    const { body } = await service.call(firstCrack, 'GET', '/roast-plan');
    const theirs = roastPlanSchema.parse(body);
    expect(theirs).toMatchObject({ items: [], lossPercent: null });
    expect(theirs.days.every(({ taken, orders }) => taken === null && orders === 0)).toBe(true);
  });
});
