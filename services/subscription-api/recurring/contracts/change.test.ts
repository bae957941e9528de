import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, dayIn, hourOfDay, startOfDay } from '#contract/calendar.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { type ChangeContract, changeContractSchema } from '#contract/subscription-contract.ts';
import { deadlineIn } from '../../deadline.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { leaseLeft, takeLease } from '../../store/lease.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  subscriptionContractLineTable as lineTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { changesInTest } from '../../testing/changes-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { chargeLeaseName } from '../billing/charge-cycle.ts';
import { eraseContractCustomer } from '../mirror/customer-data.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { recordInTimeline } from '../timeline/timeline.ts';
import {
  changeSubscriptionContract,
  changeTexts,
  endOverduePauses,
  resumeByItself,
} from './change.ts';
import { findKeptContract, getSubscriptionContract } from './contract.ts';
import { moveCycle } from './documents.ts';

const catalogSchema = z.object({
  products: z.object({
    nodes: z.array(
      z.object({
        title: z.string(),
        variants: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
      }),
    ),
  }),
});

const changes = [
  'PauseContract',
  'ActivateContract',
  'CancelContract',
  'SkipCycle',
  'UnskipCycle',
  'MoveCycle',
  'SendMethodUpdate',
  'CommitContractDraft',
];

