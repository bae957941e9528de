import type { SubscriptionApiHandlers } from '../handlers.ts';
import { findNotifications, updateGifs, updateNotifications } from './store.ts';

export const notificationHandlers = {
  getNotifications: async ({ database, shop }) => ({
    notifications: await findNotifications(database, shop),
  }),
  updateNotifications: async ({ database, shop }, { body }) => ({
    notifications: await updateNotifications(database, shop, body, async () => {}),
  }),
  updateGifs: ({ database, shop }, { body }) =>
    updateGifs(database, shop, body.useGifs, async () => {}),
} satisfies Partial<SubscriptionApiHandlers>;
