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

const productKind = {
  type: 'Product',
  label: 'Product',
  argument: 'productIds',
  table: 'products',
  member: 'productIds',
  removed: 'removedProductIds',
} as const;
const variantKind = {
  type: 'ProductVariant',
  label: 'Product variant',
  argument: 'productVariantIds',
  table: 'variants',
  member: 'variantIds',
  removed: 'removedProductVariantIds',
} as const;
type ResourceKind = typeof productKind | typeof variantKind;

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
        isOfAnotherApp: false,
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

function changeResources(
  kind: ResourceKind,
  args: unknown,
  store: Store,
  change: (members: Set<number>, values: readonly string[]) => object,
) {
  const { id } = idArgument.parse(args);
  const values = z.record(z.string(), z.unknown()).parse(args)[kind.argument];
  return store.transact((transaction) => {
    const group = findGroup(store, id);
    if (group === undefined) throw new Refusal([groupMissing]);
    const members = new Set<number>(group[kind.member]);
    const payload = change(members, z.array(z.string()).parse(values));
    const next: Group = {
      ...group,
      [kind.member]: [...members].sort((left, right) => left - right),
    };
    transaction.put('groups', next);
    return { sellingPlanGroup: next, ...payload };
  });
}

const addResources =
  (kind: ResourceKind) =>
  (args: unknown, { store }: Context) =>
    answer({ sellingPlanGroup: null }, () =>
      changeResources(kind, args, store, (members, values) => {
        const added = existingIds(store, kind, values);
        if (added.some((resource) => members.has(resource))) {
          throw new Refusal([
            { field: [kind.argument], message: 'Resource has already been taken', code: 'TAKEN' },
          ]);
        }
        for (const resource of added) members.add(resource);
        return {};
      }),
    );

/** Ids that the group doesn't have are passed over; the answer names those that went. */
const removeResources =
  (kind: ResourceKind) =>
  (args: unknown, { store }: Context) =>
    answer({ [kind.removed]: null }, () =>
      changeResources(kind, args, store, (members, values) => {
        const ids = new Set(values.map((value) => idOf(kind.type, value)));
        const removed = [...ids].filter((id) => id !== null).filter((id) => members.delete(id));
        return { [kind.removed]: removed.map((resource) => globalId(kind.type, resource)) };
      }),
    );

export const sellingPlanMutations = {
  Mutation: rootFields(['write_products', 'write_purchase_options'], {
    sellingPlanGroupCreate: createGroup,
    sellingPlanGroupUpdate: updateGroup,
    sellingPlanGroupDelete: deleteGroup,
    sellingPlanGroupAddProducts: addResources(productKind),
    sellingPlanGroupAddProductVariants: addResources(variantKind),
    sellingPlanGroupRemoveProducts: removeResources(productKind),
    sellingPlanGroupRemoveProductVariants: removeResources(variantKind),
  }),
};
