import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorEnvelopeSchema } from '#contract/errors.ts';
import { originalIdOf } from '#contract/original-id.ts';
import { productListSchema } from '#contract/product.ts';
import { rotationCandidatesSchema, rotationSchema } from '#contract/rotation.ts';
import { maximumRotationProducts, rotationTexts } from '#contract/rotation-texts.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { productTable, rotationTable, rotationVersionTable } from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import {
  bodyOf,
  firstCrack,
  roastAndRitual,
  type ServiceInTest,
} from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';

const listedProducts = z.object({
  products: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) }),
});

async function productsIn(service: ServiceInTest, shop: string, query: string) {
  const data = await service.admin(
    shop,
    'query ($query: String!) { products(first: 250, query: $query) { nodes { id title } } }',
    { query },
  );
  const { nodes } = listedProducts.parse(data).products;
  return nodes.map(({ id, title }) => ({ id: originalIdOf(id), title }));
}

async function approveBoth({ database }: ServiceInTest) {
  for (const shop of [roastAndRitual, firstCrack]) {
    await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
  }
}

describe.each(databases)('rotations on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    await service.database.delete(rotationTable);
    await service.database.delete(rotationVersionTable);
    await service.database.delete(productTable);
    await approveBoth(service);
  });

  const pathOf = (id: string) => `/products/shopify/${id}/rotation`;
  const productsOf = (shop: string, query: string) => productsIn(service, shop, query);
  async function activeIds(shop = roastAndRitual) {
    return (await productsOf(shop, 'status:active')).map(({ id }) => id);
  }
  const save = (id: string, body: unknown, shop = roastAndRitual) =>
    service.call(shop, 'PATCH', pathOf(id), { body });
  async function rotationOf(id: string, shop = roastAndRitual) {
    const { payload } = bodyOf(await service.call(shop, 'GET', pathOf(id)), rotationSchema);
    return {
      ...payload,
      ids: payload.products.map(({ product }) => product.original_id),
    };
  }
  async function storedIds(shop = roastAndRitual) {
    const answer = await service.call(shop, 'GET', '/products');
    return bodyOf(answer, productListSchema).products.map((product) => product.original_id);
  }
  async function change(productId: string, to: object) {
    await service.platform.control.act(roastAndRitual, 'product', {
      productId: Number(productId),
      ...to,
    });
  }

  it('are empty until one is saved, and then have their order', async () => {
    const [owner = '', first = '', second = '', third = ''] = await activeIds();
    expect(await rotationOf(owner)).toMatchObject({
      product: { original_id: owner, status: 'active' },
      ids: [],
      version: 0,
    });
    const saved = bodyOf(
      await save(owner, { products: [third, first], version: 0 }),
      rotationSchema,
    );
    expect(saved.payload.products.map(({ product }) => product.original_id)).toEqual([
      third,
      first,
    ]);
    expect(await rotationOf(owner)).toMatchObject({ ids: [third, first], version: 1 });

    await save(owner, { products: [first, second, third], version: 1 });
    expect(await rotationOf(owner)).toMatchObject({ ids: [first, second, third], version: 2 });
    const { products } = await rotationOf(owner);
    for (const { product } of products) {
      expect(product).toMatchObject({
        status: 'active',
        title: expect.any(String),
        imageUrl: expect.stringMatching(/^https?:/),
      });
      expect(product.stock).toBeGreaterThanOrEqual(0);
    }
  });

  it('say which products are stored, for as long as any of them names one', async () => {
    const [one = '', two = '', shared = '', alone = ''] = await activeIds();
    await save(one, { products: [shared, alone] });
    await save(two, { products: [shared] });
    expect(await storedIds()).toEqual([shared, alone].sort());
    expect(await storedIds(firstCrack)).toEqual([]);
    await save(one, { products: [] });
    expect(await storedIds()).toEqual([shared]);
    await save(two, { products: [] });
    expect(await storedIds()).toEqual([]);
  });

  it('saved at once do not lose track of a product that both name', async () => {
    const [one = '', two = '', shared = '', other = ''] = await activeIds();
    for (let round = 0; round < 5; round += 1) {
      await save(one, { products: [shared] });
      await save(two, { products: [other] });
      await Promise.all([save(one, { products: [] }), save(two, { products: [shared, other] })]);
      expect(await storedIds()).toEqual([shared, other].sort());
    }
  });

  it('are left as they are where somebody else saved meanwhile', async () => {
    const [owner = '', first = '', second = ''] = await activeIds();
    await save(owner, { products: [first], version: 0 });
    const answer = await save(owner, { products: [second], version: 0 });
    expect(answer).toMatchObject({ status: 409, body: { message: rotationTexts.conflict } });
    expect(await rotationOf(owner)).toMatchObject({ ids: [first], version: 1 });
    // Saving the same order again is no conflict, because the first answer may have been lost.
    expect((await save(owner, { products: [first], version: 0 })).status).toBe(200);
    // Saving without a version overwrites.
    expect((await save(owner, { products: [second] })).status).toBe(200);
    expect(await rotationOf(owner)).toMatchObject({ ids: [second], version: 2 });
  });

  it('of two who save at once take one', async () => {
    const [owner = '', first = '', second = ''] = await activeIds();
    const answers = await Promise.all(
      [first, second].map((id) => save(owner, { products: [id], version: 0 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('name what they refuse, and keep nothing of it', async () => {
    const [owner = '', fit = ''] = await activeIds();
    const [archived] = await productsOf(roastAndRitual, 'status:archived');
    const [draft] = await productsOf(roastAndRitual, 'status:draft');
    const [foreign = ''] = await activeIds(firstCrack).then(async (ids) => {
      const own = new Set((await productsOf(roastAndRitual, '')).map(({ id }) => id));
      return ids.filter((id) => !own.has(id));
    });
    if (archived === undefined || draft === undefined) throw new Error('Nothing to refuse');
    const [rotating] = await productsOf(roastAndRitual, 'status:active AND tag:rotating');
    if (rotating === undefined) throw new Error('No product rotates');
    const answer = await save(owner, {
      products: [fit, archived.id, draft.id, foreign, '999999999', owner, rotating.id],
    });
    const { title } = (await rotationOf(owner)).product;
    expect(answer.status).toBe(422);
    expect(errorEnvelopeSchema.parse(answer.body)).toEqual({
      message: rotationTexts.archived(archived.title),
      fieldErrors: {
        'products[1]': [rotationTexts.archived(archived.title)],
        'products[2]': [rotationTexts.notActive(draft.title)],
        'products[3]': [rotationTexts.notThere(foreign)],
        'products[4]': [rotationTexts.notThere('999999999')],
        'products[5]': [rotationTexts.itself(title ?? '')],
        'products[6]': [rotationTexts.rotating(rotating.title)],
      },
    });
    expect(await rotationOf(owner)).toMatchObject({ ids: [], version: 0 });
    expect(await storedIds()).toEqual([]);
  });

  it('of a product that rotates itself are kept: it is the one that they are for', async () => {
    const [rotating] = await productsOf(roastAndRitual, 'status:active AND tag:rotating');
    const [fit = ''] = await activeIds();
    expect((await save(rotating?.id ?? '', { products: [fit] })).status).toBe(200);
    expect(await rotationOf(rotating?.id ?? '')).toMatchObject({ ids: [fit] });
  });

  it.each([
    ['a product twice', ['5', '6', '5'], { 'products[2]': [rotationTexts.twice('5')] }],
    ['what is no id', ['gid'], { 'products[0]': [rotationTexts.notAnId] }],
    [
      'too many',
      Array.from({ length: maximumRotationProducts + 1 }, (_, index) => String(index)),
      { products: [rotationTexts.tooMany] },
    ],
  ])('refuse %s without asking the platform', async (_, products, fieldErrors) => {
    const [owner = ''] = await activeIds();
    service.operations();
    expect(await save(owner, { products })).toMatchObject({ status: 422, body: { fieldErrors } });
    expect(service.operations()).toEqual([]);
  });

  it('refuse a body that names no products', async () => {
    const [owner = '', first = ''] = await activeIds();
    await save(owner, { products: [first] });
    expect((await save(owner, {})).status).toBe(422);
    expect((await rotationOf(owner)).ids).toEqual([first]);
  });

  it('say what became of their products', async () => {
    const [owner = ''] = await activeIds();
    const [archived = '', deleted = '', sold = ''] = (await activeIds()).slice(-3);
    await save(owner, { products: [archived, deleted, sold] });
    await change(archived, { status: 'ARCHIVED' });
    await change(deleted, { isDeleted: true });
    await change(sold, { inventoryQuantity: 0 });
    const { products } = await rotationOf(owner);
    expect(products.map(({ product }) => product)).toMatchObject([
      { original_id: archived, status: 'archived' },
      { original_id: deleted, status: 'deleted', title: null, stock: null },
      { original_id: sold, status: 'active', stock: 0 },
    ]);
    const answer = await save(owner, { products: [sold, deleted] });
    expect(answer).toMatchObject({
      status: 422,
      body: { message: rotationTexts.notThere(deleted) },
    });
    await change(archived, { status: 'ACTIVE' });
  });

  it("are each shop's own", async () => {
    const [owner = '', first = ''] = await activeIds();
    await save(owner, { products: [first] });
    expect(await activeIds(firstCrack)).not.toContain(owner);
    expect((await service.call(firstCrack, 'GET', pathOf(owner))).status).toBe(404);
    expect((await save(owner, { products: [] }, firstCrack)).status).toBe(404);
    expect((await rotationOf(owner)).ids).toEqual([first]);
  });

  it.each(['GET', 'PATCH'])(
    'of a product that does not exist are not found by %s',
    async (method) => {
      const body = method === 'PATCH' ? { products: [] } : undefined;
      for (const id of ['999999999', 'nonsense']) {
        expect(await service.call(roastAndRitual, method, pathOf(id), { body })).toMatchObject({
          status: 404,
          body: { message: 'Product not found' },
        });
      }
    },
  );

  it('are not answered, nor changed, while the platform fails', async () => {
    const [owner = '', first = '', second = ''] = await activeIds();
    await save(owner, { products: [first] });
    const fault = { kind: 'status', operation: 'RotationProducts', status: 500 } as const;
    service.platform.control.addFault(fault);
    expect((await service.call(roastAndRitual, 'GET', pathOf(owner))).status).toBe(502);
    service.platform.control.addFault(fault);
    expect((await save(owner, { products: [second] })).status).toBe(502);
    service.platform.control.reset();
    expect((await rotationOf(owner)).ids).toEqual([first]);
  });
});

describe('products that a rotation could take', () => {
  const service = serviceForSuite('PGlite');
  beforeAll(() => approveBoth(service));
  const candidatesOf = async (id: string, search = '') =>
    bodyOf(
      await service.call(
        roastAndRitual,
        'GET',
        `/products/shopify/${id}/rotation/candidates${search}`,
      ),
      rotationCandidatesSchema,
    );
  const idsIn = async (query: string) =>
    (await productsIn(service, roastAndRitual, query)).map(({ id }) => id);

  it('are active, not rotating and not the product itself, by title', async () => {
    const [owner = ''] = await idsIn('status:active');
    const wanted = (await idsIn('status:active AND -tag:rotating')).filter((id) => id !== owner);
    const { products, pageInfo } = await candidatesOf(owner);
    expect(products.map((product) => product.original_id).sort()).toEqual(wanted.sort());
    expect(wanted).not.toContain(owner);
    expect(pageInfo.hasNextPage).toBe(false);
    const titles = products.map(({ title }) => title?.toLowerCase() ?? '');
    expect(titles).toEqual([...titles].sort());
  });

  it('are searched by the beginnings of words of their titles', async () => {
    const [owner = ''] = await idsIn('status:active');
    const found = (await candidatesOf(owner, '?query=colom%20hui')).products;
    expect(found.map(({ title }) => title)).toEqual(['Colombia Huila']);
    expect((await candidatesOf(owner, '?query=%22%29%20OR%20')).products).toEqual([]);
    expect((await candidatesOf(owner, '?query=-%2A%28')).products).toEqual([]);
  });

  it('go on where a store has more than a page', async () => {
    service.platform.control.grow(roastAndRitual, { products: 450 });
    const [owner = ''] = await idsIn('status:active');
    const seen = new Set<string>();
    let after: string | null = null;
    const sizes: number[] = [];
    do {
      const { products, pageInfo } = await candidatesOf(
        owner,
        after === null ? '' : `?after=${encodeURIComponent(after)}`,
      );
      sizes.push(products.length);
      for (const product of products) seen.add(product.original_id);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(sizes.slice(0, 2)).toEqual([200, 200]);
    expect(seen.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(seen.size).toBeGreaterThan(400);
  });
});
