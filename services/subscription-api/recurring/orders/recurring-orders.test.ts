import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '#contract/calendar.ts';
import {
  billingRunListSchema,
  type RecurringOrder,
  recurringCalendarSchema,
  recurringOrderListSchema,
  recurringSummarySchema,
} from '#contract/recurring-orders.ts';
import { subscriptionContractSchema } from '#contract/subscription-contract.ts';
import { approveVendor } from '../../shop/vendor.ts';
import {
  billingSettingsTable,
  cycleBillingTable,
  formerContractLineTable,
  storeCustomerTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { listDueCycles } from '../billing/due-cycles.ts';
import { failureOf } from '../billing/failure-codes.ts';
import { getSubscriptionContract } from '../contracts/contract.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { getRecurringCalendar } from './expected.ts';
import { listRecurringOrders } from './list.ts';
import { listBillingRuns } from './runs.ts';
import { getRecurringSummary } from './summary.ts';

const day = 86_400_000;
const nameOf = ({ contract, cycle }: RecurringOrder) => `${contract} ${cycle}`;

describe.each(databases)('recurring orders on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context, charge, subscribe } = billing;

  async function get<Answer>(
    path: string,
    schema: { parse: (body: unknown) => Answer },
  ): Promise<Answer> {
    const { status, body } = await service.call(shop, 'GET', `/recurring-orders${path}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return schema.parse(body);
  }
  const list = async (query = '') => (await get(`?${query}`, recurringOrderListSchema)).orders;

  async function goLive(): Promise<void> {
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
  }
  /** Moves to the next look at an order, and looks. */
  async function moveOn(): Promise<void> {
    // On a slow machine the next look has come already, and moving would pass it by.
    const due = { shop, now: now(), schedule: billing.schedule, most: 1 };
    if ((await listDueCycles(service.database, due)).length === 0) await billing.moveOn();
    await charge();
  }

  /** Charges until the first orders are paid or have failed. */
  async function chargeFirst(): Promise<void> {
    const open = and(eq(cycleBillingTable.state, 'open'), eq(cycleBillingTable.reason, 'charging'));
    do await moveOn();
    while ((await service.database.$count(cycleBillingTable, open)) > 0);
  }

  beforeEach(async () => {
    await billing.reset();
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

  it('are foreseen before anything is charged, with what they cost', async () => {
    const { id } = await subscribe({ quantity: 2 });
    const [latest, ...earlier] = await list();
    const orders = [...earlier].reverse();
    const [first] = orders.length === 0 ? [latest] : orders;
    expect(first).toMatchObject({
      contract: id,
      cycle: 1,
      outcome: 'upcoming',
      items: [expect.stringMatching(/^2 × House Blend, /)],
      explanation: null,
      order: null,
      decisions: [],
      currencyCode: 'USD',
    });
    const calendar = await get('/calendar', recurringCalendarSchema);
    expect(calendar.days).toHaveLength(30);
    const foreseen = calendar.days.filter(({ orders: count }) => count > 0);
    expect(foreseen.map(({ day: each }) => each)).toContain(first?.day);
    expect(foreseen[0]?.expected).toEqual([{ amount: first?.amount, currencyCode: 'USD' }]);
    const summary = await get('/summary', recurringSummarySchema);
    expect(summary).toMatchObject({ state: 'before', toDecide: 0, failures: [] });
    expect(summary.expected.orders).toBe(foreseen.reduce((sum, each) => sum + each.orders, 0));
  });

  it('that are overdue while billing is stopped are behind the calendar’s today', async () => {
    await subscribe();
    await goLive();
    await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
    const [due] = await list('reverse=true');
    const dayAfter = Date.parse(due?.expectedAt ?? '') + day;
    await billing.control().clock.moveTo(new Date(dayAfter));
    const [today] = (await getRecurringCalendar(context())).days;
    expect(today?.orders).toBe(1);
    const upcoming = { first: 9, outcome: 'upcoming' };
    const ofDay = await listRecurringOrders(context(), { ...upcoming, day: today?.day });
    expect(ofDay.orders).toEqual([]);
    const behind = await listRecurringOrders(context(), { ...upcoming, until: today?.day });
    expect(behind.orders).toEqual([due]);
  });

  it('say what was charged, on its day, with its order and what it cost', async () => {
    const { id } = await subscribe();
    await goLive();
    await chargeFirst();
    const [order] = await list('outcome=charged');
    expect(order).toMatchObject({
      contract: id,
      outcome: 'charged',
      order: { id: expect.stringMatching(/^\d+$/), name: expect.stringMatching(/^#\d+$/) },
      explanation: null,
      decisions: [],
    });
    expect(order?.amount).toBeGreaterThan(490);
    const [run, ...others] = billingRunListSchema.parse(await listBillingRuns(context(), {})).runs;
    expect(run).toMatchObject({ day: order?.day, counts: { charged: 1, upcoming: 0 } });
    expect(run?.charged).toEqual([{ amount: order?.amount, currencyCode: 'USD' }]);
    expect(others).toEqual([]);
    expect((await getRecurringSummary(context())).today.counts.charged).toBe(1);
    // What the subscription holds later isn't what was charged.
    await control().clock.moveTo(new Date(now().getTime() + 60_000));
    control().changeContract(shop, Number(id), (contract) => ({
      lines: contract.lines.map((line) => ({ ...line, quantity: 5 })),
      updatedAt: now().toISOString(),
    }));
    await refreshContract(context(), id);
    expect((await list('outcome=charged'))[0]?.items).toEqual(order?.items);
    expect((await list('outcome=upcoming'))[0]?.items).toEqual([expect.stringMatching(/^5 × /)]);
    // Nor is a later price.
    await service.database.execute(sql`update subscription_contract_line set price = 1`);
    expect((await list('outcome=charged'))[0]?.amount).toBe(order?.amount);
    expect(await list(`query=${order?.order?.name?.slice(1)}`)).toHaveLength(1);
  });

  it('lie behind any gap of days one press further', async () => {
    const { id } = await subscribe();
    await goLive();
    const paid = { shop, contractId: id, state: 'paid', reason: 'paid', changedAt: now() } as const;
    const ago = [1, 65, 300].map((days) => new Date(now().getTime() - days * day));
    await service.database
      .insert(cycleBillingTable)
      .values(ago.map((expectedAt, cycle) => ({ ...paid, cycleIndex: 900 + cycle, expectedAt })));
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const { runs, earlier } = await listBillingRuns(context(), { before });
      pages.push(runs.map((run) => run.day));
      before = earlier ?? undefined;
    } while (before !== undefined && pages.length < 9);
    const [yesterday, ...others] = ago.map((at) => dayIn(billing.schedule.timeZone, at));
    expect(pages[0]).toContain(yesterday);
    expect(pages.slice(1)).toEqual(others.map((each) => [each]));
  });

  it('say in words why one failed, and are found by it', async () => {
    const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 9 } as const;
    const { id } = await subscribe({ method: { fate } });
    await subscribe();
    await goLive();
    await chargeFirst();
    const [failed, ...others] = await list('outcome=failed');
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      contract: id,
      outcome: 'failed',
      order: null,
      decisions: ['retry', 'leave', 'settled elsewhere'],
    });
    expect(failed?.explanation?.happened).toMatch(/\.$/);
    expect(Date.parse(failed?.nextAt ?? '')).toBeGreaterThan(now().getTime() + day);
    expect(await list('failureClass=later')).toEqual([failed]);
    expect(await list('failureClass=stock')).toEqual([]);
    expect(await list(`day=${failed?.day}&outcome=failed,to%20decide`)).toEqual([failed]);
    const summary = await getRecurringSummary(context());
    expect(summary.failures).toEqual([
      { failureClass: 'later', happened: failed?.explanation?.happened, orders: 1 },
    ]);
    expect(summary.today.counts).toMatchObject({ failed: 1, charged: 1 });
  });

  it('that failed stay so while Shopify takes no new try of them', async () => {
    const fate = { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 9 } as const;
    const { id } = await subscribe({ method: { fate } });
    await goLive();
    await chargeFirst();
    const [{ explanation, decisions } = {}] = await list('outcome=failed');
    await control().act(shop, 'attempt-limit', { perMinute: 0 });
    await moveOn();
    expect(await service.database.select().from(cycleBillingTable)).toMatchObject([
      { state: 'open', reason: 'throttled' },
    ]);
    expect(await list('outcome=failed')).toMatchObject([{ contract: id, explanation, decisions }]);
    expect((await get('/summary', recurringSummarySchema)).failures).toHaveLength(1);
    const { body } = await service.call(shop, 'GET', `/subscription/contract/${id}`);
    expect(subscriptionContractSchema.parse(body).coming[0]?.outcome).toBe('failed');
    const left = { decision: 'leave', orders: [{ contract: id, cycle: 1 }] };
    const answer = await service.call(shop, 'POST', '/recurring-orders/decision', { body: left });
    expect(answer.body).toEqual([{ refused: null }]);
    expect(await list('outcome=left')).toMatchObject([{ contract: id }]);
  });

  it('that are listed say why, and what may be decided', async () => {
    const { id } = await subscribe();
    await goLive();
    await moveOn();
    await service.database
      .update(cycleBillingTable)
      .set({ state: 'listed', reason: 'missed', nextAt: null });
    expect(await list('outcome=to%20decide')).toMatchObject([
      { contract: id, decisions: ['charge', 'leave', 'settled elsewhere'] },
    ]);
    expect((await get('/summary', recurringSummarySchema)).toDecide).toBe(1);
    await service.database.update(cycleBillingTable).set({ reason: 'open for 7 days' });
    expect(await list('outcome=to%20decide')).toEqual([]);
    expect(await list('outcome=charging')).toMatchObject([
      { explanation: { happened: expect.stringContaining('for 7 days') }, decisions: [] },
    ]);
    expect((await get('/summary', recurringSummarySchema)).toDecide).toBe(0);
    const { history } = await getSubscriptionContract(context(), id);
    expect(history.map(({ event }) => event)).not.toContain('not charged');
    await service.database.update(cycleBillingTable).set({ reason: 'missed' });
    const answer = await service.call(shop, 'POST', '/recurring-orders/decision', {
      body: {
        decision: 'leave',
        orders: [
          { contract: id, cycle: 1 },
          { contract: '7', cycle: 1 },
        ],
      },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { refused: null },
        { refused: 'This order has changed meanwhile, so nothing was done.' },
      ],
    });
    expect(await list('outcome=left')).toMatchObject([{ contract: id, decisions: [] }]);
    expect((await get('/summary', recurringSummarySchema)).toDecide).toBe(0);
    expect(await service.database.select().from(cycleBillingTable)).toMatchObject([
      { decision: 'leave', decidedBy: expect.stringMatching(/^\d+$/) },
    ]);
  });

  it.each([{ orders: [] }, { orders: [{ contract: 'x', cycle: 1 }] }, { decision: 'burn' }])(
    'refuse to decide %j',
    async (change) => {
      const body = { decision: 'leave', orders: [{ contract: '7', cycle: 1 }], ...change };
      const { status } = await service.call(shop, 'POST', '/recurring-orders/decision', { body });
      expect(status).toBe(422);
    },
  );

  it('of subscriptions that are paused, gone or charged by use are not foreseen', async () => {
    const { id } = await subscribe();
    const changes = [
      async () => control().changeContract(shop, Number(id), { status: 'PAUSED' }),
      async () => control().changeContract(shop, Number(id), { status: 'CANCELLED' }),
      async () => {
        control().changeContract(shop, Number(id), { status: 'ACTIVE' });
        await service.database.update(subscriptionContractTable).set({ isUsageBased: true });
      },
      async () => control().changeContract(shop, Number(id), null),
    ];
    for (const change of changes) {
      await change();
      await refreshContract(context(), id);
      expect(await list()).toEqual([]);
      expect((await get('/summary', recurringSummarySchema)).expected.orders).toBe(0);
    }
  });

  it('are found by whom they go to and what is in them', async () => {
    const { id } = await subscribe();
    const [contract] = await service.database.select().from(subscriptionContractTable);
    await service.database
      .insert(storeCustomerTable)
      .values({
        shop,
        id: contract?.customerId ?? '',
        displayName: 'Ada 100%',
        email: 'ada@example.com',
      })
      .onConflictDoUpdate({
        target: [storeCustomerTable.shop, storeCustomerTable.id],
        set: { displayName: 'Ada 100%', email: 'ada@example.com' },
      });
    for (const typed of ['ada', '100%', 'ADA@', 'house blend']) {
      const found = await list(`query=${encodeURIComponent(typed)}`);
      expect(found[0]).toMatchObject({ contract: id, customer: { displayName: 'Ada 100%' } });
    }
    expect(await list('query=1_0')).toEqual([]);
  });

  it('that were charged are found by what they held, the others by what they hold now', async () => {
    const { id } = await subscribe();
    await goLive();
    await chargeFirst();
    await control().clock.moveTo(new Date(now().getTime() + 60_000));
    control().changeContract(shop, Number(id), ({ lines }) => ({
      lines: lines.map((line) => ({ ...line, title: 'Decaf' })),
      updatedAt: now().toISOString(),
    }));
    await refreshContract(context(), id);
    await service.database.update(formerContractLineTable).set({ variantTitle: null });
    for (const bounds of [undefined, { few: 0, many: 10_000 }, { few: 0, many: 0 }]) {
      const found = async (query: string) => {
        const { orders } = await listRecurringOrders(context(), { query, first: 250 }, bounds);
        return [...new Set(orders.map(({ outcome }) => outcome))];
      };
      expect(await found('house blend')).toEqual(['charged']);
      expect(await found('decaf')).toEqual(['upcoming']);
    }
  });

  it('come in pages that lead on and back, each order once', async () => {
    for (let count = 0; count < 4; count += 1) await subscribe();
    const all = await list('reverse=true');
    const seen = [];
    let after = '';
    for (;;) {
      const page = await get(`?reverse=true&first=3${after}`, recurringOrderListSchema);
      seen.push(...page.orders);
      if (!page.pageInfo.hasNextPage) break;
      after = `&after=${page.pageInfo.endCursor}`;
    }
    expect(seen).toEqual(all);
    const days = all.map(({ expectedAt }) => expectedAt);
    expect(days).toEqual([...days].sort());
  });

  it('come in the same pages where only some of them are asked for', async () => {
    const codes = ['INSUFFICIENT_FUNDS', 'EXPIRED_CARD', null, 'INSUFFICIENT_FUNDS', null];
    for (const code of codes) {
      const fate = { kind: 'declined', code: code ?? '', times: 9 } as const;
      await subscribe(code === null ? {} : { method: { fate } });
    }
    await goLive();
    await chargeFirst();
    const [charged] = await list('outcome=charged');
    await service.database
      .update(cycleBillingTable)
      .set({ state: 'listed', reason: 'missed', nextAt: null })
      .where(eq(cycleBillingTable.contractId, charged?.contract ?? ''));
    const all = await list('first=250');
    const kinds = [...new Set(all.map(({ outcome }) => outcome))];
    expect(kinds.sort()).toEqual(['charged', 'failed', 'to decide', 'upcoming']);
    const later = failureOf('INSUFFICIENT_FUNDS').happened;
    const asked: Record<string, (order: RecurringOrder) => boolean> = {
      'outcome=failed,upcoming': ({ outcome }) => outcome === 'failed' || outcome === 'upcoming',
      'outcome=left': () => false,
      'failureClass=later': ({ explanation }) => explanation?.happened === later,
      'query=house': () => true,
    };
    for (const kind of kinds) asked[`outcome=${kind}`] = ({ outcome }) => outcome === kind;
    for (const [name, isAsked] of Object.entries(asked)) {
      for (const reverse of ['', '&reverse=true']) {
        const seen = [];
        let after = '';
        for (let hasNext = true; hasNext; ) {
          const path = `?${name.replaceAll(' ', '%20')}${reverse}&first=2${after}`;
          const page = await get(path, recurringOrderListSchema);
          seen.push(...page.orders);
          after = `&after=${page.pageInfo.endCursor}`;
          hasNext = page.pageInfo.hasNextPage;
        }
        const wanted = all.filter(isAsked);
        expect(seen, name).toEqual(reverse === '' ? wanted : wanted.reverse());
      }
    }
  });

  it('come in the same pages however many subscriptions have what is searched', async () => {
    for (let count = 0; count < 2; count += 1) await subscribe();
    await goLive();
    await chargeFirst();
    const { orders: all } = await listRecurringOrders(context(), { first: 250 });
    const [charged] = all.filter(({ order }) => order !== null);
    const own = all.filter(({ contract }) => contract === charged?.contract);
    await service.database
      .update(subscriptionContractLineTable)
      .set({ title: 'Café 100%', variantTitle: null })
      .where(eq(subscriptionContractLineTable.contractId, charged?.contract ?? ''));
    await service.database
      .insert(storeCustomerTable)
      .values({ shop: firstCrack, id: '1', displayName: 'Café', email: null })
      .onConflictDoNothing();
    const searched: Record<string, string[]> = {
      house: all.filter((order) => !own.includes(order)).map(nameOf),
      'CAFÉ 100%': own.map(nameOf),
      [charged?.order?.name ?? '']: [charged].flatMap((order) => (order ? nameOf(order) : [])),
      nowhere: [],
    };
    // As with few matches, with some, and with very many.
    for (const bounds of [undefined, { few: 0, many: 10_000 }, { few: 0, many: 0 }]) {
      for (const [query, wanted] of Object.entries(searched)) {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await listRecurringOrders(context(), { query, first: 4, after }, bounds);
          seen.push(...page.orders.map(nameOf));
          after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
        } while (after !== undefined);
        expect({ query, bounds, seen }).toEqual({ query, bounds, seen: wanted });
        const some = await listRecurringOrders(
          context(),
          { query, outcome: 'charged,upcoming', day: charged?.day },
          bounds,
        );
        const ofDay = all.filter(
          (order) =>
            order.day === charged?.day &&
            ['charged', 'upcoming'].includes(order.outcome) &&
            wanted.includes(nameOf(order)),
        );
        expect(some.orders.map(nameOf)).toEqual(ofDay.map(nameOf));
      }
    }
  });

  it('stay with their shop', async () => {
    await subscribe();
    const answer = await service.call(firstCrack, 'GET', '/recurring-orders');
    expect(recurringOrderListSchema.parse(answer.body).orders).toEqual([]);
    expect(await list()).not.toEqual([]);
  });

  it.each([
    'day=2026-02-30',
    'day=9999-12-31',
    'until=x',
    'outcome=gone',
    'failureClass=x',
    'first=0',
    'after=%00',
  ])('refuse %s', async (query) => {
    const { status } = await service.call(shop, 'GET', `/recurring-orders?${query}`);
    expect(status).toBe(400);
  });
});
