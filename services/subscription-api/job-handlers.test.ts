import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from './store/rows-of.ts';
import { webhookTable } from './store/schema.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { firstCrack } from './testing/service-in-test.ts';
import { databases } from './testing/temporary-database.ts';

describe.each(databases)('what is done every day on %s', (kind) => {
  const service = serviceForSuite(kind);

  it('forgets webhooks by their topic’s policy, and finished jobs', async () => {
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
    await jobs.send(database, 'forget-old', {});
    await service.settled();
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
