import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingCycleTable,
  billingSettingsTable,
  cycleBillingTable,
  mirrorRepairTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { compareCycles } from './compare-cycles.ts';

const day = 86_400_000;

describe.each(databases)('the platform’s list of unbilled cycles on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  const repairs = () => service.database.select().from(mirrorRepairTable);

  async function forgetJobs(): Promise<void> {
    await service.database.execute(
      sql`delete from jobs.job where name in ('charge-due', 'sweep-contracts', 'compare-cycles')`,
    );
  }
  /** Runs one search and the comparison, as their two jobs do. */
  async function compare(): Promise<void> {
    await forgetJobs();
    await compareCycles(context(), null);
    const [job] = await rowsOf(
      service.database,
      z.object({ search: z.string() }),
      sql`select data->>'search' as search from jobs.job where name = 'compare-cycles'`,
    );
    await forgetJobs();
    if (job === undefined) throw new Error('Nothing is searched.');
    await expect(compareCycles(context(), job.search)).rejects.toThrow('still searches');
    await compareCycles(context(), job.search);
  }

  /** Subscribes weekly, and waits until two days after the first renewal was due. */
  async function subscribeAndWait(): Promise<string> {
    const { contractId } = control().subscribe(shop, now());
    await control().clock.moveTo(new Date(now().getTime() + 9 * day));
    return String(contractId);
  }

  beforeEach(async () => {
    await billing.reset();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
  });

  it('names one that nobody has looked at, reads its contract and has it charged', async () => {
    const id = await subscribeAndWait();
    await compare();
    expect(await repairs()).toMatchObject([{ cause: 'order overlooked', contracts: 1 }]);
    const [kept] = await service.database.select().from(subscriptionContractTable);
    expect(kept?.id).toBe(id);
    const charging = sql`select 1 as one from jobs.job where name = 'charge-due'`;
    expect(await rowsOf(service.database, z.object({ one: z.number() }), charging)).toHaveLength(1);
    expect(service.log()).toContain('"order overlooked"');
  });

  it('names one that the mirror had, also where the mirror was wrong in something else', async () => {
    const id = await subscribeAndWait();
    await refreshContract(context(), id);
    await service.database.update(subscriptionContractTable).set({ deliveryPrice: 1 });
    await compare();
    expect(await repairs()).toMatchObject([{ cause: 'order overlooked', contracts: 1 }]);
  });

  it('finds one whose date was moved without a word, and has it charged', async () => {
    const { contractId } = control().subscribe(shop, now());
    await refreshContract(context(), String(contractId));
    const cycle = `billingCycleInput: { contractId: "gid://shopify/SubscriptionContract/${contractId}", selector: { index: 2 } }`;
    const input = `input: { reason: MERCHANT_INITIATED, billingDate: "${new Date(now().getTime() + 8 * day).toISOString()}" }`;
    const edit = `subscriptionBillingCycleScheduleEdit(${cycle}, ${input})`;
    await service.admin(shop, `mutation { ${edit} { userErrors { message } } }`);
    await control().clock.moveTo(new Date(now().getTime() + 10 * day));
    const row = { shop, contractId: String(contractId), cycleIndex: 1, expectedAt: now() };
    const listed = { ...row, changedAt: now(), state: 'listed', reason: 'missed' } as const;
    await service.database.insert(cycleBillingTable).values(listed);
    await compare();
    expect(await repairs()).toMatchObject([{ cause: 'webhook missed', contracts: 1 }]);
    const cycles = await service.database.select().from(billingCycleTable);
    expect(cycles.map(({ cycleIndex }) => cycleIndex)).toContain(2);
  });

  it('has nothing of today, not even an order of midnight', async () => {
    const timeZone = await storeTimeZoneOf(context());
    await control().clock.moveTo(startOfDay(timeZone, addDays(dayIn(timeZone, now()), 1)));
    control().subscribe(shop, now());
    await control().clock.moveTo(new Date(now().getTime() + 7 * day + day / 8));
    await compare();
    expect(await repairs()).toEqual([]);
  });

  it('holds nothing against us that has a reason', async () => {
    const id = await subscribeAndWait();
    await refreshContract(context(), id);
    const row = { shop, contractId: id, cycleIndex: 1, expectedAt: now(), changedAt: now() };
    const listed = { ...row, state: 'listed', reason: 'missed' } as const;
    await service.database.insert(cycleBillingTable).values(listed);
    await compare();
    // Someone paused it after the platform's search.
    await service.database
      .update(cycleBillingTable)
      .set({ state: 'left', reason: 'contract paused' });
    await compare();
    await service.database.delete(cycleBillingTable);
    await service.database.update(subscriptionContractTable).set({ isUsageBased: true });
    await compare();
    await service.database.update(subscriptionContractTable).set({ isUsageBased: false });
    await service.database.update(billingSettingsTable).set({ wentLiveAt: now() });
    await compare();
    expect(await repairs()).toEqual([]);
    for (const reason of ['listed', 'left', 'usage-based', 'before go-live']) {
      expect(service.log()).toContain(`"reasons":{"${reason}":1}`);
    }
  });

  it('is not asked for where the platform lets nobody in', async () => {
    await billing.keepMirror({ refusal: 'shop frozen' });
    service.operations();
    await compareCycles(context(), null);
    expect(service.operations()).toEqual([]);
  });

  it('names one that was left for a reason that has ended, and has it looked at again', async () => {
    const id = await subscribeAndWait();
    await refreshContract(context(), id);
    const changedAt = new Date(now().getTime() - day);
    const row = { shop, contractId: id, cycleIndex: 1, expectedAt: now(), changedAt };
    const left = { ...row, state: 'left', reason: 'skipped', nextAt: null } as const;
    await service.database.insert(cycleBillingTable).values(left);
    await compare();
    expect(await repairs()).toMatchObject([{ cause: 'order overlooked', contracts: 1 }]);
    const [again] = await service.database.select().from(cycleBillingTable);
    expect(again?.nextAt).toEqual(expect.any(Date));
  });

  it('names one that we have as not due yet, and has it looked at again', async () => {
    const id = await subscribeAndWait();
    await refreshContract(context(), id);
    const nextAt = new Date(now().getTime() + 5 * day);
    const row = { shop, contractId: id, cycleIndex: 1, expectedAt: nextAt, nextAt };
    const later = { ...row, state: 'open', reason: 'not due', changedAt: now() } as const;
    await service.database.insert(cycleBillingTable).values(later);
    // Someone moved it since the platform's search.
    await compare();
    expect(await repairs()).toEqual([]);
    const changedAt = new Date(now().getTime() - day);
    await service.database.update(cycleBillingTable).set({ changedAt });
    await compare();
    expect(await repairs()).toMatchObject([{ cause: 'order overlooked', contracts: 1 }]);
    const [again] = await service.database.select().from(cycleBillingTable);
    expect(again?.nextAt?.getTime()).toBeLessThanOrEqual(now().getTime());
  });

  it('holds nothing against us that failed, and ended in a pause that is over', async () => {
    const id = await subscribeAndWait();
    await refreshContract(context(), id);
    const changedAt = new Date(now().getTime() - day);
    const row = { shop, contractId: id, cycleIndex: 1, expectedAt: now(), changedAt };
    const ended = { ...row, state: 'ended', reason: 'contract paused', nextAt: null } as const;
    await service.database.insert(cycleBillingTable).values(ended);
    await compare();
    expect(await repairs()).toEqual([]);
    expect(service.log()).toContain('"reasons":{"ended":1}');
    expect(await service.database.select().from(cycleBillingTable)).toMatchObject([ended]);
  });

  it('names one that we have as paid, and does not charge it again', async () => {
    const id = await subscribeAndWait();
    await refreshContract(context(), id);
    const row = { shop, contractId: id, cycleIndex: 1, expectedAt: now(), changedAt: now() };
    const paid = { ...row, state: 'paid', reason: 'paid', nextAt: null } as const;
    await service.database.insert(cycleBillingTable).values(paid);
    // It was paid since the platform's search.
    await compare();
    expect(await repairs()).toEqual([]);
    const changedAt = new Date(now().getTime() - day);
    await service.database.update(cycleBillingTable).set({ changedAt });
    await compare();
    expect(await repairs()).toMatchObject([{ cause: 'order overlooked', contracts: 1 }]);
    expect(await service.database.select().from(cycleBillingTable)).toMatchObject([
      { state: 'paid', nextAt: null },
    ]);
  });

  it('is not asked for where billing is stopped', async () => {
    await service.database
      .update(billingSettingsTable)
      .set({ stoppedAt: now() })
      .where(eq(billingSettingsTable.shop, shop));
    service.operations();
    await compareCycles(context(), null);
    expect(service.operations()).toEqual([]);
  });
});
