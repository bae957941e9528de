import { describe, expect, it } from 'vitest';
import { executor, storeOf, testPlatform } from '../test-platform.ts';
import { globalId } from './global-id.ts';

function setUp() {
  const platform = testPlatform();
  const store = storeOf(platform);
  const group = store.tables.groups.all().find((known) => known.name === 'Brew-based refill');
  if (group === undefined) throw new Error('The seed has no such group');
  const free = store.tables.variants
    .all()
    .filter((variant) => !group.variantIds.includes(variant.id))
    .slice(0, 3)
    .map((variant) => globalId('ProductVariant', variant.id));
  const member = globalId('ProductVariant', group.variantIds[0] ?? 0);
  const id = globalId('SellingPlanGroup', group.id);
  const execute = executor(platform);
  const count = () => store.tables.groups.get(group.id)?.variantIds.length;
  return { store, group, free, member, id, execute, count };
}

const add = `mutation ($id: ID!, $ids: [ID!]!) { result: sellingPlanGroupAddProductVariants(id: $id, productVariantIds: $ids) {
  sellingPlanGroup { productVariantsCount { count precision } } userErrors { field message code } } }`;
const remove = `mutation ($id: ID!, $ids: [ID!]!) { result: sellingPlanGroupRemoveProductVariants(id: $id, productVariantIds: $ids) {
  removedProductVariantIds userErrors { field message code } } }`;

describe('the variants of a group', () => {
  it('are added, each once', async () => {
    const { execute, id, free } = setUp();
    const answer = await execute(add, { id, ids: [...free, free[0]] });
    expect(answer.data).toEqual({
      result: {
        sellingPlanGroup: { productVariantsCount: { count: 23, precision: 'EXACT' } },
        userErrors: [],
      },
    });
  });

  it('are not added at all when one is in the group already', async () => {
    const { execute, id, free, member, count } = setUp();
    const answer = await execute(add, { id, ids: [...free, member] });
    expect(answer.data).toEqual({
      result: {
        sellingPlanGroup: null,
        userErrors: [
          {
            field: ['productVariantIds'],
            message: 'Resource has already been taken',
            code: 'TAKEN',
          },
        ],
      },
    });
    expect(count()).toBe(20);
  });

  it('are not added at all when one is unknown', async () => {
    const { execute, id, free, count } = setUp();
    const answer = await execute(add, { id, ids: [...free, 'gid://shopify/ProductVariant/1'] });
    expect(answer.data).toMatchObject({ result: { userErrors: [{ code: 'NOT_FOUND' }] } });
    expect(count()).toBe(20);
  });

  it('are removed, passing over those that are not there', async () => {
    const { execute, id, free, member, count } = setUp();
    const answer = await execute(remove, { id, ids: [member, ...free] });
    expect(answer.data).toEqual({ result: { removedProductVariantIds: [member], userErrors: [] } });
    expect(count()).toBe(19);
  });

  it.each([
    ['adding', add],
    ['removing', remove],
  ])('say so when the group is gone while %s', async (_, query) => {
    const { execute, free } = setUp();
    const answer = await execute(query, { id: 'gid://shopify/SellingPlanGroup/1', ids: free });
    expect(answer.data).toMatchObject({
      result: { userErrors: [{ field: ['id'], code: 'GROUP_DOES_NOT_EXIST' }] },
    });
  });

  it('can be named at most 250 at once', async () => {
    const { execute, id, count } = setUp();
    const ids = Array.from({ length: 251 }, (_, index) => globalId('ProductVariant', index + 1));
    const answer = await execute(add, { id, ids });
    expect(answer.data).toBeUndefined();
    expect(answer.errors).toMatchObject([
      {
        message: 'The input array size of 251 is greater than the maximum allowed of 250.',
        extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
      },
    ]);
    expect(count()).toBe(20);
  });

  it('are paged, and told by product', async () => {
    const { execute, id, group, store } = setUp();
    const variantId = group.variantIds[0] ?? 0;
    const productId = store.tables.variants.get(variantId)?.productId ?? 0;
    const answer = await execute(
      `query ($id: ID!, $productId: ID!, $variantId: ID!) { sellingPlanGroup(id: $id) {
        productVariants(first: 8) { nodes { id } pageInfo { hasNextPage } }
        ofProduct: productVariants(first: 8, productId: $productId) { nodes { id } }
        productVariantsCount(productId: $productId) { count }
        appliesToProductVariant(productVariantId: $variantId)
      } }`,
      {
        id,
        productId: globalId('Product', productId),
        variantId: globalId('ProductVariant', variantId),
      },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toMatchObject({
      sellingPlanGroup: {
        productVariants: {
          nodes: group.variantIds
            .slice(0, 8)
            .map((each) => ({ id: globalId('ProductVariant', each) })),
          pageInfo: { hasNextPage: true },
        },
        ofProduct: { nodes: [{ id: globalId('ProductVariant', variantId) }] },
        productVariantsCount: { count: 1 },
        appliesToProductVariant: true,
      },
    });
  });
});

describe('sellingPlanGroupDelete', () => {
  it('removes the group, from its delivery profiles too', async () => {
    const { execute, id, group, store } = setUp();
    const query = `mutation ($id: ID!) { sellingPlanGroupDelete(id: $id) { deletedSellingPlanGroupId userErrors { field code } } }`;
    const answer = await execute(query, { id });
    expect(answer.data).toEqual({
      sellingPlanGroupDelete: { deletedSellingPlanGroupId: id, userErrors: [] },
    });
    expect(store.tables.groups.get(group.id)).toBeUndefined();
    expect(store.tables.profiles.all().some((profile) => profile.groupIds.includes(group.id))).toBe(
      false,
    );
    expect((await execute(query, { id })).data).toEqual({
      sellingPlanGroupDelete: {
        deletedSellingPlanGroupId: null,
        userErrors: [{ field: ['id'], code: 'GROUP_DOES_NOT_EXIST' }],
      },
    });
  });
});

describe('sellingPlanGroups', () => {
  const byAge = ['Every week or two', 'Welcome offer', 'Brew-based refill', 'Imported coffee club'];
  it.each<[string, Record<string, unknown>, string[]]>([
    ['by id', {}, byAge],
    ['by name', { sortKey: 'NAME' }, byAge.toSorted()],
    ['by name, reversed', { sortKey: 'NAME', reverse: true }, byAge.toSorted().toReversed()],
    ['by age', { sortKey: 'CREATED_AT', reverse: true }, byAge.toReversed()],
    ['named', { query: 'name:week*' }, ['Every week or two']],
    ['of this app', { query: 'app_id:CURRENT' }, byAge],
    ['of another app', { query: 'app_id:12345' }, []],
    ['by discount', { query: 'percentage_off:>=25' }, ['Welcome offer']],
    ['by text', { query: 'offer' }, ['Welcome offer']],
  ])('lists %s', async (_, variables, expected) => {
    const { execute } = setUp();
    const answer = await execute(
      `query ($query: String, $sortKey: SellingPlanGroupSortKeys, $reverse: Boolean) {
        sellingPlanGroups(first: 10, query: $query, sortKey: $sortKey, reverse: $reverse) { nodes { name } } }`,
      variables,
    );
    expect(answer.data).toEqual({
      sellingPlanGroups: { nodes: expected.map((name) => ({ name })) },
    });
  });
});
