import { describe, expect, it, onTestFinished } from 'vitest';
import { Store } from '../store/store.ts';
import { storeOf, temporaryFolder, testPlatform } from '../test-platform.ts';
import { grownGroupName, growStore } from './grow.ts';
import { drawPicture, pictureName } from './pictures.ts';
import { storeSeeds } from './stores.ts';

describe('the seeded stores', () => {
  it('are an established one and a new one', () => {
    const platform = testPlatform();
    const sizes = platform.stores.map(({ tables }) => ({
      products: tables.products.size,
      customers: tables.customers.size,
      orders: tables.orders.size,
      groups: tables.groups.size,
      profiles: tables.profiles.all().map((profile) => profile.name),
    }));
    expect(sizes).toEqual([
      {
        products: 60,
        customers: 160,
        orders: 1200,
        groups: 4,
        profiles: ['General profile', 'Cold chain', 'Subscriptions'],
      },
      { products: 3, customers: 0, orders: 0, groups: 0, profiles: ['General profile'] },
    ]);
  });

  it('sell every product in two to four variants, each with a picture', () => {
    const { tables } = storeOf(testPlatform());
    for (const product of tables.products.all()) {
      expect(product.variantIds.length).toBeGreaterThanOrEqual(2);
      expect(product.variantIds.length).toBeLessThanOrEqual(4);
      expect(product.picture).toMatch(pictureName);
    }
    expect(
      tables.products.all().filter((product) => product.tags.includes('rotating')).length,
    ).toBeGreaterThan(2);
    const skus = tables.variants.all().map((variant) => variant.sku);
    expect(new Set(skus).size).toBe(skus.length);
  });

  it('have a year of orders that tell the same story on the same day', () => {
    const now = new Date('2027-03-04T05:06:07Z');
    const ordersOf = () => {
      const folder = temporaryFolder();
      const store = new Store(`${folder}/s.jsonl`, (transaction) =>
        storeSeeds[0]?.plant(transaction, [], now),
      );
      onTestFinished(() => store.close());
      return store.tables.orders.all();
    };
    const orders = ordersOf();
    expect(ordersOf()).toEqual(orders);
    const made = orders.map(({ createdAt }) => Date.parse(createdAt));
    expect(made).toEqual([...made].sort((left, right) => left - right));
    expect(Math.max(...made)).toBeLessThan(now.getTime());
    const days = (now.getTime() - Math.min(...made)) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(367);
    const middle = now.getTime() - 182 * 86_400_000;
    const recent = made.filter((at) => at >= middle).length;
    expect(recent).toBeGreaterThan(orders.length * 0.6);

    const tagged = (tag: string) => orders.filter(({ tags }) => tags.includes(tag)).length;
    expect(tagged('Subscription Recurring Order')).toBeGreaterThan(
      tagged('Subscription First Order'),
    );
    expect(tagged('Subscription First Order')).toBeGreaterThan(50);
    expect(tagged('Subscription')).toBeLessThan(orders.length);
    const plans = new Set(
      orders.flatMap(({ lines }) => lines.flatMap((line) => line.sellingPlan?.name ?? [])),
    );
    expect(plans.size).toBeGreaterThanOrEqual(4);
    for (const status of ['PAID', 'PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED'])
      expect(orders.map((order) => order.financialStatus)).toContain(status);
    expect(orders.some((order) => order.cancelledAt !== null)).toBe(true);
  });

  it('have orders of what they sell', () => {
    const { tables } = storeOf(testPlatform());
    for (const order of tables.orders.all()) {
      expect(order.lines.length).toBeGreaterThan(0);
      for (const line of order.lines)
        expect(tables.variants.get(line.variantId)?.sku).toBe(line.sku);
    }
  });
});

describe('growStore', () => {
  it('makes a store as large as asked, and a second time changes nothing', () => {
    const store = storeOf(testPlatform());
    const growth = {
      products: 1000,
      groups: 1000,
      variantsInGroup: 5000,
      profiles: 250,
      orders: 3000,
    };
    growStore(store, growth);
    const sizes = () => ({
      products: store.tables.products.size,
      groups: store.tables.groups.size,
      profiles: store.tables.profiles.size,
      orders: store.tables.orders.size,
      inGroup: store.tables.groups.all().find((group) => group.name === grownGroupName)?.variantIds
        .length,
    });
    const grown = sizes();
    expect(grown).toMatchObject({ groups: 1000, profiles: 250, orders: 3000, inGroup: 5000 });
    expect(grown.products).toBeGreaterThanOrEqual(1000);
    growStore(store, growth);
    expect(sizes()).toEqual(grown);
  });
});

describe('drawPicture', () => {
  it('draws the same picture for the same name, and another for another', () => {
    expect(drawPicture('house-blend')).toBe(drawPicture('house-blend'));
    expect(drawPicture('house-blend')).not.toBe(drawPicture('night-shift'));
    expect(drawPicture('house-blend')).toMatch(/^<svg .*House Blend.*<\/svg>\n$/s);
  });
});
