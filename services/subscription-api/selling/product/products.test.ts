import { describe, expect, it, onTestFinished } from 'vitest';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { previewProductListSchema, productListSchema } from '#contract/product.ts';
import { rotationTable } from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';

// The endpoint stores nothing, so one kind of database is enough.
describe('products to show a plan with', () => {
  const service = serviceForSuite('PGlite');

  async function answerOf(shop: string) {
    const answer = await service.call(shop, 'GET', '/subscription/preview-product');
    return bodyOf(answer, previewProductListSchema);
  }
  const productsOf = async (shop: string) => (await answerOf(shop)).products;

  it('answers the first active products by title, in one call of the platform', async () => {
    service.operations();
    const products = await productsOf(roastAndRitual);
    expect(service.operations()).toEqual(['ActiveProducts']);
    expect(products).toHaveLength(20);
    const titles = products.map((product) => product.title.toLowerCase());
    expect(titles).toEqual([...titles].sort());
    for (const product of products) {
      expect(product.price).toMatch(/^\d+\.\d{2}$/);
      expect(product.currencyCode).toMatch(/^[A-Z]{3}$/);
      expect(product.variantTitle).not.toBe('Default Title');
    }
    expect(products.some((product) => product.imageUrl !== null)).toBe(true);
    expect(products.some((product) => product.variantTitle !== null)).toBe(true);
  });

  it("begins on the store's day, which is yesterday while UTC's has just begun", async () => {
    const now = new Date();
    const yesterday = dayIn('UTC', now);
    const midnight = startOfDay('UTC', addDays(yesterday, 1));
    const setClocks = (seconds: number) => {
      service.setClockOffset(seconds);
      service.platform.control.setMachineClockOffset(seconds);
    };
    setClocks((midnight.getTime() - now.getTime()) / 1000 + 3600);
    onTestFinished(() => setClocks(0));
    expect((await answerOf(roastAndRitual)).today).toBe(yesterday);
  });

  it('leaves out what is not on sale', async () => {
    const { data } = await service.platform.graphql(
      roastAndRitual,
      '{ products(first: 250, query: "-status:active") { nodes { id } } }',
      {},
    );
    const shown = (await productsOf(roastAndRitual)).map((product) => product.id);
    expect(JSON.stringify(data)).toContain('gid://shopify/Product/');
    for (const id of shown) expect(JSON.stringify(data)).not.toContain(`"${id}"`);
  });

  it("answers each shop's own", async () => {
    const own = new Set((await productsOf(firstCrack)).map((product) => product.id));
    const others = await productsOf(roastAndRitual);
    expect(others.filter((product) => own.has(product.id))).toEqual([]);
  });

  it('says so when the platform fails', async () => {
    service.platform.control.addFault({ kind: 'status', operation: 'products', status: 500 });
    expect(await service.call(firstCrack, 'GET', '/subscription/preview-product')).toMatchObject({
      status: 502,
    });
  });
});

describe('stored products', () => {
  const service = serviceForSuite('PGlite');

  it("are the shop's own, without asking the platform", async () => {
    const answer = () => service.call(roastAndRitual, 'GET', '/products');
    expect(bodyOf(await answer(), productListSchema)).toEqual({ products: [] });
    await service.database.insert(rotationTable).values([
      { shop: roastAndRitual, productId: '1', products: ['12'], version: 1 },
      { shop: roastAndRitual, productId: '2', products: ['12', '11'], version: 1 },
      { shop: firstCrack, productId: '1', products: ['13'], version: 1 },
    ]);
    service.operations();
    expect(bodyOf(await answer(), productListSchema)).toEqual({
      products: [{ original_id: '11' }, { original_id: '12' }],
    });
    expect(service.operations()).toEqual([]);
  });
});
