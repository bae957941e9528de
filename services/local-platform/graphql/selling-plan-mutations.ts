import { z } from 'zod';
import type { Group } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { type Context, rootFields, timestampOf } from './context.ts';
import { globalId, idArgument, idOf } from './global-id.ts';
import { draftPlans } from './selling-plan-drafts.ts';
import { findGroup } from './selling-plan-groups.ts';
import { type GroupInput, groupInput, resourceInput } from './selling-plan-input.ts';
import { checkGroup } from './selling-plan-rules.ts';
import type { UserError } from './user-errors.ts';

const groupMissing: UserError = {
  field: ['id'],
  message: 'Selling plan group does not exist.',
  code: 'GROUP_DOES_NOT_EXIST',
};

const createArguments = z.object({ input: groupInput, resources: resourceInput.nullish() });
const updateArguments = z.object({ id: z.string(), input: groupInput });
const variantsArguments = z.object({ id: z.string(), productVariantIds: z.array(z.string()) });

/** A failed check; thrown so that the transaction writes nothing. */
class Refusal extends Error {
  readonly userErrors: readonly UserError[];

  constructor(userErrors: readonly UserError[]) {
    super(userErrors.map((error) => error.message).join(' '));
    this.name = 'Refusal';
    this.userErrors = userErrors;
  }
}

function answer<Payload extends object, Empty extends object>(
  empty: Empty,
  change: () => Payload,
): (Payload & { userErrors: UserError[] }) | (Empty & { userErrors: readonly UserError[] }) {
  try {
    return { ...change(), userErrors: [] };
  } catch (error) {
    if (error instanceof Refusal) return { ...empty, userErrors: error.userErrors };
    throw error;
  }
}

const inOrder = (ids: Iterable<number>) => [...new Set(ids)].sort((left, right) => left - right);

/** The variants with these global ids; refuses an unknown one. */
function existingVariantIds(store: Store, values: readonly string[]): number[] {
  return values.map((value) => {
    const id = idOf('ProductVariant', value);
    if (id !== null && store.tables.variants.get(id) !== undefined) return id;
    throw new Refusal([
      {
        field: ['productVariantIds'],
        message: `Product variant ${value} does not exist.`,
        code: 'NOT_FOUND',
      },
    ]);
  });
}

function createGroup(args: unknown, context: Context) {
  const { input, resources } = createArguments.parse(args);
  const { store } = context;
  return answer({ sellingPlanGroup: null }, () => ({
    sellingPlanGroup: store.transact((transaction) => {
      const createdAt = timestampOf(context.now());
      const name = input.name ?? '';
      const options = input.options ?? [];
      const { drafts, errors } = draftPlans(input, null, transaction, createdAt);
      const found = [...checkGroup({ name, options }, drafts, ['input']), ...errors];
      if (found.length > 0) throw new Refusal(found);
      const group: Group = {
        id: transaction.newId(),
        isOfAnotherApp: false,
        appId: input.appId ?? null,
        name,
        merchantCode: input.merchantCode ?? name,
        description: input.description ?? null,
        options,
        position: input.position ?? 1,
        plans: drafts.map((draft) => draft.plan),
        productIds: [],
        variantIds: inOrder(existingVariantIds(store, resources?.productVariantIds ?? [])),
        createdAt,
        updatedAt: createdAt,
      };
      transaction.put('groups', group);
      return group;
    }),
  }));
}

/** The platform keeps `updatedAt` if only the description changes. */
function touches(input: GroupInput): boolean {
  const { description: _, ...rest } = input;
  return Object.values(rest).some((value) => value != null);
}

function updateGroup(args: unknown, context: Context) {
  const { id, input } = updateArguments.parse(args);
  const { store } = context;
  return answer({ sellingPlanGroup: null, deletedSellingPlanIds: null }, () =>
    store.transact((transaction) => {
      const group = findGroup(store, id);
      if (group === undefined) throw new Refusal([groupMissing]);
      const now = timestampOf(context.now());
      const { drafts, deletedIds, errors } = draftPlans(input, group, transaction, now);
      const next: Group = {
        ...group,
        appId: input.appId === undefined ? group.appId : input.appId,
        name: input.name ?? group.name,
        merchantCode: input.merchantCode ?? group.merchantCode,
        description: input.description ?? group.description,
        options: input.options ?? group.options,
        position: input.position ?? group.position,
        plans: drafts.map((draft) => draft.plan),
        updatedAt: touches(input) ? now : group.updatedAt,
      };
      const found = [...checkGroup(next, drafts, ['input', 'sellingPlansToDelete']), ...errors];
      if (found.length > 0) throw new Refusal(found);
      transaction.put('groups', next);
      return {
        sellingPlanGroup: next,
        deletedSellingPlanIds: deletedIds.map((planId) => globalId('SellingPlan', planId)),
      };
    }),
  );
}

function deleteGroup(args: unknown, { store }: Context) {
  const { id } = idArgument.parse(args);
  return answer({ deletedSellingPlanGroupId: null }, () =>
    store.transact((transaction) => {
      const group = findGroup(store, id);
      if (group === undefined) throw new Refusal([groupMissing]);
      transaction.remove('groups', group.id);
      for (const profile of store.tables.profiles.all()) {
        if (!profile.groupIds.includes(group.id)) continue;
        transaction.put('profiles', {
          ...profile,
          version: profile.version + 1,
          groupIds: profile.groupIds.filter((groupId) => groupId !== group.id),
        });
      }
      return { deletedSellingPlanGroupId: globalId('SellingPlanGroup', group.id) };
    }),
  );
}

function changeVariants(
  args: unknown,
  store: Store,
  change: (members: Set<number>, values: readonly string[]) => object,
) {
  const { id, productVariantIds } = variantsArguments.parse(args);
  return store.transact((transaction) => {
    const group = findGroup(store, id);
    if (group === undefined) throw new Refusal([groupMissing]);
    const members = new Set(group.variantIds);
    const payload = change(members, productVariantIds);
    const next: Group = { ...group, variantIds: inOrder(members) };
    transaction.put('groups', next);
    return { sellingPlanGroup: next, ...payload };
  });
}

function addVariants(args: unknown, { store }: Context) {
  return answer({ sellingPlanGroup: null }, () =>
    changeVariants(args, store, (members, values) => {
      const added = existingVariantIds(store, values);
      if (added.some((id) => members.has(id))) {
        throw new Refusal([
          {
            field: ['productVariantIds'],
            message: 'Resource has already been taken',
            code: 'TAKEN',
          },
        ]);
      }
      for (const id of added) members.add(id);
      return {};
    }),
  );
}

/** Ignores ids that the group doesn't have; answers with the removed ones. */
function removeVariants(args: unknown, { store }: Context) {
  return answer({ removedProductVariantIds: null }, () =>
    changeVariants(args, store, (members, values) => ({
      removedProductVariantIds: values.filter((value) => {
        const id = idOf('ProductVariant', value);
        return id !== null && members.delete(id);
      }),
    })),
  );
}

export const sellingPlanMutations = {
  Mutation: rootFields(['write_products', 'write_purchase_options'], {
    sellingPlanGroupCreate: createGroup,
    sellingPlanGroupUpdate: updateGroup,
    sellingPlanGroupDelete: deleteGroup,
    sellingPlanGroupAddProductVariants: addVariants,
    sellingPlanGroupRemoveProductVariants: removeVariants,
  }),
};
