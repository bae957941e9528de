import { z } from 'zod';
import type { Group } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { idArgument } from './catalog.ts';
import { type Context, guarded, timestampOf } from './context.ts';
import { globalId, idOf } from './global-id.ts';
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

/** A failed check ends the transaction by being thrown, so that nothing of it is written. */
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

interface ResourceKind {
  readonly type: 'Product' | 'ProductVariant';
  readonly label: string;
  readonly argument: 'productIds' | 'productVariantIds';
  readonly table: 'products' | 'variants';
  readonly member: 'productIds' | 'variantIds';
}

const productKind: ResourceKind = {
  type: 'Product',
  label: 'Product',
  argument: 'productIds',
  table: 'products',
  member: 'productIds',
};
const variantKind: ResourceKind = {
  type: 'ProductVariant',
  label: 'Product variant',
  argument: 'productVariantIds',
  table: 'variants',
  member: 'variantIds',
};

/** The ids that an input names, each once and ascending; refuses when one leads nowhere. */
function existingIds(
  store: Store,
  kind: ResourceKind,
  values: readonly string[] | null | undefined,
): number[] {
  const ids = new Set<number>();
  for (const value of values ?? []) {
    const id = idOf(kind.type, value);
    if (id === null || store.tables[kind.table].get(id) === undefined) {
      throw new Refusal([
        {
          field: [kind.argument],
          message: `${kind.label} ${value} does not exist.`,
          code: 'NOT_FOUND',
        },
      ]);
    }
    ids.add(id);
  }
  return [...ids].sort((left, right) => left - right);
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
        appId: input.appId ?? null,
        name,
        merchantCode: input.merchantCode ?? name,
        description: input.description ?? null,
        options,
        position: input.position ?? 1,
        plans: drafts.map((draft) => draft.plan),
        productIds: existingIds(store, productKind, resources?.productIds),
        variantIds: existingIds(store, variantKind, resources?.productVariantIds),
        createdAt,
        updatedAt: createdAt,
      };
      transaction.put('groups', group);
      return group;
    }),
  }));
}

/** The platform keeps `updatedAt` as it was when only the description changes. */
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

function addResources(kind: ResourceKind, args: unknown, { store }: Context) {
  const { id } = idArgument.parse(args);
  const values = z.object({ [kind.argument]: z.array(z.string()) }).parse(args)[kind.argument];
  return answer({ sellingPlanGroup: null }, () => ({
    sellingPlanGroup: store.transact((transaction) => {
      const group = findGroup(store, id);
      if (group === undefined) throw new Refusal([groupMissing]);
      const added = existingIds(store, kind, values);
      const members = new Set(group[kind.member]);
      if (added.some((resource) => members.has(resource))) {
        throw new Refusal([
          { field: [kind.argument], message: 'Resource has already been taken', code: 'TAKEN' },
        ]);
      }
      for (const resource of added) members.add(resource);
      const next: Group = {
        ...group,
        [kind.member]: [...members].sort((left, right) => left - right),
      };
      transaction.put('groups', next);
      return next;
    }),
  }));
}

/** Ids that the group doesn't have are passed over; the answer names those that went. */
function removeResources(kind: ResourceKind, args: unknown, { store }: Context) {
  const { id } = idArgument.parse(args);
  const values =
    z.object({ [kind.argument]: z.array(z.string()) }).parse(args)[kind.argument] ?? [];
  const answered = kind === productKind ? 'removedProductIds' : 'removedProductVariantIds';
  return answer({ [answered]: null }, () =>
    store.transact((transaction) => {
      const group = findGroup(store, id);
      if (group === undefined) throw new Refusal([groupMissing]);
      const members = new Set(group[kind.member]);
      const removed = new Set<number>();
      for (const value of values) {
        const resource = idOf(kind.type, value);
        if (resource !== null && members.delete(resource)) removed.add(resource);
      }
      if (removed.size > 0) transaction.put('groups', { ...group, [kind.member]: [...members] });
      return { [answered]: [...removed].map((resource) => globalId(kind.type, resource)) };
    }),
  );
}

const mayWrite = ['write_products', 'write_purchase_options'];

export const sellingPlanMutations = {
  Mutation: {
    sellingPlanGroupCreate: guarded(
      'sellingPlanGroupCreate',
      mayWrite,
      (_: unknown, args, context) => createGroup(args, context),
    ),
    sellingPlanGroupUpdate: guarded(
      'sellingPlanGroupUpdate',
      mayWrite,
      (_: unknown, args, context) => updateGroup(args, context),
    ),
    sellingPlanGroupDelete: guarded(
      'sellingPlanGroupDelete',
      mayWrite,
      (_: unknown, args, context) => deleteGroup(args, context),
    ),
    sellingPlanGroupAddProducts: guarded(
      'sellingPlanGroupAddProducts',
      mayWrite,
      (_: unknown, args, context) => addResources(productKind, args, context),
    ),
    sellingPlanGroupAddProductVariants: guarded(
      'sellingPlanGroupAddProductVariants',
      mayWrite,
      (_: unknown, args, context) => addResources(variantKind, args, context),
    ),
    sellingPlanGroupRemoveProducts: guarded(
      'sellingPlanGroupRemoveProducts',
      mayWrite,
      (_: unknown, args, context) => removeResources(productKind, args, context),
    ),
    sellingPlanGroupRemoveProductVariants: guarded(
      'sellingPlanGroupRemoveProductVariants',
      mayWrite,
      (_: unknown, args, context) => removeResources(variantKind, args, context),
    ),
  },
};
