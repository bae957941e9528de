import type { SubscriptionApiHandlers } from '../handlers.ts';
import { findNotifications, updateGifs, updateNotifications } from './store.ts';

export const notificationHandlers = {
  getNotifications: async ({ database, shop }) => ({
    notifications: await findNotifications(database, shop),
  }),
  updateNotifications: async (context, { body }) => ({
    notifications: await updateNotifications(context, body),
  }),
  updateGifs: (context, { body }) => updateGifs(context, body.useGifs),
} satisfies Partial<SubscriptionApiHandlers>;
