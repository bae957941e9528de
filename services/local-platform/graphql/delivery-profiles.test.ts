import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Execute, executor, storeOf, testPlatform } from '../test-platform.ts';
import { globalId } from './global-id.ts';

function setUp() {
  const platform = testPlatform();
  const store = storeOf(platform);
  const profileId = (name: string) =>
    globalId(
      'DeliveryProfile',
      store.tables.profiles.all().find((known) => known.name === name)?.id ?? 0,
    );
  const groupId = (name: string) =>
    globalId(
      'SellingPlanGroup',
      store.tables.groups.all().find((known) => known.name === name)?.id ?? 0,
    );
  return { platform, store, execute: executor(platform), profileId, groupId };
}

const create = `mutation ($profile: DeliveryProfileInput!) { deliveryProfileCreate(profile: $profile) {
  profile { id name default sellingPlanGroups(first: 10) { nodes { name } } } userErrors { field message } } }`;
const update = `mutation ($id: ID!, $profile: DeliveryProfileInput!) { deliveryProfileUpdate(id: $id, profile: $profile) {
  profile { name sellingPlanGroups(first: 10) { nodes { name } } productVariantsCount { count } } userErrors { field message } } }`;

describe('delivery profiles', () => {
  it('list with their groups, and without those of apps when asked', async () => {
    const { execute, platform } = setUp();
    const asApp = executor(platform, ['write_shipping']);
    await asApp(create, { profile: { name: 'Made by the app' } });
    const answer = await execute(`{
      all: deliveryProfiles(first: 10) { nodes { name default sellingPlanGroups(first: 5) { nodes { name productVariantsCount { count } } } } }
      owned: deliveryProfiles(first: 10, merchantOwnedOnly: true) { nodes { name } }
    }`);
    expect(answer.data).toMatchObject({
      all: {
        nodes: [
          {
            name: 'General profile',
            default: true,
            sellingPlanGroups: { nodes: [{ name: 'Every week or two' }] },
          },
          { name: 'Cold chain', default: false, sellingPlanGroups: { nodes: [] } },
          {
            name: 'Subscriptions',
            sellingPlanGroups: {
              nodes: [{ name: 'Welcome offer' }, { name: 'Brew-based refill' }],
            },
          },
          { name: 'Made by the app' },
        ],
      },
      owned: {
        nodes: [{ name: 'General profile' }, { name: 'Cold chain' }, { name: 'Subscriptions' }],
      },
    });
  });

  it.each<[string, string, string]>([
    ['a blank name', '  ', 'Add a profile name'],
    ['too long a name', 'x'.repeat(129), 'Profile name must be less than 128 characters'],
  ])('are not made with %s', async (_, name, message) => {
    const { execute, store } = setUp();
    const answer = await execute(create, { profile: { name } });
    expect(answer.data).toEqual({
      deliveryProfileCreate: {
        profile: null,
        userErrors: [{ field: ['profile', 'name'], message }],
      },
    });
    expect(store.tables.profiles.size).toBe(3);
  });

  it('take groups in and let them go', async () => {
    const { execute, profileId, groupId } = setUp();
    const id = profileId('Cold chain');
    const added = await execute(update, {
      id,
      profile: {
        sellingPlanGroupsToAssociate: [groupId('Welcome offer'), groupId('Every week or two')],
      },
    });
    expect(added.data).toMatchObject({
      deliveryProfileUpdate: {
        profile: {
          sellingPlanGroups: { nodes: [{ name: 'Every week or two' }, { name: 'Welcome offer' }] },
        },
        userErrors: [],
      },
    });
    const removed = await execute(update, {
      id,
      profile: { sellingPlanGroupsToDissociate: [groupId('Welcome offer')] },
    });
    expect(removed.data).toMatchObject({
      deliveryProfileUpdate: {
        profile: { sellingPlanGroups: { nodes: [{ name: 'Every week or two' }] } },
      },
    });
  });

  it('stay as they are when a group is unknown', async () => {
    const { execute, store, profileId, groupId } = setUp();
    const before = structuredClone(store.tables.profiles.all());
    const answer = await execute(update, {
      id: profileId('Cold chain'),
      profile: {
        name: 'New',
        sellingPlanGroupsToAssociate: [
          groupId('Welcome offer'),
          'gid://shopify/SellingPlanGroup/9',
        ],
      },
    });
    expect(answer.errors).toMatchObject([
      {
        message: 'Invalid id: gid://shopify/SellingPlanGroup/9',
        extensions: { code: 'RESOURCE_NOT_FOUND' },
      },
    ]);
    expect(store.tables.profiles.all()).toEqual(before);
  });

  it('keep the name of the default one', async () => {
    const { execute, profileId } = setUp();
    const answer = await execute(update, {
      id: profileId('General profile'),
      profile: { name: 'Mine' },
    });
    expect(answer.data).toMatchObject({
      deliveryProfileUpdate: { profile: { name: 'General profile' }, userErrors: [] },
    });
  });

  it('say so when one to change is gone', async () => {
    const { execute } = setUp();
    const answer = await execute(update, {
      id: 'gid://shopify/DeliveryProfile/1',
      profile: { name: 'x' },
    });
    expect(answer.data).toEqual({
      deliveryProfileUpdate: {
        profile: null,
        userErrors: [{ field: null, message: 'Profile could not be updated.' }],
      },
    });
  });

  describe('on a shop with market-driven shipping', () => {
    const names = async (execute: Execute) =>
      z
        .object({ deliveryProfiles: z.object({ nodes: z.array(z.object({ name: z.string() })) }) })
        .parse((await execute('{ deliveryProfiles(first: 9) { nodes { name } } }')).data)
        .deliveryProfiles.nodes.map(({ name }) => name);

    it('the merchant’s own seem to change and do not', async () => {
      const { execute, store, profileId } = setUp();
      const before = await names(execute);
      store.transact((transaction) => transaction.updateShop({ marketDrivenShipping: true }));
      expect((await execute('{ shop { features { marketDrivenShipping } } }')).data).toEqual({
        shop: { features: { marketDrivenShipping: true } },
      });
      const id = profileId('Cold chain');
      expect(await execute(update, { id, profile: { name: 'Warm' } })).toMatchObject({
        data: { deliveryProfileUpdate: { profile: { name: 'Warm' }, userErrors: [] } },
      });
      expect(await names(execute)).toEqual(before);
    });

    it('an app’s own change', async () => {
      const { platform, store, profileId } = setUp();
      store.transact((transaction) => transaction.updateShop({ marketDrivenShipping: true }));
      const asApp = executor(platform, ['write_shipping', 'read_products']);
      await asApp(create, { profile: { name: 'Ours' } });
      await asApp(update, { id: profileId('Ours'), profile: { name: 'Still ours' } });
      expect(await names(asApp)).toContain('Still ours');
    });
  });
});
