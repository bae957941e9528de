import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import { createGroup, groupPath } from '../testing/group-form.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../testing/service-in-test.ts';

const groupsSchema = z.object({
  sellingPlanGroups: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        products: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
        productVariants: z.object({
          nodes: z.array(z.object({ product: z.object({ id: z.string() }) })),
        }),
      }),
    ),
  }),
});

describe('the products of the listed groups', () => {
  const service = serviceForSuite('PGlite');

  async function list(shop: string, query = '') {
    const answer = await service.call(shop, 'GET', `${groupPath}${query}`);
    return bodyOf(answer, sellingPlanGroupListSchema).sellingPlanGroups;
  }

  async function actualProducts(shop: string): Promise<Map<string, number>> {
    const data = await service.admin(
      shop,
      `{ sellingPlanGroups(first: 50) { nodes { id products(first: 250) { nodes { id } }
         productVariants(first: 250) { nodes { product { id } } } } } }`,
    );
    const { nodes } = groupsSchema.parse(data).sellingPlanGroups;
    return new Map(
      nodes.map(({ id, products, productVariants }) => {
        const byVariant = productVariants.nodes.map(({ product }) => product.id);
        return [id, new Set([...products.nodes.map((node) => node.id), ...byVariant]).size];
      }),
    );
  }

  it('are those of its variants, too', async () => {
    service.operations();
    const groups = await list(roastAndRitual);
    expect(service.operations()).toEqual(['SellingPlanGroups', 'ProductsOfSellingPlanGroups']);
    const actual = await actualProducts(roastAndRitual);
    expect(groups.length).toBeGreaterThan(2);
    for (const group of groups) {
      expect(group.productsCount).toEqual({ count: actual.get(group.id), precision: 'EXACT' });
      expect(group.productsCount.count).toBeGreaterThan(0);
    }
  });

  it('take no call where no group has variants', async () => {
    await createGroup(service, firstCrack, { name: 'Empty' });
    service.operations();
    expect(await list(firstCrack, '?query=empty')).toMatchObject([
      { productsCount: { count: 0, precision: 'EXACT' } },
    ]);
    expect(service.operations()).toEqual(['SellingPlanGroups']);
  });

  it('are at least so many in a group that is too large to be looked through', async () => {
    service.platform.control.grow(firstCrack, { variantsInGroup: 600 });
    service.operations();
    const [grown] = await list(firstCrack, '?query=everything');
    expect(service.operations()).toHaveLength(2);
    expect(grown?.productVariantsCount.count).toBe(600);
    expect(grown?.productsCount.precision).toBe('AT_LEAST');
    expect(grown?.productsCount.count).toBeGreaterThan(1);
  });

  it('are no reason to fail', async () => {
    service.platform.control.addFault({
      kind: 'errors',
      operation: 'ProductsOfSellingPlanGroups',
      errors: [{ message: 'Query cost is 1200', extensions: { code: 'MAX_COST_EXCEEDED' } }],
    });
    for (const { productsCount } of await list(roastAndRitual)) {
      expect(productsCount).toMatchObject({ precision: 'AT_LEAST' });
      expect(productsCount.count).toBeGreaterThan(0);
    }
  });
});
