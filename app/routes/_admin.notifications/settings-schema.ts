import { z } from 'zod';
import { notificationsSchema } from '#contract/notification-settings.ts';
import type { NotificationSettings } from './settings.ts';

/** Checks the answer of GET /resources/notifications/settings. */
export const notificationSettingsSchema = z.object({
  notifications: notificationsSchema,
  canSendEmail: z.boolean(),
  useGifs: z.boolean(),
  handleFulfillmentWebhook: z.boolean(),
}) satisfies z.ZodType<NotificationSettings>;
