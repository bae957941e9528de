import { describe, expect, it } from 'vitest';
import { storeOf, testPlatform } from '../test-platform.ts';
import { grownGroupName, growStore } from './grow.ts';
import { drawPicture, pictureName } from './pictures.ts';

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
        customers: 40,
        orders: 300,
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
    const growth = { products: 1000, groups: 1000, variantsInGroup: 5000, profiles: 250 };
    growStore(store, growth);
    const sizes = () => ({
      products: store.tables.products.size,
      groups: store.tables.groups.size,
      profiles: store.tables.profiles.size,
      inGroup: store.tables.groups.all().find((group) => group.name === grownGroupName)?.variantIds
        .length,
    });
    const grown = sizes();
    expect(grown).toMatchObject({ groups: 1000, profiles: 250, inGroup: 5000 });
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
