import { beforeEach, describe, expect, it } from 'vitest';
import {
  billingAttemptTable,
  formerContractLineTable,
  productTable,
  rotationPlaceTable,
  rotationTable,
  rotationVersionTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { databaseForSuite } from '../../testing/database-for-suite.ts';
import { updateAttempt } from '../billing/store.ts';
import { foreseeCoffees } from './foresee.ts';

const shop = 'one.myshopify.com';
const at = (day: number) => new Date(Date.UTC(2027, 2, day));

describe('what is foreseen', () => {
  const suite = databaseForSuite('PGlite');
  beforeEach(async () => {
    for (const table of [
      ...[
        formerContractLineTable,
        billingAttemptTable,
        productTable,
        rotationPlaceTable,
        rotationTable,
      ],
      ...[rotationVersionTable, subscriptionContractLineTable, subscriptionContractTable],
    ]) {
      await suite.database.delete(table);
    }
  });

  async function order(version: number, products: string[], savedAt = at(1)) {
    const { database } = suite;
    const rotation = { shop, productId: '7', products, version };
    await database
      .insert(rotationTable)
      .values(rotation)
      .onConflictDoUpdate({
        target: [rotationTable.shop, rotationTable.productId],
        set: { products, version },
      });
    await database.insert(rotationVersionTable).values({ ...rotation, savedAt });
  }
  async function subscribe(
    id: string,
    change: Partial<typeof subscriptionContractTable.$inferInsert> = {},
    product = '7',
  ) {
    await suite.database.insert(subscriptionContractTable).values({
      ...{ shop, id, status: 'ACTIVE', revision: 1n, currencyCode: 'USD', deliveryPrice: 0 },
      ...{ billingInterval: 'WEEK', billingIntervalCount: 1 },
      ...{ deliveryInterval: 'WEEK', deliveryIntervalCount: 1 },
      ...{ createdAt: at(5), updatedAt: at(5), askedAt: at(5), originOrderId: '1', ...change },
    });
    await suite.database.insert(subscriptionContractLineTable).values({
      ...{ shop, contractId: id, id: `${id}0`, position: 0, productId: product },
      ...{ title: 'Rotating', variantTitle: '250 g', quantity: 2, price: 1500 },
    });
  }
  async function tried(
    contractId: string,
    cycleIndex: number,
    coffee: string | null,
    change: Partial<typeof billingAttemptTable.$inferSelect> = {},
  ) {
    const [begun] = await suite.database
      .insert(billingAttemptTable)
      .values({
        ...{ shop, contractId, cycleIndex, number: 1, input: {}, state: 'begun' },
        begunAt: at(5 + 7 * cycleIndex),
        held:
          coffee === null
            ? []
            : [
                {
                  ...{ line: `${contractId}0`, product: '7', coffee, variant: '1' },
                  ...{ title: coffee, version: 1 },
                },
              ],
      })
      .returning();
    if (begun) await updateAttempt(suite.database, begun, { state: 'paid', ...change });
  }
  async function foreseen(count = 4, ...ids: string[]) {
    const found = await foreseeCoffees(
      { database: suite.database, shop },
      new Map((ids.length === 0 ? ['1'] : ids).map((id) => [id, count])),
    );
    return [...found].map(
      ([id, lines]) =>
        `${id}: ${lines.map(({ coffees }) => coffees.map((one) => one.id).join('')).join(' ')}`,
    );
  }

  it('begins with the second coffee after a checkout, and with the first one without', async () => {
    await order(1, ['A', 'B', 'C']);
    await subscribe('1');
    await subscribe('2', { originOrderId: null });
    await subscribe('3', { createdAt: at(0) });
    await subscribe('4', {}, '8');
    expect(await foreseen(4, '1', '2', '3', '4', '5')).toEqual(['1: BCAB', '2: ABCA', '3: ABCA']);
    expect(await foreseen(0)).toEqual(['1: ']);
  });

  it('begins with the first coffee where the checkout’s order held another product', async () => {
    await order(1, ['A', 'B', 'C']);
    await subscribe('1');
    const was = (productId: string, day: number) =>
      suite.database.insert(formerContractLineTable).values({
        ...{ shop, contractId: '1', id: '10', until: at(day), position: 0, productId },
        ...{ title: 'House blend', quantity: 2 },
      });
    await was('7', 8);
    expect(await foreseen()).toEqual(['1: BCAB']);
    await was('9', 6);
    expect(await foreseen()).toEqual(['1: ABCA']);
  });

  it('remembers the first coffee of the checkout’s own time', async () => {
    await order(1, ['A', 'B', 'C']);
    await subscribe('1');
    await order(2, ['B', 'A', 'C'], at(6));
    expect(await foreseen()).toEqual(['1: CBAC']);
    await order(3, [], at(7));
    expect(await foreseen()).toEqual([]);
  });

  it('follows the latest paid order that held a coffee, and no other', async () => {
    await order(1, ['A', 'B', 'C', 'D']);
    await subscribe('1');
    await tried('1', 1, 'B');
    await tried('1', 2, 'C', { state: 'failed' });
    expect(await foreseen()).toEqual(['1: CDAB']);
    await tried('1', 3, 'C', { state: 'pending' });
    await tried('1', 4, null);
    await tried('1', 5, 'D', { held: null });
    expect(await foreseen()).toEqual(['1: CDAB']);
    await tried('1', 6, 'C');
    await order(2, ['A', 'D', 'B'], at(60));
    expect(await foreseen()).toEqual(['1: DBAD']);
  });

  it('begins where the merchant has chosen, until an order that was begun later is paid', async () => {
    await order(1, ['A', 'B', 'C', 'D']);
    await subscribe('1');
    await tried('1', 1, 'B');
    const place = { coffee: 'A', version: 1, at: at(13), isHad: false };
    await suite.database.update(rotationPlaceTable).set(place);
    expect(await foreseen()).toEqual(['1: ABCD']);
    await tried('1', 2, 'A');
    expect(await foreseen()).toEqual(['1: BCDA']);
  });

  it('passes over what Shopify told can’t go out, and knows titles', async () => {
    await order(1, ['A', 'B', 'C']);
    await subscribe('1');
    await suite.database.insert(productTable).values([
      { shop, originalId: 'B', title: 'Kenya', status: 'archived' },
      { shop, originalId: 'C', title: 'Peru', status: 'active' },
    ]);
    expect(await foreseen()).toEqual(['1: CACA']);
    const found = await foreseeCoffees({ database: suite.database, shop }, new Map([['1', 2]]));
    expect(found.get('1')?.[0]).toMatchObject({
      ...{ line: '10', product: '7', variantTitle: '250 g', quantity: 2 },
      coffees: [
        { id: 'C', title: 'Peru' },
        { id: 'A', title: null },
      ],
    });
    const other = { database: suite.database, shop: 'two.myshopify.com' };
    expect(await foreseeCoffees(other, new Map([['1', 2]]))).toEqual(new Map());
  });
});
