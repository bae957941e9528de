import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { coverageSchema } from '#contract/coverage.ts';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import { createGroup, groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';

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

function plansIn(data: unknown): number {
  const withPlans = z.object({
    sellingPlanGroups: z.object({
      nodes: z.array(z.object({ sellingPlans: z.object({ nodes: z.array(z.unknown()) }) })),
    }),
  });
  const { nodes } = withPlans.parse(data).sellingPlanGroups;
  return nodes.reduce((sum, { sellingPlans }) => sum + sellingPlans.nodes.length, 0);
}

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

  async function coverage(shop: string) {
    return bodyOf(await service.call(shop, 'GET', '/subscription/coverage'), coverageSchema);
  }

  it('count once each in all groups together, beside the plans', async () => {
    const data = await service.admin(
      roastAndRitual,
      `{ sellingPlanGroups(first: 50) { nodes { id sellingPlans(first: 31) { nodes { id } } products(first: 250) { nodes { id } }
         productVariants(first: 250) { nodes { product { id } } } } } }`,
    );
    const { nodes } = groupsSchema.parse(data).sellingPlanGroups;
    const all = nodes.flatMap(({ products, productVariants }) => [
      ...products.nodes.map(({ id }) => id),
      ...productVariants.nodes.map(({ product }) => product.id),
    ]);
    service.operations();
    expect(await coverage(roastAndRitual)).toEqual({
      plansCount: { count: plansIn(data), precision: 'EXACT' },
      productsCount: { count: new Set(all).size, precision: 'EXACT' },
    });
    expect(service.operations()).toEqual(['SellingPlanCoverage', 'ProductsOfSellingPlanGroups']);
    expect(new Set(all).size).toBeLessThan(all.length);
  });

  it('are none where the shop has no group', async () => {
    expect(await coverage(firstCrack)).toEqual({
      plansCount: { count: 0, precision: 'EXACT' },
      productsCount: { count: 0, precision: 'EXACT' },
    });
  });

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
    expect((await coverage(firstCrack)).productsCount).toMatchObject({ precision: 'AT_LEAST' });
    expect(grown?.productVariantsCount.count).toBe(600);
    expect(grown?.productsCount.precision).toBe('AT_LEAST');
    expect(grown?.productsCount.count).toBeGreaterThan(1);
  });

  it('are no reason to fail', async () => {
    // Lets the counts from above expire.
    service.setClockOffset(11);
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
