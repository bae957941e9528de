import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { sellingPlanGroupListSchema, variantsResultSchema } from '#contract/selling-plan-group.ts';
import { createGroup, groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, roastAndRitual } from '../../testing/service-in-test.ts';

const productsSchema = z.object({
  products: z.object({
    nodes: z.array(
      z.object({ variants: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
    ),
  }),
});

const looks = ['SellingPlanGroups', 'ProductsOfSellingPlanGroups'];

describe('the products of a group that were counted', () => {
  const service = serviceForSuite('PGlite');
  let groupId: string;
  /** Two variants of one product, and one of another. */
  let first: string;
  let second: string;
  let other: string;

  beforeEach(async () => {
    service.setClockOffset(0);
    service.platform.control.reset();
    groupId = (await createGroup(service, roastAndRitual, { name: 'Counted' })).id;
    const found = await service.admin(
      roastAndRitual,
      '{ products(first: 50) { nodes { variants(first: 2) { nodes { id } } } } }',
    );
    const [one, another] = productsSchema
      .parse(found)
      .products.nodes.map(({ variants }) => variants.nodes.map(({ id }) => id))
      .filter(({ length }) => length === 2);
    first = one?.[0] ?? '';
    second = one?.[1] ?? '';
    other = another?.[0] ?? '';
    await change('POST', [first, second]);
    expect(await counted()).toEqual({ count: 1, operations: looks });
  });

  async function counted() {
    service.operations();
    const answer = await service.call(roastAndRitual, 'GET', `${groupPath}?query=counted`);
    const [group] = bodyOf(answer, sellingPlanGroupListSchema).sellingPlanGroups;
    return { count: group?.productsCount.count, operations: service.operations() };
  }

  async function change(method: 'POST' | 'DELETE', variants: string[]): Promise<void> {
    const answer =
      method === 'POST'
        ? await service.call(roastAndRitual, method, `${groupPath}/variant`, {
            body: { sellingPlanGroupId: groupId, variants },
          })
        : await service.call(
            roastAndRitual,
            method,
            `${groupPath}/variant/${originalIdOf(groupId)}`,
            { body: { variants } },
          );
    expect(bodyOf(answer, variantsResultSchema)).toEqual({ changed: variants, failed: [] });
  }

  async function changeElsewhere(mutation: string, variants: string[]): Promise<void> {
    await service.admin(
      roastAndRitual,
      `mutation($id: ID!, $ids: [ID!]!) {
        ${mutation}(id: $id, productVariantIds: $ids) { userErrors { message } }
      }`,
      { id: groupId, ids: variants },
    );
  }

  it('are not looked at again when the list is read again', async () => {
    expect(await counted()).toEqual({ count: 1, operations: ['SellingPlanGroups'] });
  });

  it('are counted anew after an exchange of as many variants', async () => {
    await change('DELETE', [second]);
    await change('POST', [other]);
    expect(await counted()).toEqual({ count: 2, operations: looks });
  });

  it('are counted anew where the group has another size', async () => {
    await changeElsewhere('sellingPlanGroupAddProductVariants', [other]);
    expect(await counted()).toEqual({ count: 2, operations: looks });
  });

  it('are counted anew after some seconds, whatever was exchanged elsewhere', async () => {
    await changeElsewhere('sellingPlanGroupRemoveProductVariants', [second]);
    await changeElsewhere('sellingPlanGroupAddProductVariants', [other]);
    service.setClockOffset(11);
    expect(await counted()).toEqual({ count: 2, operations: looks });
  });
});
