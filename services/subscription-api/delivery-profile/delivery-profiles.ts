import {
  type CreateDeliveryProfile,
  type DeliveryProfile,
  type DeliveryProfileList,
  type DeliveryProfileListQuery,
  deliveryProfileSchema,
  type UpdateDeliveryProfile,
} from '#contract/delivery-profile.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { ResourceNotFoundError } from '../platform/admin-graphql.ts';
import { collectPage } from '../platform/collected-page.ts';
import type { UserError } from '../platform/user-errors.ts';
import { invalidFields, notFound, platformFailed } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { once } from '../store/idempotency-store.ts';
import {
  createProfile,
  getProfile,
  listProfiles,
  type PlatformProfile,
  updateProfile,
} from './documents.ts';

export const profileNotFound = 'Delivery profile not found';

/** The platform takes no longer lists in one call. */
const maximumGroups = 250;

function profileOf(
  profile: PlatformProfile,
  groups: PlatformProfile['sellingPlanGroups']['nodes'],
): DeliveryProfile {
  return {
    id: profile.id,
    name: profile.name,
    isDefault: profile.default,
    sellingPlanGroups: groups.map((group) => ({
      ...group,
      productVariantsCount: group.productVariantsCount ?? { count: 0 },
    })),
  };
}

/** The profile with all its groups, asking for those that didn't fit. */
async function completeProfile(
  context: ShopContext,
  profile: PlatformProfile,
): Promise<DeliveryProfile> {
  const groups = [...profile.sellingPlanGroups.nodes];
  let { hasNextPage, endCursor } = profile.sellingPlanGroups.pageInfo;
  while (hasNextPage && endCursor !== null) {
    const { deliveryProfile } = await context.graphql(getProfile, {
      id: profile.id,
      groupsAfter: endCursor,
    });
    if (deliveryProfile === null) break;
    groups.push(...deliveryProfile.sellingPlanGroups.nodes);
    ({ hasNextPage, endCursor } = deliveryProfile.sellingPlanGroups.pageInfo);
  }
  return profileOf(profile, groups);
}

function nameFilter(typed: string): (profile: PlatformProfile) => boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return (profile) => {
    const name = profile.name.toLowerCase();
    return words.every((word) => name.includes(word));
  };
}

/** A page of the shop's delivery profiles. The platform can't search them: `query.query` is looked for here. */
export async function listDeliveryProfiles(
  context: ShopContext,
  query: DeliveryProfileListQuery,
): Promise<DeliveryProfileList> {
  const page = await collectPage({
    kind: 'delivery profiles',
    request: query,
    scanSize: 100,
    ...(query.query && { matches: nameFilter(query.query) }),
    fetchPage: async (cursors) => {
      const data = await context.graphql(listProfiles, {
        ...cursors,
        reverse: query.reverse ?? false,
      });
      return data.deliveryProfiles;
    },
  });
  const deliveryProfiles: DeliveryProfile[] = [];
  for (const profile of page.nodes) deliveryProfiles.push(await completeProfile(context, profile));
  return { deliveryProfiles, pageInfo: page.pageInfo };
}

/** One profile with all its selling plan groups; 404 where the shop has no such profile. */
export async function getDeliveryProfile(
  context: ShopContext,
  id: string,
): Promise<DeliveryProfile> {
  const { deliveryProfile } = await context.graphql(getProfile, { id });
  if (deliveryProfile === null) throw notFound(profileNotFound);
  return await completeProfile(context, deliveryProfile);
}

/** Errors of the profile's input, by the names of our own bodies; everything else is the form's. */
function fieldErrorsOf(userErrors: readonly UserError[]): FieldErrors {
  const names = ['name', 'sellingPlanGroupsToAssociate', 'sellingPlanGroupsToDissociate'];
  const fieldErrors: FieldErrors = {};
  for (const error of userErrors) {
    const field = error.field?.find((part) => names.includes(part)) ?? '';
    fieldErrors[field] = [...(fieldErrors[field] ?? []), error.message];
  }
  return fieldErrors;
}

/** Creates a profile; with an idempotency key once, however often it is asked for. */
export async function createDeliveryProfile(
  context: ShopContext,
  body: CreateDeliveryProfile,
  idempotencyKey: string | undefined,
): Promise<DeliveryProfile> {
  const create = async (): Promise<DeliveryProfile> => {
    const { deliveryProfileCreate } = await context.graphql(createProfile, {
      profile: { name: body.name },
    });
    const { profile, userErrors } = deliveryProfileCreate;
    if (userErrors.length > 0) throw invalidFields(fieldErrorsOf(userErrors));
    if (profile === null) throw platformFailed(new Error(`${createProfile.name}: no profile`));
    return profileOf(profile, profile.sellingPlanGroups.nodes);
  };
  if (idempotencyKey === undefined) return await create();
  return await once(context, {
    operation: 'create delivery profile',
    key: idempotencyKey,
    body,
    parseAnswer: (stored) => deliveryProfileSchema.parse(stored),
    create,
  });
}

/** Associates or dissociates selling plan groups in one call; 404 where the shop has no such profile. */
export async function updateDeliveryProfile(
  context: ShopContext,
  body: UpdateDeliveryProfile,
): Promise<DeliveryProfile> {
  const { id, sellingPlanGroupsToAssociate, sellingPlanGroupsToDissociate } = body;
  if (!/^gid:\/\/shopify\/DeliveryProfile\/\d+$/.test(id)) throw notFound(profileNotFound);
  for (const [field, groups] of Object.entries({
    sellingPlanGroupsToAssociate,
    sellingPlanGroupsToDissociate,
  })) {
    if (groups.length > maximumGroups) {
      throw invalidFields({ [field]: [`At most ${maximumGroups} selling plan groups at once`] });
    }
    if (groups.some((group) => !/^gid:\/\/shopify\/SellingPlanGroup\/\d+$/.test(group))) {
      throw invalidFields({ [field]: ['Invalid id'] });
    }
  }
  const { deliveryProfileUpdate } = await context
    .graphql(updateProfile, {
      id,
      profile: {
        ...(sellingPlanGroupsToAssociate.length > 0 && { sellingPlanGroupsToAssociate }),
        ...(sellingPlanGroupsToDissociate.length > 0 && { sellingPlanGroupsToDissociate }),
      },
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof ResourceNotFoundError)) throw error;
      // Either the profile is gone, which this finds, or one of the groups.
      await getDeliveryProfile(context, id);
      const field =
        sellingPlanGroupsToAssociate.length > 0
          ? 'sellingPlanGroupsToAssociate'
          : 'sellingPlanGroupsToDissociate';
      throw invalidFields({ [field]: ['A selling plan group does not exist any more'] });
    });
  const { profile, userErrors } = deliveryProfileUpdate;
  if (userErrors.length > 0) {
    // These errors have no code: whether it is the profile that is missing, the platform must be asked.
    await getDeliveryProfile(context, id);
    throw invalidFields(fieldErrorsOf(userErrors));
  }
  if (profile === null) throw notFound(profileNotFound);
  return await completeProfile(context, profile);
}
