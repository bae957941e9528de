import {
  type CreateDeliveryProfile,
  type DeliveryProfile,
  deliveryProfileSchema,
} from '#contract/delivery-profile.ts';
import { createOnce } from '../idempotency/create-once.ts';
import { invalidFields, platformFailed } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { createProfile } from './documents.ts';
import { profileFieldErrorsOf, profileOf } from './mapping.ts';

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
    if (userErrors.length > 0) throw invalidFields(profileFieldErrorsOf(userErrors));
    if (profile === null) throw platformFailed(new Error(`${createProfile.name}: no profile`));
    // What an app makes is its own, and usable everywhere.
    return profileOf(profile, profile.sellingPlanGroups.nodes, false);
  };
  if (idempotencyKey === undefined) return await create();
  return await createOnce(context, {
    operation: 'create delivery profile',
    key: idempotencyKey,
    body,
    parseAnswer: (stored) => deliveryProfileSchema.parse(stored),
    create,
  });
}
