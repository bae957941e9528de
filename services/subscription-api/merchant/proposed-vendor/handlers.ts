import { proposedVendorSchema } from '#contract/proposed-vendor.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { createOnce } from '../../idempotency/create-once.ts';
import { dismissOnboarding, saveProposedVendor } from '../../shop/proposed-vendor.ts';
import { currentProposedVendor } from './onboarding.ts';

export const proposedVendorHandlers = {
  getProposedVendor: (context) => currentProposedVendor(context),
  createProposedVendor: async (context, { body, idempotencyKey }) => {
    const create = () => saveProposedVendor(context.database, context.shop, body);
    if (idempotencyKey === undefined) return await create();
    return await createOnce(context, {
      operation: 'create proposed vendor',
      key: idempotencyKey,
      body,
      parseAnswer: (stored) => proposedVendorSchema.parse(stored),
      create,
    });
  },
  updateProposedVendor: ({ database, shop }, { body }) =>
    dismissOnboarding(database, shop, body.isOnboardingDismissed),
} satisfies Partial<SubscriptionApiHandlers>;
