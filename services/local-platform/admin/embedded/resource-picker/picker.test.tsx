import { afterEach, describe, expect, it, vi } from 'vitest';
import { exampleProduct } from './example-product.ts';
import { searchFor } from './search.ts';
import { pickedProducts } from './selection.ts';

it('searches for the words that were typed', () => {
  const searches = [' dark  roast ', 'OR (x:', ''].map(searchFor);
  expect(searches).toEqual(['dark roast', 'or x', '']);
});

describe('what the app gets', () => {
  const coffee = exampleProduct(['a', 'b', 'c']);
  const variants = coffee.variants.nodes;

  afterEach(() => vi.unstubAllGlobals());

  it('is the variants chosen, under those of their products that still exist', async () => {
    vi.stubGlobal('fetch', (_path: unknown, init?: RequestInit) => {
      const { ids } = JSON.parse(String(init?.body)).variables;
      const nodes = ids.map((id: string) => (id === coffee.id ? coffee : null));
      return Promise.resolve(Response.json({ data: { nodes } }));
    });
    const selection = new Map([
      ['coffee', new Set(['c', 'a'])],
      ['deleted', new Set(['x'])],
    ]);
    const picked = await pickedProducts('roastery', selection);
    expect(picked).toEqual([{ ...coffee, variants: [variants[0], variants[2]] }]);
  });

  it('says why it couldn’t be loaded', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ message: 'The store is away.' }, { status: 503 })),
    );
    await expect(pickedProducts('roastery', new Map([['coffee', new Set()]]))).rejects.toThrow(
      'The store is away.',
    );
  });
});
