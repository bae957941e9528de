import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { proposedVendorSchema } from '#contract/proposed-vendor.ts';
import { widgetBlocks } from '#contract/theme.ts';
import { addVariants } from '../../selling/selling-plan-group/documents.ts';
import { createGroup } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';

const variantsSchema = z.object({
  productVariants: z.object({ nodes: z.array(z.object({ id: z.string() })).min(1) }),
});

describe('the steps of Get started that are taken elsewhere', () => {
  const service = serviceForSuite('PGlite');

  const stepsCompleted = async () =>
    bodyOf(await service.call(firstCrack, 'GET', '/proposed-vendor'), proposedVendorSchema)
      .stepsCompleted;

  it('counts a product that was put into a group in the admin, once there is a way to look', async () => {
    const { platform } = service;
    platform.control.grow(firstCrack, { products: 1 });
    await service.call(firstCrack, 'POST', '/proposed-vendor', {
      body: { name: 'Ada', email: 'ada@example.com' },
    });
    expect(await stepsCompleted()).toBe(1);
    const { id } = await createGroup(service, firstCrack);
    expect(await stepsCompleted()).toBe(2);

    const found = await service.admin(firstCrack, '{ productVariants(first: 1) { nodes { id } } }');
    const { productVariants } = variantsSchema.parse(found);
    await service.contextOf(firstCrack).graphql(addVariants, {
      id,
      productVariantIds: productVariants.nodes.map((variant) => variant.id),
    });
    platform.control.addFault({
      kind: 'status',
      status: 403,
      operation: 'SellingPlanCoverage',
    });
    expect(await stepsCompleted()).toBe(2);
    expect(await stepsCompleted()).toBe(3);
  });

  it('counts a widget that was added in the theme editor', async () => {
    expect(await stepsCompleted()).toBe(3);
    const block = widgetBlocks.block;
    const addition = { kind: 'add-block', template: 'product', block };
    await service.platform.control.act(firstCrack, 'theme', addition);
    expect(await stepsCompleted()).toBe(4);
    service.operations();
    expect(await stepsCompleted()).toBe(4);
    expect(service.operations()).toEqual([]);
  });

  it('counts a plan that was made before the sign-up', async () => {
    const signUp = async () =>
      bodyOf(
        await service.call(roastAndRitual, 'POST', '/proposed-vendor', {
          body: { name: 'Lin', email: 'lin@example.com' },
        }),
        proposedVendorSchema,
        201,
      );
    // The store had groups with products before.
    expect(await signUp()).toMatchObject({ stepsCompleted: 1 });
    const now = await service.call(roastAndRitual, 'GET', '/proposed-vendor');
    expect(bodyOf(now, proposedVendorSchema)).toMatchObject({ stepsCompleted: 3 });
  });
});
