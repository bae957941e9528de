import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayIn } from '#contract/calendar.ts';
import type { JobContents, QueueName } from './jobs/queues.ts';
import type { ImportContent } from './recurring/importing/read-line.ts';
import { approveVendor } from './shop/vendor.ts';
import { rowsOf } from './store/rows-of.ts';
import {
  billingSettingsTable,
  bulkChangeTable,
  customerNoticeTable,
  cycleBillingTable,
  importLineTable,
  mirrorRepairTable,
  orderImportTable,
  proposedVendorTable,
  subscriptionContractTable,
  webhookTable,
} from './store/schema.ts';
import { billingInTest } from './testing/billing-in-test.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { firstCrack, roastAndRitual as shop } from './testing/service-in-test.ts';
import { databases } from './testing/temporary-database.ts';

const address = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', company: '', address1: '1 Main Street' },
  ...{ address2: '', city: 'Berlin', zip: '12345', countryCode: 'DE', provinceCode: '', phone: '' },
};

describe.each(databases)('the jobs of a store that was frozen on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  const jobSchema = z.object({ name: z.string(), state: z.string() });
  const jobs = () =>
    rowsOf(
      service.database,
      jobSchema,
      sql`select name, state from jobs.job where name <> 'webhook'`,
    );
  const send = async <Name extends QueueName>(name: Name, contents: JobContents[Name]) => {
    await context().jobs.send(service.database, name, contents);
    context().jobs.wake();
    await service.settled();
  };

  beforeEach(async () => {
    const { database } = service;
    await billing.reset();
    await database.execute(sql`delete from jobs.job`);
    await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    await database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    // Its time zone is asked for.
    await database.delete(orderImportTable);
    await database.delete(proposedVendorTable);
  });

  it('call it once a night', async () => {
    await billing.subscribe();
    control().startScenario('platform-shop-frozen', { shop });
    service.operations();
    await send('sweep-contracts', { shop });
    expect(service.operations()).toEqual(['Contracts']);
    control().endScenarios();
  });

  it.each([
    ['compare-cycles', () => send('compare-cycles', { shop, search: null })],
    ['remind-customers', () => send('remind-customers', { shop, day: dayIn('UTC', now()) })],
    ['tell-customers', () => send('tell-customers', { shop })],
    ['mail-morning', () => send('mail-morning', { shop, day: dayIn('UTC', now()) })],
    ['resume-contract', (contract: string) => send('resume-contract', { shop, contract })],
    ['change-many', () => send('change-many', { shop, change: 'import' })],
  ])('end where it refuses: %s', async (name, sendIt) => {
    const { database } = service;
    const { id } = await billing.subscribe();
    const at = now();
    const order = { shop, contractId: id, cycleIndex: 1 };
    await database
      .update(subscriptionContractTable)
      .set({ status: 'PAUSED', resumesAt: new Date(at.getTime() - 1) });
    await database.insert(customerNoticeTable).values({
      ...{ ...order, notice: 'reminder', about: '1' },
      ...{ state: 'waiting', happenedAt: at, sendAt: at },
    });
    await database.insert(cycleBillingTable).values({
      ...{ ...order, state: 'listed', reason: 'missed', changedAt: at, expectedAt: at },
    });
    await database.insert(bulkChangeTable).values({
      ...{ shop, id: 'import', preparedAt: at, state: 'checking' },
      ...{ change: { change: 'import' }, filter: {} },
    });
    const content: ImportContent = {
      ...{ email: 'ada@example.com', variant: '1', quantity: 1, price: 100, deliveryPrice: 0 },
      ...{ interval: 'WEEK', intervalCount: 1, day: '2026-01-01', method: null, address },
    };
    await database.insert(importLineTable).values({
      ...{ shop, changeId: 'import', line: 2, state: 'doing', content, currencyCode: 'USD' },
    });
    control().startScenario('platform-shop-frozen', { shop });
    await sendIt(id);
    expect(await jobs()).toEqual([{ name, state: 'completed' }]);
    service.operations();
    await database.execute(sql`delete from jobs.job`);
    // The others are what a merchant asks for, and what tells them that the store refuses.
    if (name !== 'change-many' && name !== 'mail-morning') await sendIt(id);
    expect(service.operations()).toEqual([]);
    control().endScenarios();
    // The sweep that is let in has it done.
    if (name !== 'tell-customers' && name !== 'change-many' && name !== 'resume-contract') return;
    await database.update(customerNoticeTable).set({ sendAt: new Date(at.getTime() - 3_700_000) });
    await send('sweep-contracts', { shop });
    expect((await jobs()).map((job) => job.name)).toContain(name);
  });
});

describe.each(databases)('what is done every day on %s', (kind) => {
  const service = serviceForSuite(kind);

  it('forgets webhooks by their topic’s policy, finished jobs, and what sweeps healed long ago', async () => {
    const { database } = service;
    const { jobs } = service.contextOf(firstCrack);
    await jobs.send(database, 'webhook', { shop: firstCrack, webhook: 'none' });
    await service.settled();
    const finished = () =>
      rowsOf(database, z.unknown(), sql`select 1 from jobs.job where state = 'completed'`);
    expect(await finished()).toHaveLength(1);
    await database.execute(
      sql`update jobs.job set completed_on = now() - interval '2 days' where state = 'completed'`,
    );
    // As if the previous night's job had begun some minutes later.
    await database.execute(sql`update jobs.queue set maintain_on = now() - interval '23 h 50 min'`);
    const day = 24 * 60 * 60_000;
    const webhook = (topic: string, days: number) => {
      const at = new Date(Date.now() - days * day);
      const id = `${topic} ${days}`;
      return { shop: firstCrack, id, topic, triggeredAt: at, receivedAt: at, outcome: 'Done.' };
    };
    await database.insert(webhookTable).values([
      webhook('orders/delete', 31),
      webhook('orders/delete', 29),
      webhook('customers/redact', 400),
      { ...webhook('orders/delete', 35), outcome: null },
      // Its dead letter can't be sent again any more.
      { ...webhook('orders/delete', 98), outcome: null },
    ]);
    const repair = (days: number) => {
      const at = new Date(Date.now() - days * day).toISOString().slice(0, 10);
      return { shop: firstCrack, day: at, cause: 'webhook missed', contracts: days };
    };
    await database.insert(mirrorRepairTable).values([repair(89), repair(91)]);
    await jobs.send(database, 'forget-old', {});
    await service.settled();
    expect(await database.select().from(mirrorRepairTable)).toMatchObject([{ contracts: 89 }]);
    const kept = await database.select({ id: webhookTable.id }).from(webhookTable);
    expect(kept.map(({ id }) => id).sort()).toEqual([
      'customers/redact 400',
      'orders/delete 29',
      'orders/delete 35',
    ]);
    // PostgreSQL counts by itself what is left, some time later.
    const counted = await database.execute(
      sql`select reltuples = 3 as is_right from pg_class where relname = 'webhook'`,
    );
    if (kind === 'PGlite') expect(counted).toMatchObject({ rows: [{ is_right: true }] });
    // Only the job that has just ended may be left, if it is marked already.
    expect((await finished()).length).toBeLessThanOrEqual(1);
  });
});
