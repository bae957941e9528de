import { randomUUID } from 'node:crypto';
import { and, eq, exists, gte, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { startOfDay } from '#contract/calendar.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  subscriptionContractTable as contracts,
  cycleBillingTable,
  billingCycleTable as cycles,
  orderExtraTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { endForecast, lookedAt } from '../billing/looked-cycles.ts';
import { keepCycle, removeCycle } from '../billing/store.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { readNeeds } from '../roast-plan/needs.ts';
import { readExpected, sumOf } from './expected.ts';
import { listRecurringOrders } from './list.ts';
import { windowOf } from './window.ts';

const day = 86_400_000;

const steps = fc.array(
  fc.record({
    of: fc.nat(2),
    kind: fc.constantFrom(
      ...([
        'pause',
        'activate',
        'price',
        'currency',
        'by use',
        'not by use',
        'unknown use',
        'end',
      ] as const),
      ...(['charge', 'charge', 'charge', 'listed ahead', 'move', 'skip', 'add once'] as const),
    ),
    number: fc.integer({ min: 1, max: 6 }),
    /** Whether the mirror learns of it at once. */
    isRead: fc.boolean(),
  }),
  { minLength: 5, maxLength: 14 },
);

describe.each(databases)('what is expected on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context, subscribe } = billing;
  beforeEach(billing.reset);

  /** The same sums, added up from the list of orders. */
  async function addedUp(): Promise<string[]> {
    const { today } = await windowOf(context());
    const rows = await service.database.select().from(contracts);
    const { orders } = await listRecurringOrders(context(), { outcome: 'upcoming', first: 250 });
    const sums = new Map<string, { orders: number; amount: number }>();
    for (const order of orders) {
      const contract = rows.find(({ id }) => id === order.contract);
      if (contract?.status !== 'ACTIVE' || contract.isUsageBased !== false) continue;
      const isLate = order.day < today;
      const name = `${isLate ? today : order.day} ${order.currencyCode}`;
      const sum = sums.get(name) ?? { orders: 0, amount: 0 };
      sums.set(name, { orders: sum.orders + 1, amount: sum.amount + order.amount });
    }
    return [...sums].map(([name, sum]) => `${name} ${sum.orders} ${sum.amount}`).sort();
  }

  async function expected(): Promise<string[]> {
    const rows = await readExpected(context(), await windowOf(context()));
    return rows.map((row) => `${row.day} ${row.currency_code} ${row.orders} ${row.amount}`).sort();
  }

  async function take(id: string, { kind: what, number }: { kind: string; number: number }) {
    const cycle = `billingCycleInput: { contractId: "gid://shopify/SubscriptionContract/${id}", selector: { index: ${number} } }`;
    const change = (field: string, args: string) =>
      service.admin(shop, `mutation { ${field}(${args}) { userErrors { message } } }`);
    const changeContract = (input: Parameters<ReturnType<typeof control>['changeContract']>[2]) =>
      control().changeContract(shop, Number(id), input);
    switch (what) {
      case 'pause':
        return changeContract({ status: 'PAUSED' });
      case 'activate':
        return changeContract({ status: 'ACTIVE' });
      case 'price':
        return changeContract({ deliveryPrice: `${number}.50` });
      case 'currency':
        return changeContract({ currencyCode: number > 3 ? 'EUR' : 'USD' });
      case 'end':
        return changeContract(({ billingPolicy }) => ({
          billingPolicy: { ...billingPolicy, maxCycles: number },
        }));
      case 'by use':
      case 'not by use':
      case 'unknown use':
        await service.database
          .update(contracts)
          .set({ isUsageBased: what === 'unknown use' ? null : what === 'by use' })
          .where(eq(contracts.id, id));
        await refreshContract(context(), id);
        return;
      case 'charge':
        if ((await billing.nextLook()) === null) return;
        await billing.moveOn();
        return await billing.charge();
      case 'listed ahead':
        // The local platform can't postpone a listed order, so its row is written directly.
        await service.database
          .insert(cycleBillingTable)
          .values({
            ...{ shop, contractId: id, cycleIndex: number, state: 'listed', reason: 'missed' },
            ...{ expectedAt: now(), changedAt: now() },
          })
          .onConflictDoNothing();
        await endForecast(service.database, { shop, contract: id });
        await refreshContract(context(), id);
        return;
      case 'move': {
        const date = new Date(now().getTime() + number * day).toISOString();
        const input = `input: { reason: MERCHANT_INITIATED, billingDate: "${date}" }`;
        await change('subscriptionBillingCycleScheduleEdit', `${cycle}, ${input}`);
        return;
      }
      case 'add once':
        await service.database.insert(orderExtraTable).values({
          ...{ shop, id: randomUUID(), contractId: id, productId: '1', variantId: '1', title: 'A' },
          ...{ quantity: number, price: 321, currencyCode: 'USD', addedAt: now() },
        });
        return;
      case 'skip':
        await change('subscriptionBillingCycleSkip', cycle);
        return;
    }
  }

  /** Orders that would be counted twice, because billing has looked at them and the mirror forecasts them still. */
  async function countedTwice(): Promise<string[]> {
    const looked = await service.database
      .select({ cycle: cycles.cycleIndex, contract: cycles.contractId })
      .from(cycles)
      .where(and(isNotNull(cycles.amount), exists(lookedAt(service.database))));
    return looked.map(({ contract, cycle }) => `${contract} ${cycle}`);
  }

  /** The orders of each day of the roast plan, once by the plan and once from the list of orders. */
  async function roasted(): Promise<[string[], string[]]> {
    const window = await windowOf(context());
    const { days } = await readNeeds(context(), window);
    const planned = days.filter(({ orders }) => orders > 0);
    const orders = new Map<string, number>();
    const add = (of: string, more: number) => orders.set(of, (orders.get(of) ?? 0) + more);
    for (const each of await addedUp()) add(each.slice(0, 10), Number(each.split(' ')[2]));
    const { orders: underWay } = await listRecurringOrders(context(), {
      ...{ outcome: 'charging', first: 250 },
    });
    const paidToday = and(
      gte(billingAttemptTable.settledAt, startOfDay(window.timeZone, window.today)),
      eq(billingAttemptTable.state, 'paid'),
    );
    const paid = await service.database.$count(billingAttemptTable, paidToday);
    add(window.today, underWay.length + paid);
    const last = days.at(-1)?.day ?? '';
    const text = ([of, number]: [string, number]) => `${of} ${number}`;
    return [
      planned.map(({ day: of, orders: number }) => text([of, number])),
      [...orders]
        .filter(([of, number]) => number > 0 && of <= last)
        .map(text)
        .sort(),
    ];
  }

  it('is what adding up every subscription comes to, whatever happened to them', async () => {
    let found = 0;
    await fc.assert(
      fc
        .asyncProperty(steps, async (all) => {
          await billing.keepMirror();
          const ids = [];
          const fates = [
            { kind: 'good' },
            { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 2 },
            { kind: 'silent' },
          ] as const;
          for (const fate of fates) ids.push((await subscribe({ method: { fate } })).id);
          for (const [index, step] of all.entries()) {
            // Once billing is live, it makes a difference which orders were looked at.
            if (index === 1) {
              await service.database
                .insert(billingSettingsTable)
                .values({ shop, wentLiveAt: now() });
            }
            const id = ids[step.of] ?? '';
            await take(id, step);
            if (step.isRead) await refreshContract(context(), id);
            await service.settled();
            expect(await countedTwice()).toEqual([]);
            const sums = await expected();
            expect(sums).toEqual(await addedUp());
            const [planned, listed] = await roasted();
            expect(planned).toEqual(listed);
            found += sums.length;
          }
        })
        .beforeEach(billing.reset),
      { numRuns: 2 },
    );
    expect(found).toBeGreaterThan(5);
  }, 60_000);

  it('ends with the last order of a plan, and so does the list', async () => {
    const plan = control().planEvery(shop, 1, 'WEEK');
    const { billing: weekly } = plan;
    if (weekly.kind !== 'recurring') expect.fail('It recurs.');
    await subscribe({ plan: { ...plan, billing: { ...weekly, maxCycles: 3 } } });
    expect(await addedUp()).toHaveLength(2);
    expect(await expected()).toEqual(await addedUp());
    const { orders } = sumOf(await readExpected(context(), await windowOf(context())));
    expect(orders).toBe(2);
  });

  it('has an order again whose charge was taken back', async () => {
    await billing.keepMirror();
    const { id } = await subscribe({});
    await refreshContract(context(), id);
    const [next] = await service.database.select().from(cycles).where(isNotNull(cycles.amount));
    const { contractId, cycleIndex, expectedAt } = next ?? expect.fail('Nothing is foreseen.');
    const before = await expected();
    const looked = { shop, contractId, cycleIndex, expectedAt, nextAt: null, changedAt: now() };
    await keepCycle(service.database, { ...looked, state: 'left', reason: 'contract paused' });
    expect(await expected()).not.toEqual(before);
    await removeCycle(service.database, { shop, contract: id, cycle: cycleIndex });
    expect(await expected()).toEqual(before);
  });
});
