import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { originalIdOf } from '#contract/global-id.ts';
import {
  type SellingPlanGroup,
  type SellingPlanGroupDetail,
  sellingPlanGroupDetailSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { createGroup, groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

describe.each(usualDatabase)('a selling plan group on %s', (kind) => {
  const service = serviceForSuite(kind);
  let group: SellingPlanGroup;
  beforeEach(async () => {
    service.platform.control.reset();
    group = await createGroup(service, firstCrack, {
      name: 'Coffee',
      recurringDiscount: 10,
      recurringPolicies: [
        { interval: 'WEEK', intervalCount: 1 },
        { interval: 'WEEK', intervalCount: 2, discountType: 'PERCENTAGE', discountValue: 10 },
        { interval: 'MONTH', intervalCount: 1 },
      ],
    });
    service.operations();
  });

  const at = (id: string): string => `${groupPath}/${originalIdOf(id)}`;
  const detail = async (query = ''): Promise<SellingPlanGroupDetail> =>
    bodyOf(
      await service.call(firstCrack, 'GET', `${at(group.id)}${query}`),
      sellingPlanGroupDetailSchema,
    );
  const update = (values: Record<string, unknown>) =>
    service.call(firstCrack, 'PATCH', at(group.id), { body: { ...group, ...values } });
  const editElsewhere = (input: Record<string, unknown>) =>
    service.admin(
      firstCrack,
      `mutation($id: ID!, $input: SellingPlanGroupInput!) {
        sellingPlanGroupUpdate(id: $id, input: $input) { userErrors { message } }
      }`,
      { id: group.id, input },
    );

  describe('detail', () => {
    it('is the group as it was created, in one call of the platform', async () => {
      const { variants, variantsPageInfo, currencyCode, today, ...rest } = await detail();
      expect(rest).toEqual(group);
      expect(variants).toEqual([]);
      expect(variantsPageInfo.hasNextPage).toBe(false);
      expect(currencyCode).toMatch(/^[A-Z]{3}$/);
      expect(service.operations()).toEqual(['SellingPlanGroupWithVariants']);
    });

    it('pages through its variants and searches their products', async () => {
      service.platform.control.grow(firstCrack, { variantsInGroup: 600 });
      const listed = await service.call(firstCrack, 'GET', `${groupPath}?query=everything`);
      const [grown] = JSON.parse(JSON.stringify(listed.body)).sellingPlanGroups;
      group = sellingPlanGroupSchema.parse({ ...group, ...grown });
      const first = await detail('?first=250');
      const second = await detail(`?first=250&after=${first.variantsPageInfo.endCursor}`);
      const third = await detail(`?first=250&after=${second.variantsPageInfo.endCursor}`);
      const ids = [first, second, third].flatMap((page) => page.variants.map(({ id }) => id));
      expect(new Set(ids).size).toBe(600);
      expect(third.variantsPageInfo.hasNextPage).toBe(false);
      expect(first.variants[0]).toMatchObject({
        displayName: expect.stringContaining(first.variants[0]?.product.title ?? '?'),
        price: expect.stringMatching(/^\d+\.\d\d$/),
      });
      const title = third.variants.at(-1)?.product.title ?? '';
      const found = await detail(`?first=10&query=${encodeURIComponent(title.toLowerCase())}`);
      expect(found.variants.length).toBeGreaterThan(0);
      for (const variant of found.variants) expect(variant.product.title).toContain(title);
    });

    it.each(['0', '999999999', 'abc', 'gid:', '1%2F2', '-1'])('is 404 for id %s', async (id) => {
      expect(await service.call(firstCrack, 'GET', `${groupPath}/${id}`)).toMatchObject({
        status: 404,
      });
    });
  });

  describe('update', () => {
    it('changes, adds and removes options in one call, and answers what is read later', async () => {
      const [weekly, biweekly, monthly] = group.recurringPolicies;
      const answer = await update({
        name: 'More coffee',
        position: 2,
        firstOrderDiscount: 30,
        firstOrderDiscountCycles: 3,
        recurringPolicies: [
          { ...biweekly, intervalCount: 3 },
          { interval: 'DAY', intervalCount: 5, discountType: 'FIXED_AMOUNT', discountValue: 1 },
          weekly,
        ],
        sellingPlansToDelete: [monthly?.id],
      });
      expect(service.operations()).toEqual(['SellingPlanGroup', 'UpdateSellingPlanGroup']);
      const updated = bodyOf(answer, sellingPlanGroupSchema);
      expect(updated).toMatchObject({
        id: group.id,
        name: 'More coffee',
        position: 2,
        firstOrderDiscount: 30,
        firstOrderDiscountCycles: 3,
        recurringDiscount: 10,
        recurringPolicies: [
          { id: biweekly?.id, intervalCount: 3, discountType: 'PERCENTAGE', discountValue: 10 },
          { interval: 'DAY', discountType: 'FIXED_AMOUNT', discountValue: 1 },
          { id: weekly?.id, discountType: 'NONE' },
        ],
      });
      expect(updated.sellingPlans.map((plan) => plan.name)).toEqual([
        'Every 3 weeks',
        'Every 5 days',
        'Every week',
      ]);
      expect(updated.version).not.toBe(group.version);
      expect(await detail()).toMatchObject(updated);
    });

    it('is refused where someone else changed the group meanwhile, unless it overwrites', async () => {
      await editElsewhere({ name: 'Changed elsewhere' });
      expect(await update({ name: 'Mine' })).toMatchObject({
        status: 409,
        body: {
          message: 'Someone else changed this selling plan group after you opened it.',
        },
      });
      expect((await detail()).name).toBe('Changed elsewhere');
      expect((await update({ name: 'Mine', version: undefined })).status).toBe(200);
      expect((await detail()).name).toBe('Mine');
    });

    it.each([
      ['recurringDiscount', 20, 15],
      ['firstOrderDiscountCycles', 4, 3],
    ])(
      'is refused where someone else changed what no plan uses: %s',
      async (name, theirs, mine) => {
        const recurringPolicies = group.recurringPolicies.map((option) => ({
          ...option,
          discountType: 'PERCENTAGE',
          discountValue: 5,
        }));
        group = bodyOf(await update({ recurringPolicies }), sellingPlanGroupSchema);
        expect((await update({ [name]: theirs })).status).toBe(200);
        expect((await update({ [name]: theirs })).status).toBe(200);
        expect((await update({ [name]: mine })).status).toBe(409);
        expect(await detail()).toMatchObject({ [name]: theirs });
        expect((await update({ [name]: mine, version: undefined })).status).toBe(200);
        expect(await detail()).toMatchObject({ [name]: mine });
      },
    );

    it('lets one of two edits of the same version win', async () => {
      const answers = await Promise.all([update({ name: 'One' }), update({ name: 'Two' })]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    });

    it('does not mind an edit of the variants', async () => {
      service.platform.control.grow(firstCrack, { products: 3 });
      const products = await service.admin(
        firstCrack,
        '{ productVariants(first: 1) { nodes { id } } }',
      );
      const id = JSON.stringify(products).match(/gid:\/\/shopify\/ProductVariant\/\d+/)?.[0];
      await service.call(firstCrack, 'POST', `${groupPath}/variant`, {
        body: { sellingPlanGroupId: group.id, variants: [id] },
      });
      expect((await update({ name: 'Still mine' })).status).toBe(200);
    });

    it('is refused where an option was deleted meanwhile', async () => {
      const [first] = group.recurringPolicies;
      await editElsewhere({ sellingPlansToDelete: [first?.id] });
      expect((await update({ version: undefined })).status).toBe(409);
    });

    it('does not change usage-based mode', async () => {
      const recurringPolicies = group.recurringPolicies.map((option) => ({
        ...option,
        discountType: 'PERCENTAGE',
        discountValue: 5,
      }));
      expect(await update({ isDynamic: true, recurringPolicies })).toMatchObject({
        status: 422,
        body: {
          fieldErrors: { isDynamic: [expect.stringContaining('can’t change usage-based mode')] },
        },
      });
    });

    it("brings the platform's refusals back to the option, and changes nothing", async () => {
      const [weekly, biweekly, monthly] = group.recurringPolicies;
      const answer = await update({
        recurringDiscount: 20,
        firstOrderDiscountCycles: 7,
        recurringPolicies: [
          weekly,
          { interval: 'YEAR', intervalCount: 20 },
          { ...biweekly, interval: 'MONTH', intervalCount: 500 },
          monthly,
        ],
      });
      expect(answer).toMatchObject({
        status: 422,
        body: {
          fieldErrors: {
            'recurringPolicies[1].intervalCount': ['Interval is too large'],
            'recurringPolicies[2].intervalCount': ['Interval is too large'],
          },
        },
      });
      const { variants, variantsPageInfo, currencyCode, today, ...rest } = await detail();
      expect(rest).toEqual(group);
      // Nor do the refused settings take effect later, when somebody edits the group elsewhere.
      await editElsewhere({ name: 'Changed elsewhere' });
      expect(await detail()).toMatchObject({
        name: 'Changed elsewhere',
        firstOrderDiscountCycles: group.firstOrderDiscountCycles,
        recurringDiscount: group.recurringDiscount,
      });
    });

    it('changes nothing where the platform or the database fails', async () => {
      service.platform.control.addFault({
        kind: 'status',
        status: 503,
        operation: 'sellingPlanGroupUpdate',
      });
      expect((await update({ name: 'Lost', recurringDiscount: 0 })).status).toBe(502);
      await service.database.execute(
        sql`alter table selling_plan_group_settings add constraint never check (false) not valid`,
      );
      try {
        expect((await update({ name: 'Lost', recurringDiscount: 0 })).status).toBe(500);
      } finally {
        await service.database.execute(
          sql`alter table selling_plan_group_settings drop constraint never`,
        );
      }
      const { variants, variantsPageInfo, currencyCode, today, ...rest } = await detail();
      expect(rest).toEqual(group);
    });

    it('validates as create does', async () => {
      expect(await update({ name: '' })).toMatchObject({
        status: 422,
        body: { fieldErrors: { name: ['Please enter a name for selling plan'] } },
      });
      expect(
        await update({
          recurringPolicies: [group.recurringPolicies[0], group.recurringPolicies[0]],
        }),
      ).toMatchObject({
        status: 422,
        body: { fieldErrors: { 'recurringPolicies[1]': ['This option is given twice'] } },
      });
      const [first, second] = group.recurringPolicies;
      service.operations();
      expect(
        await update({ recurringPolicies: [first, { ...first, id: second?.id }] }),
      ).toMatchObject({
        status: 422,
        body: {
          fieldErrors: {
            'recurringPolicies[1].intervalCount': [
              'Same as option 1. Change how often it comes, or its discount',
            ],
          },
        },
      });
    });

    it("is 404 for another shop's group", async () => {
      const answer = await service.call(roastAndRitual, 'PATCH', at(group.id), { body: group });
      expect(answer).toMatchObject({
        status: 404,
        body: { message: 'Selling plan group not found' },
      });
    });
  });

  describe('delete', () => {
    const rows = async (): Promise<number> => {
      const { sellingPlanGroupSettingsTable } = await import('../../store/schema.ts');
      return await service.database.$count(
        sellingPlanGroupSettingsTable,
        sql`group_id = ${group.id}`,
      );
    };

    it('removes the group and its settings; a second time there is nothing', async () => {
      expect(await rows()).toBe(1);
      expect(await service.call(firstCrack, 'DELETE', at(group.id))).toMatchObject({
        status: 204,
        body: null,
      });
      expect(await rows()).toBe(0);
      expect((await service.call(firstCrack, 'DELETE', at(group.id))).status).toBe(404);
      expect((await service.call(firstCrack, 'GET', at(group.id))).status).toBe(404);
    });

    it("is 404 for another shop's group, which stays", async () => {
      expect((await service.call(roastAndRitual, 'DELETE', at(group.id))).status).toBe(404);
      expect(await rows()).toBe(1);
      expect((await detail()).id).toBe(group.id);
    });

    it('keeps the settings where the platform refuses', async () => {
      service.platform.control.addFault({
        kind: 'userErrors',
        operation: 'sellingPlanGroupDelete',
        userErrors: [{ message: 'Selling plan group could not be deleted.' }],
      });
      expect(await service.call(firstCrack, 'DELETE', at(group.id))).toMatchObject({
        status: 422,
        body: { message: 'Selling plan group could not be deleted.' },
      });
      expect(await rows()).toBe(1);
    });
  });
});
