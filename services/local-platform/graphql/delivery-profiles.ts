import { z } from 'zod';
import type { Profile } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { exactly, paginateById, paginateIds } from './connection.ts';
import { type Context, rootFields, timestampOf } from './context.ts';
import { globalId, idArgument, idIn, idOf, parseGlobalId } from './global-id.ts';
import { findGroup } from './selling-plan-groups.ts';
import { resourceNotFound, type UserError } from './user-errors.ts';

const globalIds = z.array(z.string()).nullish();
const profileInput = z.object({
  name: z.string().nullish(),
  sellingPlanGroupsToAssociate: globalIds,
  sellingPlanGroupsToDissociate: globalIds,
  variantsToAssociate: globalIds,
  variantsToDissociate: globalIds,
});
type ProfileInput = z.infer<typeof profileInput>;

const createArguments = z.object({ profile: profileInput });
const updateArguments = createArguments.extend({ id: z.string() });
const listArguments = z.object({ merchantOwnedOnly: z.boolean().nullish() });

const maximumNameLength = 128;

function checkName(name: string): UserError[] {
  const field = ['profile', 'name'];
  if (name.trim() === '') return [{ field, message: 'Add a profile name' }];
  if (name.length <= maximumNameLength) return [];
  return [{ field, message: `Profile name must be less than ${maximumNameLength} characters` }];
}

function groupIds(store: Store, values: readonly string[] | null | undefined): number[] {
  return (values ?? []).map((value) => {
    const group = findGroup(store, value);
    if (group === undefined) throw resourceNotFound(value);
    return group.id;
  });
}

function variantIds(store: Store, values: readonly string[] | null | undefined): number[] {
  return (values ?? []).map((value) => {
    const id = idOf('ProductVariant', value);
    if (id === null || store.tables.variants.get(id) === undefined) throw resourceNotFound(value);
    return id;
  });
}

function changed(ids: readonly number[], added: readonly number[], removed: readonly number[]) {
  const next = new Set(ids);
  for (const id of removed) next.delete(id);
  for (const id of added) next.add(id);
  return [...next].sort((left, right) => left - right);
}

function associate(store: Store, profile: Profile, input: ProfileInput): Profile {
  const added = variantIds(store, input.variantsToAssociate);
  return {
    ...profile,
    groupIds: changed(
      profile.groupIds,
      groupIds(store, input.sellingPlanGroupsToAssociate),
      groupIds(store, input.sellingPlanGroupsToDissociate),
    ),
    // The default profile has whatever no other has: adding to it is taking away from the others.
    variantIds: profile.isDefault
      ? []
      : changed(profile.variantIds, added, variantIds(store, input.variantsToDissociate)),
  };
}

function findProfile(store: Store, value: string): Profile | undefined {
  const parsed = parseGlobalId(value);
  return parsed?.type === 'DeliveryProfile' ? store.tables.profiles.get(parsed.id) : undefined;
}

/**
 * Whether a profile is only a picture of how the merchant once shipped: on a shop with market-driven shipping it still
 * reads, and writing to it seems to succeed.
 */
function isFrozen(store: Store, profile: Profile): boolean {
  return store.shop.marketDrivenShipping && profile.ownedByMerchant;
}

/** A variant is in one profile at a time, so it leaves the others. */
function othersWithout(store: Store, profile: Profile, ids: ReadonlySet<number>): Profile[] {
  const others: Profile[] = [];
  for (const other of store.tables.profiles.all()) {
    if (other.id === profile.id || isFrozen(store, other)) continue;
    if (!other.variantIds.some((id) => ids.has(id))) continue;
    others.push({ ...other, variantIds: other.variantIds.filter((id) => !ids.has(id)) });
  }
  return others;
}

function createProfile(args: unknown, context: Context) {
  const { profile: input } = createArguments.parse(args);
  const { store } = context;
  const name = input.name ?? '';
  const userErrors = checkName(name);
  if (userErrors.length > 0) return { profile: null, userErrors };
  const profile = store.transact((transaction) => {
    const created = associate(
      store,
      {
        id: transaction.newId(),
        name: name.trim(),
        isDefault: false,
        ownedByMerchant: context.scopes === null,
        version: 1,
        groupIds: [],
        variantIds: [],
        createdAt: timestampOf(context.now()),
      },
      input,
    );
    for (const other of othersWithout(store, created, new Set(created.variantIds))) {
      transaction.put('profiles', other);
    }
    transaction.put('profiles', created);
    return created;
  });
  return { profile, userErrors: [] };
}

function updateProfile(args: unknown, { store }: Context) {
  const { id, profile: input } = updateArguments.parse(args);
  const profile = findProfile(store, id);
  if (profile === undefined) {
    return {
      profile: null,
      userErrors: [{ field: null, message: 'Profile could not be updated.' }],
    };
  }
  const userErrors = input.name == null ? [] : checkName(input.name);
  if (userErrors.length > 0) return { profile: null, userErrors };
  const updated = store.transact((transaction) => {
    const next = associate(store, profile, input);
    const renamed: Profile = {
      ...next,
      // The default profile keeps its name whatever is asked.
      name: profile.isDefault ? profile.name : (input.name?.trim() ?? profile.name),
      version: profile.version + 1,
    };
    if (isFrozen(store, profile)) return renamed;
    const taken = new Set(variantIds(store, input.variantsToAssociate));
    for (const other of othersWithout(store, next, taken)) transaction.put('profiles', other);
    transaction.put('profiles', renamed);
    return renamed;
  });
  return { profile: updated, userErrors: [] };
}

function removeProfile(args: unknown, { store }: Context) {
  const profile = findProfile(store, idArgument.parse(args).id);
  const refuse = (message: string) => ({ job: null, userErrors: [{ field: null, message }] });
  if (profile === undefined) return refuse('The Delivery Profile cannot be found for the shop.');
  if (profile.isDefault) return refuse('Cannot delete the default profile.');
  const jobId = store.transact((transaction) => {
    if (!isFrozen(store, profile)) transaction.remove('profiles', profile.id);
    return transaction.newId();
  });
  return { job: { id: globalId('Job', jobId), done: true }, userErrors: [] };
}

export const deliveryProfileResolvers = {
  QueryRoot: rootFields(['read_shipping'], {
    deliveryProfile: (args, { store }) => store.tables.profiles.get(idIn('DeliveryProfile', args)),
    deliveryProfiles: (args, { store }) => {
      const { merchantOwnedOnly } = listArguments.parse(args);
      const all = store.tables.profiles.all();
      return paginateById(
        args,
        merchantOwnedOnly === true ? all.filter((profile) => profile.ownedByMerchant) : all,
      );
    },
  }),
  DeliveryProfile: {
    id: (profile: Profile) => globalId('DeliveryProfile', profile.id),
    default: (profile: Profile) => profile.isDefault,
    productVariantsCount: (profile: Profile, _: unknown, { store }: Context) => {
      if (!profile.isDefault) return exactly(profile.variantIds.length);
      const elsewhere = store.tables.profiles
        .all()
        .reduce((sum, other) => sum + other.variantIds.length, 0);
      return exactly(store.tables.variants.size - elsewhere);
    },
    sellingPlanGroups: (profile: Profile, args: unknown, { store }: Context) =>
      paginateIds(args, profile.groupIds, (id) => store.tables.groups.get(id)),
  },
  Mutation: rootFields(['write_shipping'], {
    deliveryProfileCreate: createProfile,
    deliveryProfileUpdate: updateProfile,
    deliveryProfileRemove: removeProfile,
  }),
};
