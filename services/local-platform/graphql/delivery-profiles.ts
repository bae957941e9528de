import { z } from 'zod';
import type { Profile } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { exactly, paginateById, paginateIds } from './connection.ts';
import { type Context, rootFields, timestampOf } from './context.ts';
import { globalId, idIn, parseGlobalId } from './global-id.ts';
import { findGroup } from './selling-plan-groups.ts';
import { resourceNotFound, type UserError } from './user-errors.ts';

const globalIds = z.array(z.string()).nullish();
const profileInput = z.object({
  name: z.string().nullish(),
  sellingPlanGroupsToAssociate: globalIds,
  sellingPlanGroupsToDissociate: globalIds,
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

function associatedGroupIds(store: Store, profile: Profile, input: ProfileInput): number[] {
  const next = new Set(profile.groupIds);
  for (const id of groupIds(store, input.sellingPlanGroupsToDissociate)) next.delete(id);
  for (const id of groupIds(store, input.sellingPlanGroupsToAssociate)) next.add(id);
  return [...next].sort((left, right) => left - right);
}

function findProfile(store: Store, value: string): Profile | undefined {
  const parsed = parseGlobalId(value);
  return parsed?.type === 'DeliveryProfile' ? store.tables.profiles.get(parsed.id) : undefined;
}

/** With market-driven shipping, the merchant's own profiles can still be read, and writes succeed without effect. */
function isFrozen(store: Store, profile: Profile): boolean {
  return store.shop.marketDrivenShipping && profile.ownedByMerchant;
}

function createProfile(args: unknown, context: Context) {
  const { profile: input } = createArguments.parse(args);
  const { store } = context;
  const name = input.name ?? '';
  const userErrors = checkName(name);
  if (userErrors.length > 0) return { profile: null, userErrors };
  const profile = store.transact((transaction) => {
    const empty: Profile = {
      id: transaction.newId(),
      name: name.trim(),
      isDefault: false,
      ownedByMerchant: context.scopes === null,
      version: 1,
      groupIds: [],
      variantIds: [],
      createdAt: timestampOf(context.now()),
    };
    const created = { ...empty, groupIds: associatedGroupIds(store, empty, input) };
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
    const next: Profile = {
      ...profile,
      groupIds: associatedGroupIds(store, profile, input),
      name: profile.isDefault ? profile.name : (input.name?.trim() ?? profile.name),
      version: profile.version + 1,
    };
    if (!isFrozen(store, profile)) transaction.put('profiles', next);
    return next;
  });
  return { profile: updated, userErrors: [] };
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
  }),
};
