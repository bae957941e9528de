import { z } from 'zod';
import { notificationsSchema, providersSchema } from '#contract/notification-settings.ts';

/** A shop's saved notification settings: the answer of GET /resources/notifications/settings. */
export const notificationSettingsSchema = z.object({
  notifications: notificationsSchema,
  providers: providersSchema,
  hearsOfParcels: z.boolean(),
  isLive: z.boolean(),
  useGifs: z.boolean(),
  handleFulfillmentWebhook: z.boolean(),
});

export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
