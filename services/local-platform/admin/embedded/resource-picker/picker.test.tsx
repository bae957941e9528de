import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PickerOptions, pickerOptions, searchFor } from './picker-options.ts';
import { selectionOfProducts } from './selection.ts';
import { pickedResources } from './selection-payload.ts';

function options(over: Partial<PickerOptions> = {}): PickerOptions {
  const defaults = pickerOptions({ open: true, id: 'picker' });
  if (defaults === null) throw new Error('The picker has no defaults.');
  return { ...defaults, ...over };
}

describe('the picker’s options', () => {
  it('has the client’s defaults', () => {
    expect(options()).toMatchObject({
      resource: 'product',
      limit: Number.POSITIVE_INFINITY,
      showVariants: true,
      verb: 'add',
      chosenAtFirst: [],
    });
    expect([...options().statuses].sort()).toEqual(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']);
  });

  it('reads how many may be chosen', () => {
    expect(pickerOptions({ open: true, selectMultiple: false })?.limit).toBe(1);
    expect(pickerOptions({ open: true, selectMultiple: 4 })?.limit).toBe(4);
  });

  it('adds what the merchant types to the app’s filter', () => {
    expect(searchFor(options(), ' dark  roast ')).toBe('dark roast');
    expect(searchFor(options({ filterQuery: 'tag:a OR tag:b' }), 'OR (x:')).toBe(
      '(tag:a OR tag:b) AND or x',
    );
    expect(searchFor(options({ statuses: new Set(['ACTIVE']) }), '')).toBe('status:active');
  });
});

describe('what the app gets', () => {
  const time = '2026-11-21T00:00:00Z';
  function variantNode(number: number) {
    return {
      id: `gid://shopify/ProductVariant/${number}`,
      title: `Size ${number}`,
      displayName: `Coffee - Size ${number}`,
      sku: null,
      price: '12.00',
      compareAtPrice: null,
      position: number,
      availableForSale: true,
      inventoryQuantity: 3,
      createdAt: time,
      updatedAt: time,
      selectedOptions: [{ name: 'Size', value: `${number}` }],
      image: null,
      inventoryItem: { id: `gid://shopify/InventoryItem/${number}` },
    };
  }
  const variantNodes = Array.from({ length: 120 }, (_, index) => variantNode(index + 1));
  const productNode = {
    id: 'gid://shopify/Product/1',
    title: 'Coffee',
    handle: 'coffee',
    status: 'ACTIVE',
    vendor: '',
    productType: '',
    tags: [],
    totalInventory: 1,
    hasOnlyDefaultVariant: false,
    createdAt: time,
    updatedAt: time,
    featuredImage: { id: null, altText: null, originalSrc: 'https://admin.localhost/p.svg' },
    variantsCount: { count: 120 },
    variants: {
      nodes: variantNodes.slice(0, 10),
      pageInfo: { hasNextPage: true, endCursor: '10' },
    },
  };

  /** The store behind the network: one product of 120 variants, and nothing else. */
  function answer(_path: unknown, init?: RequestInit): Promise<Response> {
    const { query, variables } = JSON.parse(String(init?.body));
    const data = query.includes('PickerProductsById')
      ? { nodes: variables.ids.map((id: string) => (id === productNode.id ? productNode : null)) }
      : {
          product: {
            variants: {
              nodes: variantNodes.slice(Number(variables.after), Number(variables.after) + 60),
              pageInfo: {
                hasNextPage: Number(variables.after) + 60 < 120,
                endCursor: String(Number(variables.after) + 60),
              },
            },
          },
        };
    return Promise.resolve(Response.json({ data }));
  }

  afterEach(() => vi.unstubAllGlobals());

  it('holds every variant of a product chosen whole, though only some were loaded', async () => {
    vi.stubGlobal('fetch', answer);
    const selection = selectionOfProducts([
      { id: productNode.id },
      { id: 'gid://shopify/Product/9' },
    ]);
    const picked = await pickedResources('roastery', selection, new Map(), options());
    expect(picked).toHaveLength(1);
    expect(picked[0]).toMatchObject({
      id: productNode.id,
      title: 'Coffee',
      images: [{ id: '', altText: '', originalSrc: 'https://admin.localhost/p.svg' }],
      totalVariants: 120,
      variants: variantNodes.map(({ id, displayName, price }) => ({ id, displayName, price })),
    });
  });

  it('holds the variants alone where the app asked for those', async () => {
    vi.stubGlobal('fetch', answer);
    const chosen = [{ id: productNode.id, variants: [{ id: 'gid://shopify/ProductVariant/119' }] }];
    const picked = await pickedResources(
      'roastery',
      selectionOfProducts(chosen),
      new Map(),
      options({ resource: 'variant' }),
    );
    expect(picked).toMatchObject([
      { id: 'gid://shopify/ProductVariant/119', product: { id: productNode.id, title: 'Coffee' } },
    ]);
  });

  it('says why it couldn’t be loaded', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ message: 'The store is away.' }, { status: 503 })),
    );
    const selection = selectionOfProducts([{ id: productNode.id }]);
    await expect(pickedResources('roastery', selection, new Map(), options())).rejects.toThrow(
      'The store is away.',
    );
  });
});
