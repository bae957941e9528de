import type { Notifications } from '#contract/notifications.ts';

/** What is kept of a shop's notifications. */
export type NotificationSettings = {
  notifications: Notifications;
  /** Whether the installation has a mail server. */
  canSendEmail: boolean;
  useGifs: boolean;
  handleFulfillmentWebhook: boolean;
};
