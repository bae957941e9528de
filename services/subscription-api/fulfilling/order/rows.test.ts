import { beforeEach, describe, expect, it } from 'vitest';
import { storeOrderLineTable, storeOrderTable } from '../../store/schema.ts';
import { orderExample } from '../../testing/order-example.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { firstCrack } from '../../testing/service-in-test.ts';
import { keepOrders } from './rows.ts';

describe('what is kept of an order', () => {
  const service = serviceForSuite('PGlite');
  beforeEach(async () => {
    await service.database.delete(storeOrderLineTable);
  });

  it.each([
    ['a total that its items do not divide', 3, '14.00', 'USD', 1400],
    ['a currency without decimals', 3, '1000', 'JPY', 1000],
    ['a currency with three', 7, '1.234', 'KWD', 1234],
    ['a total to the tenth of a unit', 1, '9.5', 'USD', 950],
    ['all of it returned', 0, '0.0', 'USD', 0],
  ])(
    "is the whole item's revenue: %s",
    async (_, currentQuantity, amount, currencyCode, revenue) => {
      const price = { shopMoney: { amount, currencyCode } };
      const order = orderExample({ currentQuantity, priceAfterAllDiscountsBeforeTaxesSet: price });
      await keepOrders(service.database, firstCrack, { orders: [order], plans: [] });
      const [line] = await service.database.select().from(storeOrderLineTable);
      expect(line).toMatchObject({ quantity: currentQuantity, revenue });
    },
  );

  it('is nothing where it is a test order, also where it was kept before', async () => {
    const { database } = service;
    const keep = (test: boolean) =>
      keepOrders(database, firstCrack, { orders: [{ ...orderExample(), test }], plans: [] });
    await keep(true);
    expect(await database.select().from(storeOrderLineTable)).toEqual([]);
    await keep(false);
    expect(await database.select().from(storeOrderLineTable)).toHaveLength(1);
    await keep(true);
    expect(await database.select().from(storeOrderTable)).toEqual([]);
    expect(await database.select().from(storeOrderLineTable)).toEqual([]);
  });
});
