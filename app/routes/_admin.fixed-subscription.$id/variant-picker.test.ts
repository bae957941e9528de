import { describe, expect, it } from 'vitest';
import { chosenVariants } from './chosen-variants.ts';
import { initialSelection } from './variant-picker.ts';

describe('initialSelection', () => {
  it('puts the variants of the group under their products', () => {
    const product = 'gid://shopify/Product/1';
    expect(
      initialSelection([
        { id: 'gid://shopify/ProductVariant/1', name: 'A', productId: product },
        { id: 'gid://shopify/ProductVariant/9', name: 'B', productId: 'gid://shopify/Product/2' },
        { id: 'gid://shopify/ProductVariant/2', name: 'C', productId: product },
      ]),
    ).toEqual([
      {
        id: product,
        variants: [
          { id: 'gid://shopify/ProductVariant/1' },
          { id: 'gid://shopify/ProductVariant/2' },
        ],
      },
      { id: 'gid://shopify/Product/2', variants: [{ id: 'gid://shopify/ProductVariant/9' }] },
    ]);
  });
});

describe('chosenVariants', () => {
  it('reads what the admin answers, by the names that were seen in the picker', () => {
    expect(
      chosenVariants({
        id: 'picker',
        selection: [
          {
            id: 'gid://shopify/Product/1',
            title: 'House Blend',
            variants: [
              { id: 'gid://shopify/ProductVariant/1', displayName: 'House Blend - 250 g' },
              { id: 'gid://shopify/ProductVariant/2', title: '1 kg' },
              { id: 'gid://shopify/ProductVariant/3', title: null },
            ],
          },
          { id: 'gid://shopify/Product/2', title: 'No variants' },
        ],
      }),
    ).toEqual([
      { id: 'gid://shopify/ProductVariant/1', name: 'House Blend - 250 g' },
      { id: 'gid://shopify/ProductVariant/2', name: 'House Blend - 1 kg' },
      { id: 'gid://shopify/ProductVariant/3', name: 'House Blend' },
    ]);
  });

  it('chooses nothing from an answer that is none', () => {
    expect(chosenVariants(undefined)).toEqual([]);
    expect(chosenVariants({ selection: 'all' })).toEqual([]);
  });
});
