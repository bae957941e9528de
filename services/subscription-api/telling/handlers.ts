import type { SubscriptionApiHandlers } from '../handlers.ts';
import { findLiveSettings, uninstalledReason } from '../recurring/billing/store.ts';
import { requireActiveVendor } from '../shop/active-vendor.ts';
import { lacksScopes } from '../shop/granted-scopes.ts';
import { previewNotification, sendTest } from './preview.ts';
import { providersOf } from './providers.ts';
import { findNotifications, updateGifs, updateNotifications } from './store.ts';

export const notificationHandlers = {
  getNotifications: async (context) => {
    const { database, shop } = context;
    await requireActiveVendor(database, shop);
    const notifications = await findNotifications(database, shop);
    const hearsOfParcels = !(await lacksScopes(context, ['read_fulfillments']));
    const settings = await findLiveSettings(database, shop);
    const isLive = settings !== null && settings.stoppedBecause !== uninstalledReason;
    return { notifications, providers: providersOf(context), hearsOfParcels, isLive };
  },
  updateNotifications: async (context, { body }) => ({
    notifications: await updateNotifications(context, body),
  }),
  updateGifs: (context, { body }) => updateGifs(context, body.useGifs),
  previewNotification: (context, { query }) => previewNotification(context, query.notification),
  sendTestNotification: (context, { body, idempotencyKey }) =>
    sendTest(context, body, idempotencyKey),
} satisfies Partial<SubscriptionApiHandlers>;
