import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { listAvailableGroups } from './available-groups.ts';
import { createDeliveryProfile } from './create.ts';
import { getDeliveryProfile } from './detail.ts';
import { listDeliveryProfiles } from './list.ts';
import { updateDeliveryProfile } from './update.ts';

export const deliveryProfileHandlers = {
  listDeliveryProfiles: (context, { query }) => listDeliveryProfiles(context, query),
  listAvailableGroups: (context, { id, query }) => listAvailableGroups(context, id, query),
  createDeliveryProfile: (context, { body, idempotencyKey }) =>
    createDeliveryProfile(context, body, idempotencyKey),
  updateDeliveryProfile: (context, { body }) => updateDeliveryProfile(context, body),
  getDeliveryProfile: (context, { id }) => getDeliveryProfile(context, id),
} satisfies Partial<SubscriptionApiHandlers>;
