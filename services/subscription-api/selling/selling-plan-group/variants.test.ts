import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { sellingPlanGroupSchema, variantsResultSchema } from '#contract/selling-plan-group.ts';
import { createGroup, groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

const missing = 'gid://shopify/ProductVariant/999999999';

const variantsSchema = z.object({
  productVariants: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});

describe.each(usualDatabase)("a group's variants on %s", (kind) => {
  const service = serviceForSuite(kind);
  let groupId: string;
  let variants: string[];
  beforeEach(async () => {
    service.platform.control.reset();
    service.platform.control.grow(firstCrack, { products: 200 });
    groupId = (await createGroup(service, firstCrack)).id;
    const data = await service.admin(
      firstCrack,
      '{ productVariants(first: 250) { nodes { id } } }',
    );
    variants = variantsSchema.parse(data).productVariants.nodes.map(({ id }) => id);
    service.operations();
  });

  const add = async (ids: readonly string[], shop = firstCrack) =>
    await service.call(shop, 'POST', `${groupPath}/variant`, {
      body: { sellingPlanGroupId: groupId, variants: ids },
    });
  const remove = async (ids: readonly string[]) =>
    await service.call(firstCrack, 'DELETE', `${groupPath}/variant/${originalIdOf(groupId)}`, {
      body: { variants: ids },
    });
  const count = async (): Promise<number> => {
    const answer = await service.call(firstCrack, 'GET', `${groupPath}/${originalIdOf(groupId)}`);
    return bodyOf(answer, sellingPlanGroupSchema).productVariantsCount.count;
  };

  it('are added and removed, 250 in one call', async () => {
    expect(variants).toHaveLength(250);
    expect(bodyOf(await add(variants), variantsResultSchema)).toEqual({
      changed: variants,
      failed: [],
    });
    expect(service.operations()).toEqual(['AddSellingPlanGroupVariants']);
    expect(await count()).toBe(250);
    const some = variants.slice(0, 100);
    expect(bodyOf(await remove(some), variantsResultSchema)).toEqual({ changed: some, failed: [] });
    expect(await count()).toBe(150);
  });

  it('are known to be added and removed where the answer was lost', async () => {
    const six = variants.slice(0, 6);
    const loseAnswer = (operation: string) =>
      service.platform.control.addFault({ kind: 'disconnect', operation, afterExecution: true });
    loseAnswer('sellingPlanGroupAddProductVariants');
    expect(bodyOf(await add(six), variantsResultSchema)).toEqual({ changed: six, failed: [] });
    expect(await count()).toBe(6);
    loseAnswer('sellingPlanGroupRemoveProductVariants');
    expect(bodyOf(await remove(six), variantsResultSchema)).toEqual({ changed: six, failed: [] });
    expect(await count()).toBe(0);
  });

  it('are not said to be removed where the platform was never reached', async () => {
    const six = variants.slice(0, 6);
    await add(six);
    const operation = 'sellingPlanGroupRemoveProductVariants';
    service.platform.control.addFault({ kind: 'disconnect', operation });
    expect((await remove(six)).status).toBe(502);
    expect(await count()).toBe(6);
  });

  it('that do not exist are told apart; the others are added all the same', async () => {
    const [first = '', second = ''] = variants;
    const product = 'gid://shopify/Product/1';
    const answer = await add([first, missing, product, second, first, `${missing}1`]);
    const result = bodyOf(answer, variantsResultSchema);
    expect(result.changed).toEqual([first, second]);
    expect(Object.fromEntries(result.failed.map(({ id, reason }) => [id, reason]))).toEqual({
      [missing]: 'This product variant no longer exists',
      [`${missing}1`]: 'This product variant no longer exists',
      [product]: 'This is not a product variant',
    });
    expect(await count()).toBe(2);
  });

  it('that are in the group already are no failure', async () => {
    await add(variants.slice(0, 3));
    const result = bodyOf(await add(variants.slice(0, 5)), variantsResultSchema);
    expect(result).toEqual({ changed: variants.slice(0, 5), failed: [] });
    expect(await count()).toBe(5);
    expect(bodyOf(await add(variants.slice(0, 5)), variantsResultSchema).failed).toEqual([]);
  });

  it("are all reported with the platform's reason where it refuses them all", async () => {
    service.platform.control.addFault({
      kind: 'userErrors',
      operation: 'sellingPlanGroupAddProductVariants',
      times: 2,
      userErrors: [{ message: 'Could not add the resource to the selling plan group.' }],
    });
    const [first = '', second = ''] = variants;
    const reason = 'Could not add the resource to the selling plan group.';
    expect(bodyOf(await add([first, second]), variantsResultSchema)).toEqual({
      changed: [],
      failed: [
        { id: first, reason },
        { id: second, reason },
      ],
    });
  });

  it('that are not in the group are gone as they should be', async () => {
    const ids = [missing, ...variants.slice(0, 1)];
    expect(bodyOf(await remove(ids), variantsResultSchema)).toEqual({ changed: ids, failed: [] });
  });

  it("of another shop's group are 404", async () => {
    expect((await add(variants.slice(0, 1), roastAndRitual)).status).toBe(404);
    const answer = await service.call(firstCrack, 'DELETE', `${groupPath}/variant/999999999`, {
      body: { variants: variants.slice(0, 1) },
    });
    expect(answer).toMatchObject({ status: 404 });
  });

  it('must be some, and at most 250', async () => {
    expect(await add([])).toMatchObject({
      status: 422,
      body: { fieldErrors: { variants: ['Please select at least one variant'] } },
    });
    expect(await add([...variants, missing])).toMatchObject({
      status: 422,
      body: { fieldErrors: { variants: ['At most 250 variants at once'] } },
    });
    expect(await remove(['x'])).toMatchObject({
      status: 422,
      body: { fieldErrors: { 'variants[0]': ['Invalid id'] } },
    });
  });
});
