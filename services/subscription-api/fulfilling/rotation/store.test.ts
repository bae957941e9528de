import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rotationTexts } from '#contract/rotation-texts.ts';
import { keepTold } from '../../shop/told-products.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { productTable, rotationTable, rotationVersionTable } from '../../store/schema.ts';
import { databaseForSuite } from '../../testing/database-for-suite.ts';
import { findRotatedProducts } from './rotated-products.ts';
import { findRotation, keepRotation } from './store.ts';

describe('kept rotations', () => {
  const suite = databaseForSuite('PostgreSQL');
  beforeEach(async () => {
    await suite.database.delete(rotationTable);
    await suite.database.delete(rotationVersionTable);
    await suite.database.delete(productTable);
  });
  const savedAt = '2027-03-01T09:00:00Z';
  const scopeOf = (shop: string) => ({
    database: suite.database,
    shop,
    now: () => new Date(savedAt),
  });
  const find = (id: string, shop = 'one.myshopify.com') => findRotation(scopeOf(shop), id);
  const keep = (id: string, products: string[], version?: number, shop = 'one.myshopify.com') =>
    keepRotation(scopeOf(shop), id, { products, version });
  async function namedOf(shop = 'one.myshopify.com') {
    const named = await findRotatedProducts(suite.database, shop);
    return named.map(({ original_id: id }) => id);
  }

  it('are kept at once for products of a shop that name the same, in other orders', async () => {
    const waiting = async () =>
      await rowsOf(
        suite.database,
        z.object({}),
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    let saves: Promise<unknown>[] = [];
    await suite.database.transaction(async (transaction) => {
      await transaction.insert(productTable).values({ shop: 'one.myshopify.com', originalId: '2' });
      saves = [keep('7', ['1', '2', '3']), keep('8', ['3', '2', '1'])];
      await expect.poll(waiting).toHaveLength(2);
    });
    await Promise.all(saves);
  });

  it('are kept anew for every order but the one that is kept', async () => {
    expect(await find('7')).toEqual({ products: [], version: 0, price: 'customer' });
    const orders = [[], ['1'], ['1', '2'], ['1', '2', '3'], ['1', '3', '2'], ['1']];
    for (const [index, products] of orders.entries()) {
      const kept = { products, version: index + 1, price: 'customer' };
      expect(await keep('7', products)).toEqual(kept);
      expect(await keep('7', products, 0)).toEqual(kept);
      expect(await find('7')).toEqual(kept);
      expect(await namedOf()).toEqual([...products].sort());
    }
    const [row] = await suite.database.select().from(rotationTable);
    expect(row?.updatedAt.getTime()).toBeGreaterThan(row?.createdAt.getTime() ?? 0);
  });

  it('are changed from the version that they have alone', async () => {
    await keep('7', ['1'], 0);
    for (const version of [0, 2]) {
      await expect(keep('7', ['2'], version)).rejects.toMatchObject({
        kind: 'conflict',
        envelope: { message: rotationTexts.conflict },
      });
    }
    expect(await find('7')).toMatchObject({ products: ['1'], version: 1 });
    expect(await keep('7', ['2'], 1)).toMatchObject({ products: ['2'], version: 2 });
  });

  it('are known in every order that they have had, with its time', async () => {
    await keep('7', ['1', '2']);
    await keep('7', ['2', '1']);
    const versions = await suite.database
      .select()
      .from(rotationVersionTable)
      .orderBy(rotationVersionTable.version);
    expect(versions.map(({ products, version }) => [version, products])).toEqual([
      [1, ['1', '2']],
      [2, ['2', '1']],
    ]);
    expect(versions[0]?.savedAt).toEqual(new Date(savedAt));
  });

  it('keep their price unless another is chosen, which is a save', async () => {
    await keep('7', ['1']);
    const scope = scopeOf('one.myshopify.com');
    const priced = { products: ['1'], version: 2, price: 'product' as const };
    expect(await keepRotation(scope, '7', { ...priced, version: 1 })).toEqual(priced);
    expect(await keep('7', ['1'])).toEqual(priced);
    expect(await keep('7', ['2'])).toEqual({ products: ['2'], version: 3, price: 'product' });
  });

  it('keep how Shopify told of their products last', async () => {
    await keep('7', ['1', '2']);
    const scope = scopeOf('one.myshopify.com');
    const told = (original_id: string, title: string | null, status: 'active' | 'deleted') => ({
      ...{ original_id, title, status },
    });
    await keepTold(scope, [told('1', 'Kenya', 'active'), told('9', 'Peru', 'active')]);
    await keepTold(scope, [told('1', null, 'deleted')]);
    await keepTold(scope, []);
    await keep('7', ['2']);
    const rows = await suite.database.select().from(productTable).orderBy(productTable.originalId);
    expect(rows.map(({ title, status }) => [title, status])).toEqual([
      ['Kenya', 'deleted'],
      [null, null],
    ]);
  });

  it('say which products any of a shop names', async () => {
    await keep('7', ['1', '2']);
    await keep('8', ['2']);
    await keep('7', ['3', '2'], undefined, 'two.myshopify.com');
    await keep('7', ['4']);
    expect(await namedOf()).toEqual(['2', '4']);
    expect(await namedOf('two.myshopify.com')).toEqual(['2', '3']);
    await keep('8', []);
    expect(await namedOf()).toEqual(['4']);
    expect(await find('7', 'two.myshopify.com')).toMatchObject({
      products: ['3', '2'],
      version: 1,
    });
  });
});
