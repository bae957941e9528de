import type { Notifications } from '#contract/notifications.ts';

/** What is kept of a shop's notifications. `isOpen` says whether its vendor's status opens the app. */
export type NotificationSettings = {
  notifications: Notifications;
  useGifs: boolean;
  handleFulfillmentWebhook: boolean;
  isOpen: boolean;
};
