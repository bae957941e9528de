import { beforeEach, describe, expect, it } from 'vitest';
import { deliveryProfileListSchema, deliveryProfileSchema } from '#contract/delivery-profile.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

const path = '/delivery-profile';

describe.each(usualDatabase)('delivery profiles on %s', (kind) => {
  const service = serviceForSuite(kind);
  let groups: string[];
  beforeEach(async () => {
    service.platform.control.reset();
    const answer = await service.call(roastAndRitual, 'GET', '/subscription/selling-plan-group');
    const { sellingPlanGroups } = bodyOf(answer, sellingPlanGroupListSchema);
    groups = sellingPlanGroups.map((group) => group.id);
    service.operations();
  });

  const create = (name: string, headers: Record<string, string> = {}) =>
    service.call(roastAndRitual, 'POST', path, { body: { name }, headers });
  const update = (body: Record<string, unknown>) =>
    service.call(roastAndRitual, 'PATCH', path, { body });
  const list = async (query = '', shop = roastAndRitual) =>
    bodyOf(await service.call(shop, 'GET', `${path}${query}`), deliveryProfileListSchema);
  const profileIds = (body: Awaited<ReturnType<typeof list>>) =>
    body.deliveryProfiles.map(({ id }) => id);

  it('are created once, listed and opened', async () => {
    const before = await list();
    const headers = { 'Idempotency-Key': 'profile-1' };
    const created = bodyOf(await create(' Cold chain ', headers), deliveryProfileSchema, 201);
    expect(created).toMatchObject({ name: 'Cold chain', isDefault: false, sellingPlanGroups: [] });
    expect((await create(' Cold chain ', headers)).body).toEqual(created);
    const after = await list();
    expect(after.deliveryProfiles).toHaveLength(before.deliveryProfiles.length + 1);
    expect(after.deliveryProfiles).toContainEqual({
      ...created,
      sellingPlanGroupsCount: { count: 0, precision: 'EXACT' },
    });
    expect(
      (await service.call(roastAndRitual, 'GET', `${path}/${originalIdOf(created.id)}`)).body,
    ).toEqual(created);
  });

  it("show the platform's refusal of a name at the name", async () => {
    expect(await create('x'.repeat(129))).toMatchObject({
      status: 422,
      body: { fieldErrors: { name: [expect.stringContaining('128')] } },
    });
    expect(await create('  ')).toMatchObject({
      status: 422,
      body: { fieldErrors: { name: ['Please enter a name for delivery profile'] } },
    });
  });

  it('take selling plan groups in and out', async () => {
    const { id } = bodyOf(await create('Groups'), deliveryProfileSchema, 201);
    const [first = '', second = ''] = groups;
    const added = bodyOf(
      await update({ id, sellingPlanGroupsToAssociate: [first, second] }),
      deliveryProfileSchema,
    );
    expect(added.sellingPlanGroups.map((group) => group.id).sort()).toEqual([first, second].sort());
    expect(added.sellingPlanGroups[0]).toMatchObject({
      name: expect.any(String),
      productVariantsCount: { count: expect.any(Number) },
    });
    const removed = bodyOf(
      await update({ id, sellingPlanGroupsToDissociate: [first] }),
      deliveryProfileSchema,
    );
    expect(removed.sellingPlanGroups.map((group) => group.id)).toEqual([second]);
  });

  it('say which list a missing group is in', async () => {
    const { id } = bodyOf(await create('Groups'), deliveryProfileSchema, 201);
    const gone = 'gid://shopify/SellingPlanGroup/999999999';
    expect(await update({ id, sellingPlanGroupsToAssociate: [gone] })).toMatchObject({
      status: 422,
      body: {
        fieldErrors: {
          sellingPlanGroupsToAssociate: ['A selling plan group no longer exists'],
        },
      },
    });
    expect(await update({ id })).toMatchObject({
      status: 422,
      body: { message: 'Please select at least one selling plan group' },
    });
    expect(
      await update({ id, sellingPlanGroupsToAssociate: ['gid://shopify/Product/1'] }),
    ).toMatchObject({ status: 422 });
    const many = Array.from(
      { length: 251 },
      (_, index) => `gid://shopify/SellingPlanGroup/${index}`,
    );
    expect(await update({ id, sellingPlanGroupsToDissociate: many })).toMatchObject({
      status: 422,
      body: { message: 'At most 250 selling plan groups at once' },
    });
  });

  it("that don't exist, or belong to another shop, are 404", async () => {
    const { id } = bodyOf(await create('Mine'), deliveryProfileSchema, 201);
    const [first = ''] = groups;
    const gone = 'gid://shopify/DeliveryProfile/999999999';
    for (const answer of [
      await service.call(firstCrack, 'GET', `${path}/${originalIdOf(id)}`),
      await service.call(roastAndRitual, 'GET', `${path}/999999999`),
      await service.call(roastAndRitual, 'GET', `${path}/x`),
      await update({ id: gone, sellingPlanGroupsToAssociate: [first] }),
      await update({ id: first, sellingPlanGroupsToAssociate: [first] }),
      await service.call(firstCrack, 'PATCH', path, {
        body: { id, sellingPlanGroupsToAssociate: [first] },
      }),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { message: 'Delivery profile not found' },
      });
    }
    expect(profileIds(await list('', firstCrack))).not.toContain(id);
  });

  it('of the merchant are read-only where shipping is set up by market, those of the app are not', async () => {
    service.platform.control.setMarketDrivenShipping(roastAndRitual, true);
    const own = bodyOf(await create('Ours'), deliveryProfileSchema, 201);
    const listed = (await list()).deliveryProfiles;
    expect(listed.flatMap(({ id, isReadOnly }) => (isReadOnly ? [] : [id]))).toEqual([own.id]);
    const [merchants] = listed;
    const [group = ''] = groups;
    const opened = await service.call(
      roastAndRitual,
      'GET',
      `${path}/${originalIdOf(merchants?.id ?? '')}`,
    );
    expect(bodyOf(opened, deliveryProfileSchema)).toMatchObject({ isReadOnly: true });
    service.operations();
    expect(
      await update({ id: merchants?.id, sellingPlanGroupsToAssociate: [group] }),
    ).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('sets up shipping by market') },
    });
    expect(service.operations()).toEqual(['MerchantOwnedProfiles']);
    const changed = await update({ id: own.id, sellingPlanGroupsToAssociate: [group] });
    expect(bodyOf(changed, deliveryProfileSchema).sellingPlanGroups).toHaveLength(1);
  });

  it('page both ways and are searched by name', async () => {
    service.platform.control.grow(roastAndRitual, { groups: 60, profiles: 250 });
    const first = await list('?first=100');
    const second = await list(`?first=100&after=${first.pageInfo.endCursor}`);
    const third = await list(`?first=100&after=${second.pageInfo.endCursor}`);
    expect(new Set([first, second, third].flatMap(profileIds)).size).toBe(250);
    const back = await list(`?first=100&before=${third.pageInfo.startCursor}`);
    expect(profileIds(back)).toEqual(profileIds(second));
    const found = await list('?query=ZONE%2023');
    expect(found.deliveryProfiles.map((profile) => profile.name)).toContain('Delivery zone 230');
    expect(found.deliveryProfiles.every(({ name }) => name.includes('23'))).toBe(true);
  });

  it('have all their groups, however many', async () => {
    service.platform.control.grow(roastAndRitual, { groups: 300 });
    const listed = await service.call(
      roastAndRitual,
      'GET',
      '/subscription/selling-plan-group?first=250',
    );
    const ids = bodyOf(listed, sellingPlanGroupListSchema).sellingPlanGroups.map(({ id }) => id);
    const { id } = bodyOf(await create('Large'), deliveryProfileSchema, 201);
    const updated = await update({ id, sellingPlanGroupsToAssociate: ids });
    expect(bodyOf(updated, deliveryProfileSchema).sellingPlanGroups).toHaveLength(250);
    service.operations();
    const inList = (await list('?query=large')).deliveryProfiles[0];
    expect(service.operations()).toEqual(['DeliveryProfiles']);
    expect(inList?.sellingPlanGroups).toHaveLength(20);
    expect(inList?.sellingPlanGroupsCount).toEqual({ count: 20, precision: 'AT_LEAST' });
  });
});
