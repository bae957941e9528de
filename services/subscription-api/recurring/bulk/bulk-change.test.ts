import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type BulkChange,
  type BulkChangeBody,
  type BulkDecision,
  type BulkFilter,
  bulkChangeListSchema,
  bulkChangeSchema,
  bulkOptionsSchema,
  bulkRowListSchema,
} from '#contract/bulk-change.ts';
import { bulkTexts } from '#contract/bulk-change-names.ts';
import { addDays, dayIn } from '#contract/calendar.ts';
import { ServiceError } from '../../service-error.ts';
import { approveVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  bulkChangeRowTable,
  bulkChangeTable,
  customerNoticeTable,
  cycleBillingTable,
  rotationTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { chargeLeaseName } from '../billing/charge-cycle.ts';
import { changeTexts } from '../contracts/change.ts';
import { getSubscriptionContract } from '../contracts/contract.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { forgetOldBulkChanges, getBulkChange, listBulkRows } from './bulk-change.ts';
import { carryOutBulkChange, decideBulkChange } from './carry-out.ts';
import { prepareBulkChange } from './prepare.ts';

const changing = [
  ...['PauseContract', 'ActivateContract', 'CancelContract'],
  ...['MoveCycle', 'CommitContractDraft'],
];
const nobody: BulkChange['counts'] = { waiting: 0, doing: 0, done: 0, refused: 0, leftOut: 0 };

describe.each(databases)('changing many subscriptions on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, contextWithoutJobs: context } = billing;
  let ids: string[];

  const prepare = (change: BulkChangeBody, filter: BulkFilter = {}) =>
    prepareBulkChange(context(), { change, filter });
  const decide = (id: string, decision: BulkDecision) => decideBulkChange(context(), id, decision);
  const run = (id: string, signal = new AbortController().signal) =>
    carryOutBulkChange(context(), id, signal);
  async function carriedOut(change: BulkChangeBody, filter: BulkFilter = {}) {
    const { id } = await prepare(change, filter);
    await decide(id, 'begin');
    await run(id);
    return await getBulkChange(context(), id);
  }
  const shown = (id: string) => getSubscriptionContract(context(), id);
  const statuses = async () => await Promise.all(ids.map(async (id) => (await shown(id)).status));
  /** What was asked of the platform to change something. */
  const asked = () => service.operations().filter((name) => changing.includes(name));
  const rowsOf = async (id: string, show: 'included' | 'refused' | 'left out' = 'included') =>
    (await listBulkRows(context(), id, { show })).rows;
  const refusal = async (asking: Promise<unknown>) =>
    await asking.then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.message : String(error)),
    );
  async function coffee() {
    const { variants } = bodyOf(
      await service.call(shop, 'GET', '/subscription/bulk-options'),
      bulkOptionsSchema,
    );
    const [variant] = variants;
    if (variant === undefined) throw new Error('Nothing is subscribed to.');
    return variant;
  }
  const priceOf = async (id: string) => (await shown(id)).lines[0]?.price ?? 0;

  beforeEach(async () => {
    await billing.reset();
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await billing.subscribe()).id);
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await service.settled();
    service.operations();
  });

  it('doesn’t take an order for charging that the platform has refused', async () => {
    const [refused = ''] = ids;
    const cycle = { shop, contractId: refused, cycleIndex: 1 };
    await service.database.insert(cycleBillingTable).values({
      ...cycle,
      ...{ state: 'listed', reason: 'refused: CONTRACT_PAUSED' },
      ...{ expectedAt: now(), changedAt: now() },
    });
    await service.database.insert(billingAttemptTable).values({
      ...{ ...cycle, number: 1, input: {}, begunAt: now() },
      ...{ state: 'begun', errorCode: 'CONTRACT_PAUSED' },
    });
    expect(await prepare({ change: 'pause' })).toMatchObject({
      counts: { waiting: 3, leftOut: 0 },
    });
    // Somebody has moved it ahead since.
    await service.database.update(cycleBillingTable).set({ state: 'open', reason: 'under review' });
    const { id } = await prepare({ change: 'move', to: { days: -1 } });
    const [next] = (await shown(refused)).coming;
    expect((await rowsOf(id)).map(({ day }) => day)).toEqual(ids.map(() => next?.day));
  });

  it('says before anything is done how many it is, what each will pay, and who is left out and why', async () => {
    const [paused = '', ended = '', charged = ''] = ids;
    const last = (await billing.subscribe()).id;
    control().changeContract(shop, Number(paused), { status: 'PAUSED' });
    control().changeContract(shop, Number(ended), { status: 'CANCELLED' });
    for (const id of [paused, ended]) await refreshContract(context(), id);
    const cycle = { shop, contractId: charged, cycleIndex: 1 };
    await service.database.insert(cycleBillingTable).values({
      ...cycle,
      ...{ state: 'open', reason: 'charging', expectedAt: now(), changedAt: now() },
    });
    await service.database
      .insert(billingAttemptTable)
      .values({ ...cycle, number: 1, input: {}, state: 'pending', begunAt: now() });
    const prepared = await prepare({ change: 'pause' });
    const { amount, currencyCode } = await shown(last);
    expect(prepared).toMatchObject({
      ...{ state: 'prepared', counts: { ...nobody, waiting: 1, leftOut: 3 } },
      ...{ isYours: true, sums: [{ currencyCode, subscriptions: 1, amount, newAmount: 0 }] },
    });
    expect(
      prepared.leftOut.toSorted((one, other) => one.reason.localeCompare(other.reason)),
    ).toEqual([
      { reason: 'as asked', subscriptions: 1 },
      { reason: 'charging', subscriptions: 1 },
      { reason: 'over', subscriptions: 1 },
    ]);
    expect(await rowsOf(prepared.id)).toMatchObject([{ contract: last, amount, newAmount: 0 }]);
    expect((await rowsOf(prepared.id, 'left out')).map(({ contract }) => contract)).toEqual(
      [paused, ended, charged].toSorted(),
    );
    await run(prepared.id);
    expect(asked()).toEqual([]);
    expect((await prepare({ change: 'cancel' }, { status: 'PAUSED' })).counts).toEqual({
      ...nobody,
      waiting: 1,
    });
    expect(await refusal(prepare({ change: 'pause' }, { plan: 'None of this name' }))).toBe(
      bulkTexts.none,
    );
    // Meanwhile one that was ticked is paused, and one gone from the platform.
    await service.database
      .update(subscriptionContractTable)
      .set({ goneAt: now() })
      .where(eq(subscriptionContractTable.id, ended));
    const ticked = await prepareBulkChange(context(), {
      ...{ change: { change: 'pause' }, filter: { status: 'ACTIVE' } },
      contracts: [paused, ended, last],
    });
    expect(ticked).toMatchObject({ ticked: 3, counts: { ...nobody, waiting: 1, leftOut: 2 } });
    expect(ticked.leftOut).toEqual([
      { reason: 'as asked', subscriptions: 1 },
      { reason: 'over', subscriptions: 1 },
    ]);
  });

  it('pauses all, each once and told in its history, and resumes them, but not what somebody else changed', async () => {
    const until = addDays(dayIn('America/Los_Angeles', now()), 30);
    const done = await carriedOut({ change: 'pause', until });
    expect(done).toMatchObject({ state: 'done', counts: { ...nobody, done: 3 }, canGoBack: 3 });
    expect(asked()).toEqual(['PauseContract', 'PauseContract', 'PauseContract']);
    expect(await statuses()).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
    const [first = '', second = ''] = ids;
    const { history, resumesOn } = await shown(first);
    expect(resumesOn).toBe(until);
    expect(history.filter(({ event }) => event === 'paused')).toMatchObject([
      { by: { who: 'merchant', isYou: true }, details: { until, bulk: done.id } },
    ]);
    // Begun twice, and by a job too many.
    await decide(done.id, 'begin');
    await run(done.id);
    expect(asked()).toEqual([]);

    control().changeContract(shop, Number(second), { status: 'ACTIVE' });
    await refreshContract(context(), second);
    const back = await prepareBulkChange(context(), { takesBack: done.id });
    expect(back).toMatchObject({
      ...{ takesBack: done.id, counts: { ...nobody, waiting: 2, leftOut: 1 } },
      leftOut: [{ reason: 'as asked', subscriptions: 1 }],
    });
    // Somebody resumes it in the meantime, and pauses it until another day.
    control().changeContract(shop, Number(first), { status: 'PAUSED' });
    await service.database
      .update(subscriptionContractTable)
      .set({ resumesAt: null })
      .where(eq(subscriptionContractTable.id, first));
    await decide(back.id, 'begin');
    await run(back.id);
    expect(await getBulkChange(context(), back.id)).toMatchObject({
      ...{ state: 'done', counts: { ...nobody, done: 1, refused: 1, leftOut: 1 }, canGoBack: 0 },
    });
    expect(await rowsOf(back.id, 'refused')).toMatchObject([
      { contract: first, refused: changeTexts.changed },
    ]);
    expect(await statuses()).toEqual(['PAUSED', 'ACTIVE', 'ACTIVE']);
    expect(await getBulkChange(context(), done.id)).toMatchObject({ takenBackBy: back.id });
    expect(await refusal(prepareBulkChange(context(), { takesBack: done.id }))).toBe(
      bulkTexts.nothingToTakeBack,
    );
  });

  it('prepares no pause until a day that is over where the store is, or today', async () => {
    const today = dayIn('America/Los_Angeles', now());
    for (const until of [addDays(today, -1), today]) {
      expect(await refusal(prepare({ change: 'pause', until }))).toBe(bulkTexts.untilPast);
    }
    const { counts } = await prepare({ change: 'pause', until: addDays(today, 1) });
    expect(counts).toEqual({ ...nobody, waiting: 3 });
  });

  it('changes a price by percent as it was shown, and puts the earlier one back', async () => {
    const variant = await coffee();
    const price = await priceOf(ids[0] ?? '');
    const before = (await shown(ids[0] ?? '')).amount;
    const change = { change: 'price', variant, to: { basisPoints: 1250 } } as const;
    const prepared = await prepare(change);
    const newPrice = Math.round((price * 1125) / 1000);
    const [row] = await rowsOf(prepared.id);
    expect(row).toMatchObject({ amount: before, newAmount: before + newPrice - price });
    // What somebody changes after the preview isn't overwritten.
    const [first = '', second = ''] = ids;
    control().changeContract(shop, Number(first), { deliveryPrice: '9.90' });
    await decide(prepared.id, 'begin');
    await run(prepared.id);
    expect(await getBulkChange(context(), prepared.id)).toMatchObject({
      counts: { ...nobody, waiting: 1, done: 2 },
    });
    // Its webhook was still on its way: it is looked at once more.
    await run(prepared.id);
    expect(await rowsOf(prepared.id, 'refused')).toMatchObject([
      { contract: first, refused: changeTexts.changed },
    ]);
    expect([await priceOf(first), await priceOf(second)]).toEqual([price, newPrice]);
    expect((await shown(second)).history[0]).toMatchObject({
      ...{ event: 'line changed', details: { bulk: prepared.id } },
    });
    const same = await prepare({ change: 'price', variant, to: { basisPoints: 0 } });
    expect(same.leftOut).toEqual([{ reason: 'as asked', subscriptions: 3 }]);
    const other = { amount: 1, currencyCode: 'KWD' };
    expect((await prepare({ change: 'price', variant, to: other })).leftOut).toEqual([
      { reason: 'other currency', subscriptions: 3 },
    ]);
    const gone = { id: '1', name: 'None' };
    expect((await prepare({ ...change, variant: gone })).leftOut).toEqual([
      { reason: 'no product', subscriptions: 3 },
    ]);
    const back = await prepareBulkChange(context(), { takesBack: prepared.id });
    await decide(back.id, 'begin');
    await run(back.id);
    expect(await Promise.all(ids.map(priceOf))).toEqual([price, price, price]);
  });

  it('sets a price also where two lines of the product cost as much together as before', async () => {
    const [id = ''] = ids;
    const variant = await coffee();
    const lines = await service.database.select().from(subscriptionContractLineTable);
    const line = lines.find(({ contractId }) => contractId === id) ?? expect.fail();
    const amount = line.price + 100;
    await service.database
      .insert(subscriptionContractLineTable)
      .values({ ...line, id: 'second', position: 2, price: amount + 100 });
    const change = { change: 'price', variant, to: { amount, currencyCode: 'USD' } } as const;
    expect((await prepare(change)).counts).toEqual({ ...nobody, waiting: 3 });
  });

  it('replaces a coffee at the price that it has, and puts it back', async () => {
    const variant = await coffee();
    const { lines } = await shown((await billing.subscribe({ lines: 2 })).id);
    const other = lines.find(({ title, variantTitle }) => {
      return [title, variantTitle].filter(Boolean).join(', ') !== variant.name;
    });
    expect(other).toBeDefined();
    const { variants } = bodyOf(
      await service.call(shop, 'GET', '/subscription/bulk-options'),
      bulkOptionsSchema,
    );
    const by = variants.find(({ id }) => id !== variant.id) ?? variant;
    const done = await carriedOut({ change: 'replace', variant, by });
    expect(done.counts).toMatchObject({ refused: 0, waiting: 0 });
    expect(done.counts.done).toBeGreaterThan(0);
    const again = await prepare({ change: 'replace', variant, by });
    expect(again.counts.waiting).toBe(0);
    const back = await prepareBulkChange(context(), { takesBack: done.id });
    await decide(back.id, 'begin');
    await run(back.id);
    const after = await prepare({ change: 'replace', variant, by });
    expect(after.counts.waiting).toBe(done.counts.done);
  });

  it('moves the next orders within their period, and back', async () => {
    const [day = ''] = await Promise.all(ids.map(async (id) => (await shown(id)).coming[0]?.day));
    const late = await prepare({ change: 'move', to: { days: 3 } });
    expect(late.leftOut).toEqual([{ reason: 'too late', subscriptions: 3 }]);
    expect((await prepare({ change: 'move', to: { day: '2020-01-01' } })).leftOut).toEqual([
      { reason: 'past', subscriptions: 3 },
    ]);
    const done = await carriedOut({ change: 'move', to: { days: -2 } });
    expect(done.counts).toEqual({ ...nobody, done: 3 });
    expect(await rowsOf(done.id)).toMatchObject(ids.map(() => ({ day, newDay: addDays(day, -2) })));
    for (const id of ids)
      expect((await shown(id)).coming[0]).toMatchObject({ day: addDays(day, -2) });
    const back = await prepareBulkChange(context(), { takesBack: done.id });
    await decide(back.id, 'begin');
    await run(back.id);
    for (const id of ids) expect((await shown(id)).coming[0]).toMatchObject({ cycle: 1, day });
  });

  it.each([{ change: 'resume' as const }, { change: 'move' as const, to: { days: -2 } }])(
    'refuses to $change what costs something else than was shown, and shows for the way back what it costs by then',
    async (change) => {
      if (change.change === 'resume') await carriedOut({ change: 'pause' });
      const [first = '', second = '', third = ''] = ids;
      const reprice = (id: string, deliveryPrice: string) =>
        control().changeContract(shop, Number(id), { deliveryPrice });
      const { id } = await prepare(change);
      reprice(first, '9.90');
      reprice(second, '9.90');
      await refreshContract(context(), second);
      await decide(id, 'begin');
      await run(id);
      // Of the first nobody had heard.
      await run(id);
      expect((await getBulkChange(context(), id)).counts).toEqual({
        ...nobody,
        done: 1,
        refused: 2,
      });
      expect(await rowsOf(id, 'refused')).toMatchObject([
        { contract: first, refused: changeTexts.changed },
        { contract: second, refused: changeTexts.changed },
      ]);
      reprice(third, '9.90');
      await refreshContract(context(), third);
      const { amount } = await shown(third);
      const back = await prepareBulkChange(context(), { takesBack: id });
      const after = change.change === 'resume' ? 0 : amount;
      expect(await rowsOf(back.id)).toMatchObject([{ amount, newAmount: after }]);
      await decide(back.id, 'begin');
      await run(back.id);
      expect((await getBulkChange(context(), back.id)).counts).toEqual({ ...nobody, done: 1 });
    },
  );

  it('says of which the next product’s own price is to come, unless it sets the price', async () => {
    const rotating = (await billing.subscribe({ lines: 2 })).id;
    const lines = await service.database.select().from(subscriptionContractLineTable);
    const known = lines.filter(({ contractId }) => contractId === ids[0]);
    const own = lines.find(
      ({ contractId, variantId }) =>
        contractId === rotating && !known.some((line) => line.variantId === variantId),
    );
    const productId = own?.productId ?? expect.fail();
    await service.database
      .insert(rotationTable)
      .values({ shop, productId, price: 'product', products: ['1', '2'], version: 1 });
    const told = async (change: BulkChangeBody) => {
      const { id, sums } = await prepare(change);
      const found = (await rowsOf(id)).filter((row) => row.hasOwnPrice);
      return {
        sums: sums.map(({ ownPrices }) => ownPrices),
        rows: found.map((row) => row.contract),
      };
    };
    const one = { sums: [1], rows: [rotating] };
    expect(await told({ change: 'move', to: { days: -2 } })).toEqual(one);
    expect(await told({ change: 'pause' })).toEqual({ sums: [0], rows: [] });
    const price = (variant: string) =>
      told({ change: 'price', variant: { id: variant, name: 'A' }, to: { basisPoints: 1000 } });
    expect(await price(known[0]?.variantId ?? '')).toEqual(one);
    expect(await price(own?.variantId ?? '')).toEqual({ sums: [0], rows: [] });
    await service.database.delete(rotationTable);
  });

  it('is taken back once, however many previews of it there are', async () => {
    const { id } = await carriedOut({ change: 'pause' });
    const takesBack = { takesBack: id };
    const previews = [
      await prepareBulkChange(context(), takesBack),
      await prepareBulkChange(context(), takesBack),
    ];
    const begun = await Promise.all(previews.map((each) => refusal(decide(each.id, 'begin'))));
    expect(begun.toSorted()).toEqual([bulkTexts.takenBackAlready, 'done']);
    const [first] = previews.filter((_, index) => begun[index] === 'done');
    expect(await refusal(decide(first?.id ?? '', 'begin'))).toBe('done');
  });

  it('moves the order after one that failed and is tried again', async () => {
    const [id = ''] = ids;
    const [first, second] = (await shown(id)).coming;
    const cycle = { shop, contractId: id, cycleIndex: first?.cycle ?? 0 };
    await service.database.insert(cycleBillingTable).values({
      ...{ ...cycle, state: 'open', reason: 'tries again' },
      ...{ expectedAt: now(), changedAt: now() },
    });
    await service.database.insert(billingAttemptTable).values({
      ...{ ...cycle, number: 1, input: {}, state: 'failed', begunAt: now() },
    });
    const { id: preview } = await prepareBulkChange(context(), {
      ...{ change: { change: 'move', to: { days: -1 } }, filter: {}, contracts: [id] },
    });
    expect(await rowsOf(preview)).toMatchObject([{ day: second?.day }]);
  });

  it('says that more is subscribed to than can be chosen from', async () => {
    const options = async () =>
      bodyOf(await service.call(shop, 'GET', '/subscription/bulk-options'), bulkOptionsSchema);
    expect((await options()).hasMoreVariants).toBe(false);
    const [contract = ''] = ids;
    await service.database.insert(subscriptionContractLineTable).values(
      Array.from({ length: 1001 }, (_, index) => ({
        ...{ shop, contractId: contract, id: `${index}`, position: index + 1, price: 1 },
        ...{ variantId: `${index}`, title: `Coffee ${index}`, quantity: 1 },
      })),
    );
    expect(await options()).toMatchObject({ hasMoreVariants: true, variants: { length: 1000 } });
  });

  it('cancels with a reason, which nothing takes back', async () => {
    const done = await carriedOut({ change: 'cancel', reason: 'price' });
    expect(done).toMatchObject({ counts: { ...nobody, done: 3 }, canGoBack: 0 });
    expect((await shown(ids[0] ?? '')).history[0]).toMatchObject({
      ...{ event: 'canceled', details: { reason: 'price' } },
    });
    expect(await refusal(prepareBulkChange(context(), { takesBack: done.id }))).toBe(
      bulkTexts.nothingToTakeBack,
    );
  });

  it('stops in the middle, and goes on with those that are left', async () => {
    for (let count = 0; count < 4; count += 1) ids.push((await billing.subscribe()).id);
    const { id } = await prepare({ change: 'pause' });
    await decide(id, 'begin');
    let paused = 0;
    const stopping: ShopContext = {
      ...context(),
      graphql: async (operation, ...rest) => {
        if (operation.name === 'PauseContract') {
          paused += 1;
          if (paused === 1 || paused === 5) await decide(id, 'stop');
        }
        return await context().graphql(operation, ...rest);
      },
    };
    const stopInIt = () => carryOutBulkChange(stopping, id, new AbortController().signal);
    await stopInIt();
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'stopped', stoppedBecause: null, counts: { ...nobody, waiting: 3, done: 4 } },
    });
    await run(id);
    expect(paused).toBe(4);
    await decide(id, 'go on');
    // The last are being done already.
    await stopInIt();
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'done', counts: { ...nobody, done: 7 } },
    });
    expect(asked()).toHaveLength(7);
  });

  it('doesn’t go on once it’s being taken back, nor is it taken back as it was before it went on', async () => {
    for (let count = 0; count < 4; count += 1) ids.push((await billing.subscribe()).id);
    const { id } = await prepare({ change: 'pause' });
    await decide(id, 'begin');
    const stopping: ShopContext = {
      ...context(),
      graphql: async (operation, ...rest) => {
        if (operation.name === 'PauseContract') await decide(id, 'stop');
        return await context().graphql(operation, ...rest);
      },
    };
    const stopAgain = () => carryOutBulkChange(stopping, id, new AbortController().signal);
    await stopAgain();
    const early = await prepareBulkChange(context(), { takesBack: id });
    await control().clock.moveTo(new Date(now().getTime() + 60_000));
    await decide(id, 'go on');
    expect(await refusal(decide(early.id, 'begin'))).toBe(bulkTexts.wentOn);
    await decide(id, 'stop');
    const back = await prepareBulkChange(context(), { takesBack: id });
    await decide(back.id, 'begin');
    expect(await refusal(decide(id, 'go on'))).toBe(bulkTexts.goesOnNoMore);
    await run(back.id);
    expect(await refusal(decide(id, 'go on'))).toBe(bulkTexts.goesOnNoMore);
    await run(id);
    expect(await statuses()).toEqual(ids.map(() => 'ACTIVE'));
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'stopped', counts: { ...nobody, waiting: 3, done: 4 } },
    });
  });

  /** Carries a change out until the process dies, before or after the platform carries its first change of a contract out. */
  async function dieAtCommit(id: string, when: 'before' | 'after'): Promise<void> {
    let isDead = false;
    const dying: ShopContext = {
      ...context(),
      graphql: async (operation, ...rest) => {
        if (isDead) throw new Error('It is dead.');
        if (operation.name !== 'CommitContractDraft') return context().graphql(operation, ...rest);
        if (when === 'after') await context().graphql(operation, ...rest);
        isDead = true;
        throw new Error('It is dead.');
      },
    };
    await carryOutBulkChange(dying, id, new AbortController().signal).catch(() => {});
  }

  it.each(['before', 'after'] as const)(
    'is done once for each, and told so, where the process dies %s the platform is asked',
    async (when) => {
      const variant = await coffee();
      const [price] = await Promise.all(ids.map(priceOf));
      const { id } = await prepare({ change: 'price', variant, to: { basisPoints: -1000 } });
      await decide(id, 'begin');
      await dieAtCommit(id, when);
      expect((await getBulkChange(context(), id)).counts).toMatchObject({ done: 0 });
      if (when === 'after') {
        // The webhook comes before whoever goes on with it.
        for (const each of ids) await refreshContract(context(), each);
      }
      await run(id);
      expect(await getBulkChange(context(), id)).toMatchObject({
        ...{ state: 'done', counts: { ...nobody, done: 3 } },
      });
      expect(await Promise.all(ids.map(priceOf))).toEqual(
        ids.map(() => Math.round(((price ?? 0) * 9) / 10)),
      );
      for (const each of ids) {
        const { history } = await shown(each);
        const told = history.filter(({ event }) => event === 'line changed');
        expect(told).toMatchObject([{ details: { bulk: id, from: expect.any(String) } }]);
      }
      expect(asked()).toHaveLength(3);
    },
  );

  it('names the product that was replaced, and has the customer told, where the process dies and the webhook comes first', async () => {
    const variant = await coffee();
    await billing.subscribe({ lines: 2 });
    const { variants } = bodyOf(
      await service.call(shop, 'GET', '/subscription/bulk-options'),
      bulkOptionsSchema,
    );
    const by = variants.find(({ id }) => id !== variant.id) ?? expect.fail();
    const { id } = await prepare({ change: 'replace', variant, by });
    await decide(id, 'begin');
    await dieAtCommit(id, 'after');
    for (const each of ids) await refreshContract(context(), each);
    await run(id);
    const notices = await service.database.select().from(customerNoticeTable);
    for (const each of ids) {
      const { history, lines } = await shown(each);
      const told = history.filter(({ event }) => event === 'line changed');
      expect(told).toMatchObject([
        { details: { subject: variant.name, to: expect.stringContaining(lines[0]?.title ?? '?') } },
      ]);
      expect(notices.filter(({ contractId }) => contractId === each)).toMatchObject([
        { notice: 'customerProductChanged', subject: variant.name },
      ]);
    }
  });

  it.each(['before', 'after'] as const)(
    'takes back what it was stopped in the middle of, and nothing is being changed then: %s',
    async (when) => {
      const variant = await coffee();
      const prices = await Promise.all(ids.map(priceOf));
      const { id } = await prepare({ change: 'price', variant, to: { basisPoints: 1000 } });
      await decide(id, 'begin');
      await dieAtCommit(id, when);
      await decide(id, 'stop');
      expect(await getBulkChange(context(), id)).toMatchObject({
        ...{ state: 'stopped', counts: { ...nobody, doing: 3 }, canGoBack: 3 },
      });
      const back = await prepareBulkChange(context(), { takesBack: id });
      expect(back.counts).toEqual({ ...nobody, waiting: 3 });
      await decide(back.id, 'begin');
      expect((await getBulkChange(context(), id)).counts).toEqual({ ...nobody, refused: 3 });
      // What the mirror doesn't have yet is found out by the first.
      for (let time = 0; time < 2; time += 1) await run(back.id);
      const { state, counts } = await getBulkChange(context(), back.id);
      expect(state).toBe('done');
      // How many were asked before the process died is up to the database.
      expect(counts).toEqual({ ...nobody, done: counts.done, leftOut: 3 - counts.done });
      expect(counts.done > 0).toBe(when === 'after');
      for (const each of ids) await refreshContract(context(), each);
      expect(await Promise.all(ids.map(priceOf))).toEqual(prices);
    },
  );

  it('settles lost answers by how the platform has it', async () => {
    const lose = (afterExecution: boolean) =>
      control().addFault({
        ...{ kind: 'status', status: 502, afterExecution, operation: 'PauseContract' },
      });
    lose(true);
    lose(false);
    const { id } = await prepare({ change: 'pause' });
    await decide(id, 'begin');
    await run(id);
    expect((await getBulkChange(context(), id)).counts).toEqual({ ...nobody, doing: 1, done: 2 });
    await run(id);
    expect((await getBulkChange(context(), id)).counts).toEqual({ ...nobody, done: 3 });
    for (const each of ids) {
      const { history } = await shown(each);
      expect(history.filter(({ event }) => event === 'paused')).toHaveLength(1);
    }
  });

  it('says whom the platform refuses, and tries again later who is being charged', async () => {
    const [busy = ''] = ids;
    const lease = await takeLease(
      service.database,
      { shop, name: chargeLeaseName(busy) },
      () => 60_000,
    );
    const userErrors = [{ message: 'Not today.', code: 'INVALID' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'PauseContract' });
    const { id } = await prepare({ change: 'pause' });
    await decide(id, 'begin');
    await run(id);
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'running', counts: { ...nobody, waiting: 1, done: 1, refused: 1 } },
    });
    expect(await rowsOf(id, 'refused')).toMatchObject([
      { refused: changeTexts.refused('Not today.') },
    ]);
    await lease?.end();
    await run(id);
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'done', counts: { ...nobody, done: 2, refused: 1 } },
    });
  });

  it('stops where the platform lets nobody in, and throws where it does nothing but fail', async () => {
    const { id } = await prepare({ change: 'pause' });
    await decide(id, 'begin');
    const failing = (error: Error): ShopContext => ({
      ...context(),
      graphql: async () => {
        throw error;
      },
    });
    const down = new ServiceError('failed', { message: 'Down.' });
    const { signal } = new AbortController();
    expect(await refusal(carryOutBulkChange(failing(down), id, signal))).toBe('Down.');
    expect(await getBulkChange(context(), id)).toMatchObject({ state: 'running' });
    for (let tries = 1; tries < 10; tries += 1) {
      await refusal(carryOutBulkChange(failing(down), id, signal));
    }
    expect((await getBulkChange(context(), id)).state).toBe('running');
    await carryOutBulkChange(failing(down), id, signal);
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'stopped', stoppedBecause: bulkTexts.nothingSucceeds },
      counts: { waiting: 3 },
    });
    // It tries anew, and stops again.
    await decide(id, 'go on');
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await refusal(carryOutBulkChange(failing(down), id, signal))).toBe('Down.');
    }
    await carryOutBulkChange(failing(down), id, signal);
    expect((await getBulkChange(context(), id)).state).toBe('stopped');
    await decide(id, 'go on');
    const frozen = new ServiceError('shop frozen', { message: 'Frozen.' });
    await carryOutBulkChange(failing(frozen), id, signal);
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'stopped', stoppedBecause: 'Frozen.' },
    });
    await decide(id, 'go on');
    await run(id);
    expect((await getBulkChange(context(), id)).counts).toEqual({ ...nobody, done: 3 });
  });

  it('gives up one that can never be read, and is done then', async () => {
    const [unread = ''] = ids;
    const { id } = await prepare({ change: 'pause' });
    await decide(id, 'begin');
    const failing: ShopContext = {
      ...context(),
      graphql: async (operation, ...rest) => {
        if (JSON.stringify(rest).includes(`SubscriptionContract/${unread}"`)) {
          throw new ServiceError('failed', { message: 'Down.' });
        }
        return await context().graphql(operation, ...rest);
      },
    };
    const { signal } = new AbortController();
    for (let tries = 0; tries <= 10; tries += 1) {
      await refusal(carryOutBulkChange(failing, id, signal));
    }
    expect(await getBulkChange(context(), id)).toMatchObject({
      ...{ state: 'done', counts: { ...nobody, done: 2, refused: 1 } },
    });
    expect(await rowsOf(id, 'refused')).toMatchObject([{ contract: unread }]);
  });

  it('is asked for over the API, carried out by a job, and listed', async () => {
    const call = async (method: string, path: string, body?: unknown) =>
      await service.call(shop, method, `/subscription${path}`, { body });
    const prepared = bodyOf(
      await call('POST', '/bulk-change', { change: { change: 'pause' }, filter: {} }),
      bulkChangeSchema,
      201,
    );
    const list = async () => bodyOf(await call('GET', '/bulk-change'), bulkChangeListSchema);
    expect((await list()).changes).toEqual([]);
    await call('POST', `/bulk-change/${prepared.id}`, { decision: 'begin' });
    await service.settled();
    expect((await list()).changes).toMatchObject([
      { id: prepared.id, state: 'done', counts: { ...nobody, done: 3 } },
    ]);
    const page = async (query: string) =>
      bodyOf(await call('GET', `/bulk-change/${prepared.id}/row${query}`), bulkRowListSchema);
    const first = await page('?first=2');
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await page(`?first=2&after=${first.pageInfo.endCursor}`);
    expect([...first.rows, ...second.rows].map(({ contract }) => contract)).toEqual(ids.toSorted());
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect((await call('GET', `/bulk-change/${crypto.randomUUID()}`)).status).toBe(404);
    // Another shop's is none of theirs.
    await approveVendor(service.database, {
      shop: firstCrack,
      status: 'active',
      simpleSubscription: true,
    });
    const foreign = `/subscription/bulk-change/${prepared.id}`;
    const theirs = await Promise.all([
      service.call(firstCrack, 'GET', foreign),
      service.call(firstCrack, 'GET', `${foreign}/row`),
      service.call(firstCrack, 'POST', foreign, { body: { decision: 'go on' } }),
      service.call(firstCrack, 'POST', '/subscription/bulk-change', {
        body: { takesBack: prepared.id },
      }),
    ]);
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('is forgotten a day later where nobody began it, and 90 days later where somebody did', async () => {
    const [one, other] = [
      await prepare({ change: 'pause' }),
      await carriedOut({ change: 'pause' }),
    ];
    const count = () => service.database.$count(bulkChangeTable);
    const forget = (days: number) =>
      forgetOldBulkChanges(service.database, new Date(now().getTime() + days * 86_400_000));
    await forget(0);
    expect(await count()).toBe(2);
    await forget(2);
    expect(await refusal(getBulkChange(context(), one.id))).toBe(bulkTexts.notFound);
    expect(await getBulkChange(context(), other.id)).toMatchObject({ state: 'done' });
    await forget(91);
    expect([await count(), await service.database.$count(bulkChangeRowTable)]).toEqual([0, 0]);
  });

  it('takes 10,000 at once', async () => {
    const [id = ''] = ids;
    await service.database.execute(sql`
      insert into subscription_contract
      select (jsonb_populate_record(copied, jsonb_build_object('id', 9000000 + number))).*
      from subscription_contract copied, generate_series(1, 10000) number where copied.id = ${id}`);
    const prepared = await prepare({ change: 'pause' });
    expect(prepared.counts).toEqual({ ...nobody, waiting: 10_003 });
    expect(prepared.sums).toMatchObject([{ subscriptions: 10_003 }]);
  }, 60_000);
});
