import { readFileSync } from 'node:fs';
import { buildSchema, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { executor, storeOf, testPlatform } from '../test-platform.ts';
import { globalId } from './global-id.ts';

describe('the pruned schema', () => {
  it('is a valid schema', () => {
    const sdl = readFileSync(new URL('../schema/admin-2026-10.graphql', import.meta.url), 'utf8');
    expect(validateSchema(buildSchema(sdl))).toEqual([]);
  });
});

describe('products', () => {
  it("lists a rotation's candidates: active, not rotating, not the product itself", async () => {
    const platform = testPlatform();
    const store = storeOf(platform);
    const self = store.tables.products.all()[0]?.id ?? 0;
    const answer = await executor(platform)(
      `query ($query: String) { products(first: 200, query: $query) { nodes { id title featuredImage { originalSrc } } } }`,
      { query: `status:active AND -tag:rotating AND -id:${self}` },
    );
    const found = z
      .object({
        products: z.object({
          nodes: z.array(
            z.object({ id: z.string(), featuredImage: z.object({ originalSrc: z.url() }) }),
          ),
        }),
      })
      .parse(answer.data).products.nodes;
    const expected = store.tables.products
      .all()
      .filter(
        (product) =>
          product.status === 'ACTIVE' && !product.tags.includes('rotating') && product.id !== self,
      );
    expect(found.map((product) => product.id)).toEqual(
      expected.map((product) => globalId('Product', product.id)),
    );
    expect(expected.length).toBeLessThan(store.tables.products.size - 1);
  });

  it('sorts by title, pages by cursor, and shows variants with whole names', async () => {
    const execute = executor(testPlatform());
    const query = `query ($after: String) { products(first: 2, after: $after, sortKey: TITLE) {
      nodes { title variants(first: 1) { nodes { displayName price } } variantsCount { count } }
      pageInfo { hasNextPage endCursor } } productsCount { count } }`;
    const first = await execute(query);
    expect(first.data).toMatchObject({
      products: {
        nodes: [
          {
            title: 'Bolivia Caranavi',
            variants: {
              nodes: [{ displayName: 'Bolivia Caranavi - 250 g / Whole bean', price: '15.00' }],
            },
          },
          { title: 'Brazil Cerrado' },
        ],
        pageInfo: { hasNextPage: true },
      },
      productsCount: { count: 60 },
    });
    const { products } = z
      .object({ products: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) })
      .parse(first.data);
    const second = await execute(query, { after: products.pageInfo.endCursor });
    expect(second.data).toMatchObject({
      products: { nodes: [{ title: 'Brazil Sul de Minas' }, { title: 'Bright Side Espresso' }] },
    });
  });

  it('finds variants by the words of their whole name and by SKU, and sorts them', async () => {
    const platform = testPlatform();
    const product = storeOf(platform).tables.products.all()[0];
    const variants = storeOf(platform)
      .tables.variants.all()
      .filter(({ productId }) => productId === product?.id);
    const answer = await executor(platform)(
      `query ($ofProduct: String, $bySku: String) {
        ofProduct: productVariants(first: 50, query: $ofProduct, sortKey: SKU, reverse: true) { nodes { sku } }
        bySku: productVariants(first: 50, query: $bySku) { nodes { id } }
      }`,
      { ofProduct: `product_id:${product?.id}`, bySku: `sku:${variants[0]?.sku}` },
    );
    expect(answer.data).toEqual({
      ofProduct: {
        nodes: variants.map(({ sku }) => ({ sku })).sort((a, b) => (a.sku < b.sku ? 1 : -1)),
      },
      bySku: { nodes: [{ id: globalId('ProductVariant', variants[0]?.id ?? 0) }] },
    });
    expect(variants.length).toBeGreaterThan(1);
  });

  it('answers null for what is not there, and refuses what is no id', async () => {
    const execute = executor(testPlatform());
    const query = 'query ($id: ID!) { product(id: $id) { id } }';
    expect((await execute(query, { id: 'gid://shopify/Product/1' })).data).toEqual({
      product: null,
    });
    expect((await execute(query, { id: 'gid://shopify/Order/1' })).data).toEqual({ product: null });
    expect((await execute(query, { id: '1' })).errors).toMatchObject([
      { message: "Invalid global id '1'" },
    ]);
  });

  it('knows the groups of a product and of a variant, through each other', async () => {
    const platform = testPlatform();
    const product = storeOf(platform).tables.products.all()[0];
    const answer = await executor(platform)(
      `query ($id: ID!) { product(id: $id) {
        sellingPlanGroups(first: 5) { nodes { name } }
        variants(first: 1) { nodes { sellingPlanGroups(first: 5) { nodes { name } } } }
      } }`,
      { id: globalId('Product', product?.id ?? 0) },
    );
    expect(answer.data).toEqual({
      product: {
        sellingPlanGroups: {
          nodes: [{ name: 'Every week or two' }, { name: 'Brew-based refill' }],
        },
        variants: {
          nodes: [{ sellingPlanGroups: { nodes: [{ name: 'Every week or two' }] } }],
        },
      },
    });
  });
});

