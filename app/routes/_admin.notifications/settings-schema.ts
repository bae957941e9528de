import { z } from 'zod';
import { notificationsSchema } from '#contract/notification-settings.ts';

/** A shop's saved notification settings: the answer of GET /resources/notifications/settings. */
export const notificationSettingsSchema = z.object({
  notifications: notificationsSchema,
  /** Whether the installation has a mail server. */
  canSendEmail: z.boolean(),
  useGifs: z.boolean(),
  handleFulfillmentWebhook: z.boolean(),
});

export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
