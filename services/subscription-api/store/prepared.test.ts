import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseForSuite } from '../testing/database-for-suite.ts';
import { firstCrack } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { type Place, prepared } from './prepared.ts';
import { changerOf, keeperOf } from './prepared-rows.ts';
import { webhookTable as webhooks } from './schema.ts';

const find = prepared((database, place: Place<{ shop: string; id: string }>) =>
  database
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.shop, place('shop')), eq(webhooks.id, place('id'))))
    .prepare(''),
);
const keep = keeperOf(webhooks, ['shop', 'id']);
const change = changerOf(webhooks, ['shop', 'id']);

describe.each(databases)('a prepared statement on %s', (kind) => {
  const suite = databaseForSuite(kind);
  const name = { shop: firstCrack, id: '1' };
  const about = { contract: '7' };
  const row = { ...name, topic: 'shop/update', triggeredAt: new Date(86_400_000), about };
  beforeEach(async () => {
    await suite.database.delete(webhooks);
  });

  it('belongs to the transaction that it is asked in, and to none after it', async () => {
    expect(await find(suite.database, name)).toEqual([]);
    const broken = suite.database.transaction(async (transaction) => {
      await keep(transaction, row);
      expect(await find(transaction, name)).toHaveLength(1);
      throw new Error('It breaks off.');
    });
    await expect(broken).rejects.toThrow('It breaks off.');
    expect(await find(suite.database, name)).toEqual([]);
    await suite.database.transaction(async (transaction) => await keep(transaction, row));
    expect(await find(suite.database, name)).toHaveLength(1);
  });

  it('keeps dates, documents and nothing as they are, and columns that a row does not name', async () => {
    await keep(suite.database, { ...row, outcome: undefined });
    expect(await find(suite.database, name)).toMatchObject([{ ...row, outcome: null }]);
    await keep(suite.database, { ...row, topic: 'shop/redact', outcome: 'done' });
    await change(suite.database, { ...name, about: null });
    const other = { ...row, topic: 'shop/redact', outcome: 'done', about: null };
    expect(await find(suite.database, name)).toMatchObject([other]);
  });
});
