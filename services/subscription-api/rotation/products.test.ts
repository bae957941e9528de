import { describe, expect, it } from 'vitest';
import type { PlatformProduct } from './documents.ts';
import { roastLevelOf, rotationProductOf } from './products.ts';

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