describe('orders and customers', () => {
  it('belong together', async () => {
    const platform = testPlatform();
    const execute = executor(platform);
    const answer = await execute(`{
      orders(first: 1, sortKey: ORDER_NUMBER, reverse: true) { nodes { name totalPriceSet { shopMoney { amount currencyCode } }
        customer { id displayName }
        lineItems(first: 3) { nodes { title sku quantity variant { price } } }
        shippingAddress { name countryCodeV2 formatted } } }
      found: orders(first: 5, query: "name:#1300") { nodes { name } }
    }`);
    expect(answer.errors).toBeUndefined();
    const { orders } = z
      .object({
        orders: z.object({
          nodes: z.tuple([
            z.object({ name: z.literal('#2200'), customer: z.object({ id: z.string() }) }),
          ]),
        }),
        found: z.object({ nodes: z.tuple([z.object({ name: z.literal('#1300') })]) }),
      })
      .parse(answer.data);
    const id = Number(orders.nodes[0].customer.id.split('/').at(-1));
    const own = storeOf(platform)
      .tables.orders.all()
      .filter((order) => order.customerId === id);
    const customer = await execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Customer { numberOfOrders } } }',
      { ids: [orders.nodes[0].customer.id] },
    );
    expect(customer.data).toEqual({ nodes: [{ numberOfOrders: String(own.length) }] });
  });
});

describe('pages', () => {
  const create = `mutation ($page: PageCreateInput!) { pageCreate(page: $page) { page { id handle body isPublished } userErrors { field message code } } }`;

  it('are made, each at an address of its own', async () => {
    const execute = executor(testPlatform());
    const made = await execute(create, {
      page: { title: 'Questions & answers', body: '<p>…</p>' },
    });
    expect(made.data).toMatchObject({
      pageCreate: { page: { handle: 'questions-answers', isPublished: true }, userErrors: [] },
    });
    const again = await execute(create, { page: { title: 'Questions & answers' } });
    expect(again.data).toMatchObject({ pageCreate: { page: { handle: 'questions-answers-1' } } });
  });

  it.each<[string, object, object]>([
    ['a blank title', { title: ' ' }, { field: ['page', 'title'], code: 'BLANK' }],
    [
      'too long a title',
      { title: 'x'.repeat(256) },
      { field: ['page', 'title'], code: 'TOO_LONG' },
    ],
  ])('are refused with %s', async (_, page, error) => {
    const answer = await executor(testPlatform())(create, { page });
    expect(answer.data).toMatchObject({ pageCreate: { page: null, userErrors: [error] } });
  });

  it('say so when one is gone', async () => {
    const answer = await executor(testPlatform())(
      'mutation { pageDelete(id: "gid://shopify/Page/1") { deletedPageId userErrors { code } } }',
    );
    expect(answer.data).toEqual({
      pageDelete: { deletedPageId: null, userErrors: [{ code: 'NOT_FOUND' }] },
    });
  });
});

describe('nodes', () => {
  it('finds records of every kind by id, in the order asked', async () => {
    const platform = testPlatform();
    const { tables } = storeOf(platform);
    const group = tables.groups.all()[0];
    const ids = [
      globalId('SellingPlan', group?.plans[0]?.id ?? 0),
      globalId('Product', tables.products.all()[0]?.id ?? 0),
      globalId('Product', 1),
      globalId('SellingPlanGroup', group?.id ?? 0),
    ];
    const answer = await executor(platform)(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
      { ids },
    );
    expect(answer.data).toEqual({
      nodes: [
        { __typename: 'SellingPlan', id: ids[0] },
        { __typename: 'Product', id: ids[1] },
        null,
        { __typename: 'SellingPlanGroup', id: ids[3] },
      ],
    });
  });
});

describe('operations', () => {
  it('are answered with errors where they are none', async () => {
    const execute = executor(testPlatform());
    expect((await execute('{ nonsense }')).errors).toMatchObject([
      { message: expect.stringContaining('Cannot query field "nonsense" on type "QueryRoot".') },
    ]);
    expect((await execute('{')).errors).toHaveLength(1);
    expect((await execute('query A { shop { id } } query B { shop { id } }')).errors).toMatchObject(
      [{ message: 'An operation name is required' }],
    );
  });

  it('come with their cost', async () => {
    const answer = await executor(testPlatform())(
      '{ products(first: 10) { nodes { id variants(first: 5) { nodes { id } } } } }',
    );
    expect(answer.extensions).toMatchObject({
      cost: { requestedQueryCost: expect.any(Number), throttleStatus: { restoreRate: 1000 } },
    });
    expect(Object.keys(answer), 'in the order of the platform').toEqual(['data', 'extensions']);
  });
});