describe.each(databases)('changing a subscription on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = changesInTest(service);
  const { control, now, context, charge, subscribe, changed, shown, ask, refusal, conflict } =
    billing;

  /** What was asked of the platform to change something. */
  const asked = () => service.operations().filter((name) => changes.includes(name));

  /** A product of the store, by its first variant's number, that isn't the one with this title. */
  async function productBeside(title: string): Promise<{ id: string; title: string }> {
    const query = '{ products(first: 9) { nodes { title variants(first: 1) { nodes { id } } } } }';
    const { products } = catalogSchema.parse(await service.admin(shop, query));
    const found = products.nodes.find((node) => node.title !== title);
    const [variant] = found?.variants.nodes ?? [];
    return { id: originalIdOf(variant?.id ?? ''), title: found?.title ?? '' };
  }

  it('pauses it, lets it go on, and cancels it, each once', async () => {
    const [seen, steps] = [
      (await shown()).tag,
      [
        [
          'pause',
          'PAUSED',
          ['resume', 'set lines', 'set address', 'set plan', 'ask for method', 'cancel'],
        ],
        [
          'resume',
          'ACTIVE',
          ['pause', 'set lines', 'set address', 'set plan', 'add once', 'ask for method', 'cancel'],
        ],
        ['cancel', 'CANCELLED', []],
      ],
    ] as const;
    for (const [change, status, possible] of steps) {
      expect(await ask({ change })).toMatchObject({ status, changes: possible });
      expect(await shown()).toMatchObject({ status });
      expect(asked()).toHaveLength(1);
      // The same request again, which has seen what was there before.
      expect(await ask({ change }, seen)).toMatchObject({ status });
      expect(asked()).toEqual([]);
    }
    expect(await refusal(ask({ change: 'pause' }))).toBe(conflict(changeTexts.over));
    expect(asked()).toEqual([]);
  });

  it('skips an order and takes it back, and charges the next one that isn’t skipped', async () => {
    const skipped = await ask({ change: 'skip', cycle: 1 });
    expect(skipped.coming[0]).toMatchObject({ cycle: 1, outcome: 'left', changes: ['unskip'] });
    expect(skipped.coming[1]).toMatchObject({ cycle: 2, outcome: 'upcoming' });
    await ask({ change: 'skip', cycle: 1 });
    expect(asked()).toEqual(['SkipCycle']);
    const back = await ask({ change: 'unskip', cycle: 1 });
    expect(back.coming[0]).toMatchObject({
      cycle: 1,
      outcome: 'upcoming',
      changes: ['skip', 'move', 'move following', 'bill'],
    });
    await ask({ change: 'skip', cycle: 1 });
    const paid = () => service.database.$count(cycleBillingTable, sql`state = 'paid'`);
    while ((await paid()) === 0) {
      await billing.moveOn();
      await charge();
    }
    expect((await billing.states()).filter((state) => state.endsWith('paid: paid'))).toEqual([
      '2 paid: paid',
    ]);
  });

  it('moves an order to a day of the store within its period, where it is charged', async () => {
    const [next] = (await shown()).coming;
    const day = addDays(next?.day ?? '', -2);
    const moved = await ask({ change: 'move', cycle: 1, day });
    expect(moved.coming[0]).toMatchObject({ cycle: 1, day });
    await ask({ change: 'move', cycle: 1, day }, 'whatever was seen');
    expect(asked()).toEqual(['MoveCycle']);
    expect((await ask({ change: 'move', cycle: 1, day: next?.day ?? '' })).coming[0]).toEqual(next);
    asked();
    const late = ask({ change: 'move', cycle: 1, day: addDays(next?.day ?? '', 1) });
    expect(await refusal(late)).toBe(conflict(changeTexts.outOfBounds));
    const past = ask({ change: 'move', cycle: 1, day: '2020-01-01' });
    expect(await refusal(past)).toBe(conflict(changeTexts.past));
    expect(asked()).toEqual(['MoveCycle']);
    expect((await shown()).coming[0]).toEqual(next);
  });

  it('refuses what somebody asks who has seen something else, on the platform or here', async () => {
    const { tag } = await shown();
    await ask({ change: 'skip', cycle: 2 });
    asked();
    expect(await refusal(ask({ change: 'cancel' }, tag))).toBe(conflict(changeTexts.changed));
    // Somebody changed it on the platform, and the webhook is still on its way.
    const known = (await shown()).tag;
    control().changeContract(shop, Number(changed.id), { deliveryPrice: '9.90' });
    await service.database.execute(sql`delete from jobs.job where name = 'charge-due'`);
    expect(await refusal(ask({ change: 'cancel' }, known))).toBe(conflict(changeTexts.changed));
    const charging = sql`select 1 as one from jobs.job where name = 'charge-due'`;
    expect(await rowsOf(service.database, z.object({ one: z.number() }), charging)).toHaveLength(1);
    // It is shown as it is by now, and can be changed so.
    expect(await shown()).toMatchObject({ deliveryPrice: 990, status: 'ACTIVE' });
    expect(asked()).toEqual([]);
    expect(await ask({ change: 'cancel' })).toMatchObject({ status: 'CANCELLED' });
  });

  it('does nothing in the middle of a charge', async () => {
    const name = { shop, name: chargeLeaseName(changed.id) };
    const lease = await takeLease(service.database, name, () => 60_000);
    expect(await refusal(ask({ change: 'pause' }))).toBe(conflict(changeTexts.busy));
    // Nobody knows which of both it is.
    expect(changeTexts.busy).toContain('charged or changed');
    await lease?.end();
    expect(asked()).toEqual([]);
    expect(await ask({ change: 'pause' })).toMatchObject({ status: 'PAUSED' });
  });

  it('lets others in some seconds after its caller waits no longer, though its process died', async () => {
    const { graphql, ...rest } = context();
    const left: number[] = [];
    const watched: typeof graphql = async (operation, ...others) => {
      const name = { shop, name: chargeLeaseName(changed.id) };
      if (operation.name === 'PauseContract') left.push(await leaseLeft(service.database, name));
      return await graphql(operation, ...others);
    };
    const { tag } = await shown();
    const deadline = deadlineIn(30_000);
    const asked = { ...rest, graphql: watched, deadline };
    await changeSubscriptionContract(asked, changed.id, { change: 'pause' }, tag);
    deadline.end();
    expect((left[0] ?? 0) / 1000).toBeCloseTo(35, -1);
  });

  it('leaves an order alone that is due, or that is being charged', async () => {
    ({ id: changed.id } = await subscribe({ method: { fate: { kind: 'silent' } } }));
    expect(await refusal(ask({ change: 'skip', cycle: 99 }))).toBe(
      conflict(changeTexts.orderNotNow),
    );
    await billing.moveOn();
    const skip = () => refusal(ask({ change: 'skip', cycle: 1 }));
    expect(await skip()).toBe(conflict(changeTexts.orderNotNow));
    await charge();
    expect(await skip()).toBe(conflict(changeTexts.busy));
    expect(asked()).toEqual([]);
  });

  it('has an order that Shopify refused, and that somebody moved ahead since, skipped and charged as any other', async () => {
    const [next] = (await shown()).coming;
    await ask({ change: 'move', cycle: 1, day: addDays(next?.day ?? '', -2) });
    const userErrors = [{ message: 'Not now.', code: 'CONTRACT_UNDER_REVIEW' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
    await billing.moveOn();
    await charge();
    expect(await billing.states()).toEqual(['1 open: under review']);
    await context().graphql(moveCycle, {
      ...{
        id: globalIdOf('SubscriptionContract', changed.id),
        index: 1,
        reason: 'MERCHANT_INITIATED',
      },
      date: hourOfDay((await shown()).timeZone, next?.day ?? '', 0).toISOString(),
    });
    await refreshContract(context(), changed.id);
    expect((await shown()).coming[0]).toMatchObject({
      ...{ day: next?.day, outcome: 'upcoming' },
      changes: ['skip', 'move', 'move following', 'bill'],
    });
    expect((await ask({ change: 'skip', cycle: 1 })).coming[0]).toMatchObject({ outcome: 'left' });
  });

  it('says why the platform refuses', async () => {
    const refuse = (code: string) => {
      const userErrors = [{ message: 'Not today.', code }];
      control().addFault({ kind: 'userErrors', userErrors, operation: 'PauseContract' });
    };
    refuse('INVALID');
    expect(await refusal(ask({ change: 'pause' }))).toBe(
      conflict(changeTexts.refused('Not today.')),
    );
    refuse('CONTRACT_TERMINATED');
    expect(await refusal(ask({ change: 'pause' }))).toBe(conflict(changeTexts.over));
    expect(await shown()).toMatchObject({ status: 'ACTIVE' });
  });

  it('asks what is true where the platform’s answer is lost', async () => {
    const lose = (afterExecution: boolean) =>
      control().addFault({
        ...{ kind: 'status', status: 502, afterExecution, operation: 'PauseContract' },
      });
    lose(false);
    expect(await refusal(ask({ change: 'pause' }))).toMatch(/^outcome unknown: /);
    expect(await shown()).toMatchObject({ status: 'ACTIVE' });
    lose(true);
    expect(await ask({ change: 'pause' })).toMatchObject({ status: 'PAUSED' });
  });

  it('tells in its history what was done, by whom and once, and nothing of what was refused', async () => {
    const as = (actor: string | null) => ({ ...context(), actor });
    const { tag, coming } = await shown();
    const day = coming[0]?.day;
    await changeSubscriptionContract(as('1'), changed.id, { change: 'skip', cycle: 1 }, tag);
    await changeSubscriptionContract(as('1'), changed.id, { change: 'skip', cycle: 1 }, tag);
    const refused = { kind: 'userErrors', userErrors: [{ message: 'No.', code: 'INVALID' }] };
    control().addFault({ ...refused, kind: 'userErrors', operation: 'PauseContract' });
    await refusal(ask({ change: 'pause' }));
    const lost = { status: 502, afterExecution: true, operation: 'PauseContract' };
    control().addFault({ kind: 'status', ...lost });
    await ask({ change: 'pause' });
    const { history } = await getSubscriptionContract(as('1'), changed.id);
    expect(history.filter(({ by }) => by !== null)).toMatchObject([
      { event: 'paused', by: { who: 'merchant', isYou: false }, details: {}, why: null },
      { event: 'skipped', by: { who: 'merchant', isYou: true }, details: { day } },
    ]);
    const toOther = await getSubscriptionContract(as('2'), changed.id);
    expect(toOther.history.every(({ by }) => by?.isYou !== true)).toBe(true);
    const contract = await findKeptContract(context(), changed.id);
    await eraseContractCustomer(service.database, shop, contract?.contract.customerId ?? '');
    expect((await shown()).history.every(({ by }) => by === null)).toBe(true);
  });

  it('is done, and told so, where it can’t be read anew', async () => {
    const { tag } = await shown();
    let isPaused = false;
    const graphql: ShopContext['graphql'] = async (operation, ...rest) => {
      if (isPaused) throw new ServiceError('unavailable', { message: 'Not now.' });
      isPaused = operation.name === 'PauseContract';
      return await context().graphql(operation, ...rest);
    };
    const flaky = { ...context(), graphql };
    expect(
      await changeSubscriptionContract(flaky, changed.id, { change: 'pause' }, tag),
    ).toBeDefined();
    expect((await shown()).history[0]).toMatchObject({ event: 'paused' });
    await refreshContract(context(), changed.id);
    expect(await shown()).toMatchObject({ status: 'PAUSED' });
  });

  it.each([
    ['open', 'tries again'],
    ['left', 'contract paused'],
  ] as const)(
    'names no first day after a pause where an order that failed before is tried again (%s)',
    async (state, reason) => {
      const paused = await ask({ change: 'pause' });
      expect(paused.firstIfResumed).not.toBeNull();
      const of = { shop, contractId: changed.id, cycleIndex: 1 };
      const at = now();
      await service.database
        .insert(cycleBillingTable)
        .values({ ...of, expectedAt: at, state, reason, nextAt: at, changedAt: at });
      expect((await shown()).firstIfResumed).not.toBeNull();
      await service.database
        .insert(billingAttemptTable)
        .values({ ...of, number: 1, input: {}, begunAt: at, state: 'failed' });
      expect((await shown()).firstIfResumed).toBeNull();
    },
  );

  it('resumes by itself on the day that was asked for, unless somebody was faster', async () => {
    const { timeZone, coming } = await shown();
    const today = dayIn(timeZone, now());
    const until = addDays(today, 2);
    expect(await refusal(ask({ change: 'pause', until: today }))).toBe(
      conflict(changeTexts.untilPast),
    );
    const paused = await ask({ change: 'pause', until });
    const firstIfResumed = coming[0]?.day;
    expect(paused).toMatchObject({ status: 'PAUSED', resumesOn: until, firstIfResumed });
    expect(paused.history[0]).toMatchObject({ event: 'paused', details: { until } });
    expect(await ask({ change: 'pause', until }, 'whatever was seen')).toEqual(paused);
    expect(asked()).toEqual(['PauseContract']);
    const waiting = await rowsOf(
      service.database,
      z.object({ at: z.coerce.date() }),
      sql`select start_after as at from jobs.job where name = 'resume-contract'`,
    );
    expect(waiting).toEqual([{ at: startOfDay(timeZone, until) }]);
    // It comes too early, and after a webhook had the contract read.
    await refreshContract(context(), changed.id);
    await resumeByItself(context(), changed.id);
    expect(await shown()).toMatchObject({ status: 'PAUSED', resumesOn: until });
    await control().clock.moveTo(startOfDay(timeZone, until));
    const name = { shop, name: chargeLeaseName(changed.id) };
    const lease = await takeLease(service.database, name, () => 60_000);
    expect(await refusal(resumeByItself(context(), changed.id))).toBe(conflict(changeTexts.busy));
    await lease?.end();
    await resumeByItself(context(), changed.id);
    const resumed = await shown();
    expect(resumed).toMatchObject({ status: 'ACTIVE', resumesOn: null, firstIfResumed: null });
    expect(resumed.history[0]).toMatchObject({ event: 'resumed', by: { who: 'cadence' } });
    expect(resumed.coming[0]).toMatchObject({ cycle: 1, day: coming[0]?.day });
    await ask({ change: 'pause' });
    await resumeByItself(context(), changed.id);
    expect(await shown()).toMatchObject({ status: 'PAUSED', resumesOn: null });
    await resumeByItself(context(), '999');
  });

  it.each([
    { hour: 0, late: 5_000, isLookedAt: false },
    { hour: 0, late: 5_000, isLookedAt: true },
    { hour: 10, late: 11 * 3_600_000, isLookedAt: true },
  ])('charges the order of the day that it was paused until: %j', async (when) => {
    const { timeZone, coming } = await shown();
    const until = coming[0]?.day ?? expect.fail();
    await service.database.update(billingSettingsTable).set({ hour: when.hour });
    await ask({ change: 'pause', until });
    await control().clock.moveTo(new Date(startOfDay(timeZone, until).getTime() + when.late));
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    if (when.isLookedAt) {
      await charge();
      expect(await billing.states()).toEqual(['1 left: contract paused']);
    }
    await resumeByItself(context(), changed.id);
    await charge();
    expect(await billing.states()).toEqual(['1 open: charging']);
  });

  it('lists what fell due before the day that it was paused until', async () => {
    const { timeZone, coming } = await shown();
    const until = addDays(coming[0]?.day ?? '', 1);
    await ask({ change: 'pause', until });
    await control().clock.moveTo(startOfDay(timeZone, until));
    await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    await resumeByItself(context(), changed.id);
    await charge();
    expect(await billing.states()).toEqual(['1 listed: due while paused']);
  });

  it.each([
    { isUsageBased: false, state: '1 open: charging' },
    { isUsageBased: null, state: '1 listed: usage unknown' },
  ])(
    'is charged today where an order is moved to it on the day of going live: %j',
    async ({ isUsageBased, state }) => {
      const { timeZone } = await shown();
      const tomorrow = addDays(dayIn(timeZone, now()), 1);
      await control().clock.moveTo(hourOfDay(timeZone, tomorrow, 12));
      await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
      await service.database.update(billingSettingsTable).set({ wentLiveAt: now() });
      await service.database.update(subscriptionContractTable).set({ isUsageBased });
      await ask({ change: 'move', cycle: 1, day: tomorrow });
      await charge();
      expect(await billing.states()).toEqual([state]);
    },
  );

  it('resumes as soon as a store lets us that was frozen when the pause was over', async () => {
    const { timeZone } = await shown();
    const until = addDays(dayIn(timeZone, now()), 1);
    await ask({ change: 'pause', until });
    await control().clock.moveTo(startOfDay(timeZone, until));
    await service.database.update(contractMirrorTable).set({ refusal: 'shop frozen' });
    asked();
    await resumeByItself(context(), changed.id);
    expect(asked()).toEqual([]);
    expect(await shown()).toMatchObject({ status: 'PAUSED', resumesOn: until });
    await service.database.update(contractMirrorTable).set({ refusal: null });
    await service.database.execute(sql`delete from jobs.job where name = 'resume-contract'`);
    for (let night = 0; night < 2; night += 1) await endOverduePauses(context());
    const sent = sql`select data from jobs.job where name = 'resume-contract'`;
    expect(await rowsOf(service.database, z.object({ data: z.unknown() }), sent)).toEqual([
      { data: { shop, contract: changed.id } },
    ]);
    await resumeByItself(context(), changed.id);
    expect(await shown()).toMatchObject({ status: 'ACTIVE', resumesOn: null });
  });

  it('is paused for good where the platform refuses to resume it by itself', async () => {
    const { timeZone } = await shown();
    const until = addDays(dayIn(timeZone, now()), 1);
    await ask({ change: 'pause', until });
    await control().clock.moveTo(startOfDay(timeZone, until));
    const userErrors = [{ message: 'No.', code: 'INVALID' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'ActivateContract' });
    await resumeByItself(context(), changed.id);
    expect(await shown()).toMatchObject({ status: 'PAUSED', resumesOn: null });
  });

  it('has other quantities and prices from the next order on, all of them or none', async () => {
    const { lines, deliveryPrice } = await shown();
    const [line] = lines;
    const set = { line: line?.id ?? '', quantity: 3, price: 1234 };
    const seen = (await shown()).tag;
    const after = await ask({ change: 'set lines', lines: [set] });
    expect(after).toMatchObject({
      amount: 3 * 1234 + deliveryPrice,
      lines: [{ quantity: 3, price: 1234 }],
    });
    expect(after.history[0]).toMatchObject({
      event: 'line changed',
      details: { subject: expect.stringContaining(line?.title ?? '-'), to: '3 × $12.34' },
    });
    expect(await ask({ change: 'set lines', lines: [set] }, seen)).toEqual(after);
    expect(asked()).toEqual(['CommitContractDraft']);
    const other = { ...set, quantity: 4 };
    expect(await refusal(ask({ change: 'set lines', lines: [other] }, seen))).toBe(
      conflict(changeTexts.changed),
    );
    const gone = { ...other, line: '99' };
    expect(await refusal(ask({ change: 'set lines', lines: [other, gone] }))).toBe(
      conflict(changeTexts.line),
    );
    for (const [operation, code, text] of [
      ['DraftContract', 'HAS_FUTURE_EDITS', changeTexts.edited],
      ['SetDraftLine', 'GREATER_THAN', changeTexts.refused('No.')],
      ['SetDraftLine', 'TOO_MANY_LINES', changeTexts.tooManyLines],
      ['CommitContractDraft', 'STALE_CONTRACT', changeTexts.changed],
    ] as const) {
      control().addFault({ kind: 'userErrors', userErrors: [{ message: 'No.', code }], operation });
      expect(await refusal(ask({ change: 'set lines', lines: [other] }))).toBe(conflict(text));
    }
    expect(await shown()).toEqual(after);
    const product = await productBeside(line?.title ?? '');
    const changed = { ...other, variant: product.id };
    const swapped = await ask({ change: 'set lines', lines: [changed] });
    expect(swapped.lines).toMatchObject([{ id: set.line, title: product.title, quantity: 4 }]);
    expect(swapped.history[0]).toMatchObject({
      details: { to: expect.stringMatching(`^${product.title}, .*4 × \\$12\\.34$`) },
    });
    const unknown = { ...changed, variant: '1' };
    expect(await refusal(ask({ change: 'set lines', lines: [unknown] }))).toMatch(
      /^conflict: Shopify refused this: /,
    );
    const lost = { status: 502, afterExecution: true, operation: 'CommitContractDraft' };
    control().addFault({ kind: 'status', ...lost });
    expect(await ask({ change: 'set lines', lines: [{ ...set, quantity: 5 }] })).toMatchObject({
      lines: [{ quantity: 5 }],
    });
    await billing.moveOn();
    await charge();
    const [attempt] = await service.database.select().from(billingAttemptTable);
    expect(attempt?.amount).toBe(5 * 1234 + deliveryPrice);
  });

  it('has the products, quantities and prices of before back, but not over what came after', async () => {
    const before = await shown();
    const [was] = before.lines;
    const other = await productBeside(was?.title ?? '');
    const line = { line: was?.id ?? '', quantity: 3, price: 1 };
    const change: ChangeContract = {
      change: 'set lines',
      lines: [{ ...line, variant: other.id }],
    };
    const back: ChangeContract = {
      change: 'set lines',
      lines: before.lines.map(({ id, quantity, price, variant }) => ({
        ...{ line: id, quantity, price, variant: variant ?? '' },
      })),
    };
    expect(changeContractSchema.parse(back)).toEqual(back);
    const changed = await ask(change);
    expect(changed.lines).toMatchObject([{ variant: other.id, quantity: 3, price: 1 }]);
    const undone = await ask(back, changed.tag);
    const kept = { variant: was?.variant, quantity: was?.quantity, price: was?.price };
    expect(undone.lines).toMatchObject([kept]);
    expect(undone.amount).toBe(before.amount);
    expect(undone.history[0]).toMatchObject({
      event: 'line changed',
      details: { from: '3 × $0.01' },
    });
    // The same again does nothing, though what it was seen as is long over.
    expect(await ask(back, changed.tag)).toEqual(undone);
    const { tag } = await ask(change);
    await ask({ change: 'set lines', lines: [{ ...line, quantity: 4 }] });
    expect(await refusal(ask(back, tag))).toBe(conflict(changeTexts.changed));
    expect((await shown()).lines).toMatchObject([{ variant: other.id, quantity: 4, price: 1 }]);
  });

  it('has the platform ask the customer for a payment method, once in ten minutes', async () => {
    await ask({ change: 'ask for method' });
    await ask({ change: 'ask for method' });
    expect(asked()).toEqual(['SendMethodUpdate']);
    expect((await shown()).history[0]).toMatchObject({ event: 'asked for method' });
    await control().clock.moveTo(new Date(now().getTime() + 11 * 60_000));
    // Whether this one was sent, nobody knows.
    const lost = { status: 502, afterExecution: true, operation: 'SendMethodUpdate' };
    control().addFault({ kind: 'status', ...lost });
    expect(await refusal(ask({ change: 'ask for method' }))).toMatch(/^outcome unknown: /);
    await ask({ change: 'ask for method' });
    expect(asked()).toEqual(['SendMethodUpdate']);
    await control().clock.moveTo(new Date(now().getTime() + 11 * 60_000));
    const userErrors = [{ message: 'No.' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'SendMethodUpdate' });
    expect(await refusal(ask({ change: 'ask for method' }))).toBe(
      conflict(changeTexts.refused('No.')),
    );
  });

  it('has no order charged today that would have to move past a skipped one', async () => {
    const next = async () => (await shown()).coming.find(({ outcome }) => outcome === 'upcoming');
    expect((await next())?.changes).toContain('bill');
    await ask({ change: 'skip', cycle: 1 });
    expect(await next()).toMatchObject({ cycle: 2, changes: expect.not.arrayContaining(['bill']) });
    expect(await refusal(ask({ change: 'bill', cycle: 2 }))).toBe(
      conflict(changeTexts.orderNotNow),
    );
  });

  it.each([{ isEarly: true }, { isEarly: false }])(
    'has its next order charged today, by the same run as any other: %j',
    async ({ isEarly }) => {
      const [next, after] = (await shown()).coming;
      expect(next?.changes).toContain('bill');
      // Before the hour of billing and after it.
      if (isEarly) {
        const { timeZone } = await shown();
        const tomorrow = addDays(dayIn(timeZone, now()), 1);
        await control().clock.moveTo(hourOfDay(timeZone, tomorrow, 8));
        await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
      }
      expect(after?.changes).toEqual(['skip', 'move']);
      expect(await refusal(ask({ change: 'bill', cycle: after?.cycle ?? 0 }))).toBe(
        conflict(changeTexts.orderNotNow),
      );
      const moved = await ask({ change: 'bill', cycle: 1 });
      await ask({ change: 'bill', cycle: 1 }, 'whatever was seen');
      expect(asked()).toEqual(['MoveCycle']);
      const today = dayIn(moved.timeZone, now());
      expect(moved.history[0]).toMatchObject({
        event: 'hastened',
        details: { day: next?.day, newDay: today },
      });
      expect(moved.history.map(({ event }) => event)).not.toContain('moved');
      expect(moved.coming[0]).toMatchObject({ cycle: 1, day: today });
      const [{ chargedFrom = '' } = {}] = moved.coming;
      if (new Date(chargedFrom) > now()) {
        await control().clock.moveTo(new Date(chargedFrom));
        // In the store's night that is hours ahead, and nothing is charged by an old mirror.
        await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
      }
      await charge();
      expect(await billing.states()).toEqual(['1 open: charging']);
      await billing.moveOn();
      await charge();
      expect(await billing.states()).toEqual(['1 paid: paid']);
      expect((await shown()).coming[0]).toMatchObject({ cycle: 2, day: after?.day });
    },
  );

  it('tells what was done outside of Cadence, once and not in place of what was done here', async () => {
    const told = async () => {
      const { history } = await shown();
      return history.flatMap(({ event, by, details }) =>
        by === null ? [] : [[by.who, event, details.day].filter(Boolean).join(' ')],
      );
    };
    const [first, second] = (await shown()).coming;
    const gid = `gid://shopify/SubscriptionContract/${changed.id}`;
    await service.admin(
      shop,
      'mutation ($id: ID!) { subscriptionBillingCycleSkip(billingCycleInput: { contractId: $id, selector: { index: 2 } }) { userErrors { message } } }',
      { id: gid },
    );
    control().changeContract(shop, Number(changed.id), { status: 'PAUSED' });
    await refreshContract(context(), changed.id);
    await refreshContract(context(), changed.id);
    const skipped = `elsewhere skipped ${second?.day}`;
    expect((await told()).sort()).toEqual(['elsewhere paused', skipped]);
    // Here the webhook about a change comes before the change is told.
    control().changeContract(shop, Number(changed.id), { status: 'ACTIVE' });
    await refreshContract(context(), changed.id);
    await recordInTimeline(context(), {
      ...{ contract: changed.id, kind: 'resumed', by: { who: 'merchant' } },
    });
    await ask({ change: 'skip', cycle: 1 });
    expect((await told()).sort()).toEqual([
      'elsewhere paused',
      skipped,
      'merchant resumed',
      `merchant skipped ${first?.day}`,
    ]);
  });

  it('tells which product, quantity, price or plan was changed outside of Cadence, and not what was changed here', async () => {
    const told = async () =>
      (await shown()).history.flatMap(({ event, by, details }) =>
        by === null ? [] : [[by.who, event, details.from, details.to]],
      );
    const [line] = (await shown()).lines;
    const kept = eq(lineTable.contractId, changed.id);
    // It was so when it was read before.
    await service.database
      .update(lineTable)
      .set({ quantity: 9, variantId: '1', title: 'Former blend', price: 1000 })
      .where(kept);
    await refreshContract(context(), changed.id);
    await refreshContract(context(), changed.id);
    const found = ['line changed', '9 × $10.00', expect.stringContaining(`${line?.title}`)];
    expect(await told()).toEqual([['elsewhere', ...found]]);
    // An entry of another product stays.
    await ask({ change: 'set lines', lines: [{ line: line?.id ?? '', quantity: 3, price: 1234 }] });
    expect(await told()).toEqual([
      ['merchant', 'line changed', expect.any(String), '3 × $12.34'],
      ['elsewhere', ...found],
    ]);
    // The webhook comes before the change is told.
    await service.database.update(lineTable).set({ quantity: 2, title: 'Other blend' }).where(kept);
    await refreshContract(context(), changed.id);
    expect((await told())[0]).toEqual(['elsewhere', 'line changed', '2 × $12.34', '3 × $12.34']);
    const subject = (await shown()).history[0]?.details.subject ?? '';
    await recordInTimeline(context(), {
      ...{ contract: changed.id, kind: 'line changed', by: { who: 'merchant' } },
      details: { subject, from: '2 × $12.34', to: '3 × $12.34' },
    });
    expect((await told()).filter(([who]) => who === 'elsewhere')).toEqual([
      ['elsewhere', ...found],
    ]);
    const name = line?.planName ?? '';
    // Its price isn't told beside the plan.
    await service.database
      .update(lineTable)
      .set({ planId: '1', planName: 'Former', price: 999 })
      .where(kept);
    await refreshContract(context(), changed.id);
    expect((await told())[0]).toEqual(['elsewhere', 'plan changed', 'Former', name]);
    const before = await told();
    const price = (currentPrice: string) =>
      control().changeContract(shop, Number(changed.id), ({ lines }) => ({
        lines: lines.map((one) => ({ ...one, currentPrice })),
      }));
    // One soon after the other, and after what was changed here.
    for (const [currentPrice, from, to] of [
      ['13.00', '3 × $12.34', '3 × $13.00'],
      ['12.00', '3 × $13.00', '3 × $12.00'],
    ] as const) {
      price(currentPrice);
      await refreshContract(context(), changed.id);
      before.unshift(['elsewhere', 'line changed', from, to]);
      expect(await told()).toEqual(before);
    }
    // They stay when it is changed here soon after.
    await ask({ change: 'set lines', lines: [{ line: line?.id ?? '', quantity: 4, price: 1200 }] });
    before.unshift(['merchant', 'line changed', '3 × $12.00', '4 × $12.00']);
    expect(await told()).toEqual(before);
  });

  it('tells no price beside another plan, also of a line that had that plan before', async () => {
    control().changeContract(shop, Number(changed.id), ({ lines }) => ({
      lines: lines.flatMap((one) => [one, { ...one, id: one.id + 1000 }]),
    }));
    await refreshContract(context(), changed.id);
    const [first, second] = (await shown()).lines;
    const ofLine = (id = '') => and(eq(lineTable.contractId, changed.id), eq(lineTable.id, id));
    const table = () => service.database.update(lineTable);
    await table().set({ planId: '1', planName: 'Former' }).where(ofLine(first?.id));
    await table().set({ price: 999 }).where(ofLine(second?.id));
    const { history } = await shown();
    await refreshContract(context(), changed.id);
    const found = (await shown()).history.slice(0, -history.length);
    expect(found.map(({ event }) => event)).toEqual(['plan changed']);
  });

  it('tells of another card in each subscription that it pays, and that it was removed', async () => {
    const { paymentMethodId, id: other } = await subscribe();
    control().changeContract(shop, Number(changed.id), { paymentMethodId });
    const told = async () => {
      const histories = [];
      for (const id of [changed.id, other]) {
        await refreshContract(context(), id);
        const { history } = await getSubscriptionContract(context(), id);
        histories.push(
          history.flatMap(({ by, event }) => (by === null ? [] : `${by.who} ${event}`)),
        );
        expect(history.every(({ details }) => Object.keys(details).length === 0)).toBe(true);
      }
      return histories;
    };
    const another = 'elsewhere method changed';
    expect(await told()).toEqual([[another], []]);
    const change = async (to: object) => {
      await control().act(shop, 'payment-method', { paymentMethodId, ...to });
      // Of each webhook, and of the readings below.
      await service.settled();
    };
    await change({ lastDigits: '1881' });
    expect(await told()).toEqual([[another, another], [another]]);
    await change({ expiryMonth: 1, expiryYear: 2041 });
    expect(await told()).toEqual([
      [another, another, another],
      [another, another],
    ]);
    await change({ revokedReason: 'MANUALLY_REVOKED' });
    const removed = 'elsewhere method removed';
    expect(await told()).toEqual([
      [removed, another, another, another],
      [removed, another, another],
    ]);
    await change({ lastDigits: '4242', revokedReason: null });
    expect((await told()).map(([latest]) => latest)).toEqual([another, another]);
  });

  it('keeps why it was canceled', async () => {
    const { history } = await ask({ change: 'cancel', reason: 'price', note: 'Too dear by now.' });
    expect(history[0]).toMatchObject({
      ...{ event: 'canceled', details: { reason: 'price' }, why: 'Too dear by now.' },
    });
  });

  it('is refused for a subscription that is gone', async () => {
    const { tag } = await shown();
    control().changeContract(shop, Number(changed.id), null);
    expect(await refusal(ask({ change: 'pause' }, tag))).toBe(conflict(changeTexts.gone));
    expect(await shown()).toMatchObject({ isGone: true });
  });

  it.each([
    { change: 'burn' },
    { change: 'skip' },
    { change: 'skip', cycle: -1 },
    { change: 'move', cycle: 1, day: '2026-02-30' },
    { change: 'pause', until: 'soon' },
    { change: 'cancel', reason: 'bored' },
    { change: 'cancel', note: 'x'.repeat(256) },
    { change: 'set lines', lines: [] },
    { change: 'set lines', lines: [{ line: '1', quantity: 0, price: 1 }] },
    { change: 'set lines', lines: [{ line: '1', quantity: 1, price: 0.5 }] },
  ])('refuses %j', async (body) => {
    const answer = await service.call(shop, 'POST', `/subscription/contract/${changed.id}`, {
      body,
    });
    expect(answer.status).toBe(422);
  });
});
