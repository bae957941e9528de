import { describe, expect, it } from 'vitest';
import { collectVariants } from './collect-variants.ts';
import type { VariantPage } from './listed-variant.ts';

function pageOf(start: number, count: number, endCursor: string | null): VariantPage {
  return {
    variants: Array.from({ length: count }, (_, index) => ({
      id: `gid://shopify/ProductVariant/${start + index}`,
      name: `Variant ${start + index}`,
      productId: 'gid://shopify/Product/1',
    })),
    pageInfo: {
      hasNextPage: endCursor !== null,
      hasPreviousPage: false,
      startCursor: null,
      endCursor,
    },
  };
}

const never = new AbortController().signal;

describe('collectVariants', () => {
  it('follows the cursors to the last page and tells how many it has', async () => {
    const pages = new Map([
      [undefined, pageOf(1, 250, 'a')],
      ['a', pageOf(251, 250, 'b')],
      ['b', pageOf(501, 7, null)],
    ]);
    const counts: number[] = [];
    const variants = await collectVariants({
      fetchPage: async (after) => pages.get(after) ?? Promise.reject(new Error('No such page')),
      onFound: (count) => counts.push(count),
      signal: never,
    });
    expect(variants).toHaveLength(507);
    expect(counts).toEqual([250, 500, 507]);
  });

  it('has a variant once that moved to the next page meanwhile', async () => {
    const pages = new Map([
      [undefined, pageOf(1, 3, 'a')],
      ['a', pageOf(3, 2, null)],
    ]);
    const variants = await collectVariants({
      fetchPage: async (after) => pages.get(after) ?? Promise.reject(new Error('No such page')),
      onFound: () => {},
      signal: never,
    });
    expect(variants.map(({ name }) => name)).toEqual([
      'Variant 1',
      'Variant 2',
      'Variant 3',
      'Variant 4',
    ]);
  });

  it('ends where a cursor leads back to itself', async () => {
    let calls = 0;
    await collectVariants({
      fetchPage: async () => {
        calls += 1;
        return pageOf(1, 1, 'a');
      },
      onFound: () => {},
      signal: never,
    });
    expect(calls).toBe(2);
  });

  it('fails with the page that fails, and when it is stopped', async () => {
    const failing = collectVariants({
      fetchPage: () => Promise.reject(new Error('Oops')),
      onFound: () => {},
      signal: never,
    });
    await expect(failing).rejects.toThrow('Oops');
    const stopped = collectVariants({
      fetchPage: async () => pageOf(1, 1, 'a'),
      onFound: () => {},
      signal: AbortSignal.abort(),
    });
    await expect(stopped).rejects.toThrow();
  });
});
