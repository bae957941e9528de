import {
  type CreateDeliveryProfile,
  type DeliveryProfile,
  deliveryProfileSchema,
} from '#contract/delivery-profile.ts';
import { createOnce } from '../../idempotency/create-once.ts';
import { OutcomeUnknownError, platformFailed } from '../../platform/platform-error.ts';
import { invalidFields } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { getDeliveryProfile } from './detail.ts';
import { createProfile, updateProfile } from './documents.ts';
import { type Before, beforeSchema, findMade, lookBefore } from './lost-create.ts';
import { profileFieldErrorsOf, profileOf } from './mapping.ts';

async function send(context: ShopContext, name: string): Promise<DeliveryProfile> {
  const { deliveryProfileCreate } = await context.graphql(createProfile, { profile: { name } });
  const { profile, userErrors } = deliveryProfileCreate;
  if (userErrors.length > 0) throw invalidFields(profileFieldErrorsOf(userErrors));
  if (profile === null) throw platformFailed(new Error(`${createProfile.name}: no profile`));
  // An app can always change its own profile.
  return profileOf(profile, profile.sellingPlanGroups.nodes, false);
}

/** Creates a profile. If the answer is lost, looks for the profile on the platform. */
async function create(context: ShopContext, before: Before): Promise<DeliveryProfile> {
  try {
    return await send(context, before.name);
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    const made = await findMade(context, before).catch(() => null);
    const profile =
      made === null ? null : await getDeliveryProfile(context, made).catch(() => null);
    if (profile === null) throw error;
    return profile;
  }
}

/** The profile from an earlier attempt, renamed if the form has another name now. */
async function takeOver(context: ShopContext, id: string, name: string): Promise<DeliveryProfile> {
  const profile = await getDeliveryProfile(context, id);
  if (profile.name === name) return profile;
  const userErrors = await context.graphql(updateProfile, { id, profile: { name } }).then(
    ({ deliveryProfileUpdate }) => deliveryProfileUpdate.userErrors,
    async (failure: unknown) => {
      const isLost = failure instanceof OutcomeUnknownError;
      if (isLost && (await getDeliveryProfile(context, id)).name === name) return [];
      throw failure;
    },
  );
  if (userErrors.length > 0) throw invalidFields(profileFieldErrorsOf(userErrors));
  return { ...profile, name };
}

/** Creates a profile. Repeating the idempotency key returns the same one, even if the first answer was lost. */
export async function createDeliveryProfile(
  context: ShopContext,
  { name }: CreateDeliveryProfile,
  idempotencyKey: string | undefined,
): Promise<DeliveryProfile> {
  if (idempotencyKey === undefined) return await create(context, await lookBefore(context, name));
  return await createOnce(context, {
    operation: 'create delivery profile',
    key: idempotencyKey,
    body: { name },
    parseAnswer: (stored) => deliveryProfileSchema.parse(stored),
    create: async (attempt) => {
      // Rows from before we stored operations may hold what another kind of create remembered; that doesn't parse.
      const earlier = beforeSchema.safeParse(attempt.before).data ?? null;
      const made = earlier === null ? null : await findMade(context, earlier);
      if (made !== null) return await takeOver(context, made, name);
      const before = earlier?.name === name ? earlier : await lookBefore(context, name);
      await attempt.remember(before);
      return await create(context, before);
    },
  });
}
