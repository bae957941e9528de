import { describe, expect, it } from 'vitest';
import type { ShopContext } from '../../shop-context.ts';
import type { PlatformProduct } from './documents.ts';
import { readProducts, roastLevelOf, rotationProductOf } from './products.ts';

const product: PlatformProduct = {
  id: 'gid://shopify/Product/7',
  title: 'Colombia Huila',
  status: 'ACTIVE',
  createdAt: '2026-01-02T03:04:05Z',
  tags: ['medium-roast'],
  totalInventory: 12,
  tracksInventory: true,
  featuredMedia: { preview: { image: { url: 'https://cdn.example/huila.png' } } },
};

describe('a product of a rotation', () => {
  it('is shown as the platform has it', () => {
    expect(rotationProductOf(product)).toEqual({
      original_id: '7',
      title: 'Colombia Huila',
      status: 'active',
      imageUrl: 'https://cdn.example/huila.png',
      stock: 12,
      createdAt: '2026-01-02T03:04:05Z',
      roastLevel: 3,
    });
  });

  it.each<[Partial<PlatformProduct>, object]>([
    [{ status: 'ARCHIVED' }, { status: 'archived' }],
    [{ status: 'DRAFT' }, { status: 'unavailable' }],
    [{ status: 'UNLISTED' }, { status: 'unavailable' }],
    [{ tags: ['new', 'Rotating'] }, { status: 'rotating', roastLevel: null }],
    [{ tags: ['rotating'], status: 'ARCHIVED' }, { status: 'archived' }],
    [{ tags: ['rotating-stock'] }, { status: 'active' }],
    [{ tracksInventory: false }, { stock: null }],
    [{ totalInventory: -3 }, { stock: -3 }],
    [{ featuredMedia: null }, { imageUrl: null }],
    [{ featuredMedia: { preview: null } }, { imageUrl: null }],
    [{ featuredMedia: { preview: { image: null } } }, { imageUrl: null }],
  ])('with %j has %j', (change, expected) => {
    expect(rotationProductOf({ ...product, ...change })).toMatchObject(expected);
  });
});

it.each([
  [1, ['light-roast']],
  [5, ['bestseller', 'Dark roast']],
  [4, ['roast: medium-dark']],
  [3, ['roast-level:medium']],
  [2, ['Medium Light Roast', 'dark-roast']],
  [null, []],
  [null, ['dark', 'light']],
  [null, ['roast', 'roasted-nuts', 'City roast']],
])('a roast level of %s is told from the tags %j', (level, tags) => {
  expect(roastLevelOf(tags)).toBe(level);
});

describe('a product and those of its rotation', () => {
  const storeWith = (answered: object) => {
    const asked: unknown[] = [];
    const graphql: ShopContext['graphql'] = async ({ answer }, variables) => {
      asked.push(variables);
      return answer.parse(answered);
    };
    return { graphql, asked };
  };
  const shop = { currencyCode: 'EUR', ianaTimezone: 'Europe/Berlin' };
  const productOf = (id: number) => ({ ...product, id: `gid://shopify/Product/${id}` });

  it('are read in one call, in the order of the ids', async () => {
    const store = storeWith({
      shop,
      product: productOf(1),
      nodes: [productOf(3), null, productOf(2)],
    });
    expect(await readProducts(store, '1', ['2', '9', '3'])).toEqual({
      timeZone: shop.ianaTimezone,
      product: rotationProductOf(productOf(1)),
      products: [
        rotationProductOf(productOf(2)),
        {
          original_id: '9',
          title: null,
          status: 'deleted',
          imageUrl: null,
          stock: null,
          createdAt: null,
          roastLevel: null,
        },
        rotationProductOf(productOf(3)),
      ],
    });
    const ids = [2, 9, 3].map((id) => productOf(id).id);
    expect(store.asked).toEqual([{ id: productOf(1).id, ids }]);
  });

  it('are not found where the store has no such product', async () => {
    const store = storeWith({ shop, product: null, nodes: [] });
    await expect(readProducts(store, '1', [])).rejects.toMatchObject({
      kind: 'not found',
      envelope: { message: 'Product not found' },
    });
  });
});
