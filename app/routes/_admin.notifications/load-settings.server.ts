import type { SubscriptionApiClient } from '../../subscription-api/client.ts';
import type { NotificationSettings } from './settings-schema.ts';

/** Loads the data of the Notifications screen. */
export async function loadNotificationSettings(
  client: Pick<SubscriptionApiClient, 'getNotifications' | 'getVendor'>,
): Promise<NotificationSettings> {
  const [{ notifications, providers, hearsOfParcels, isLive }, vendor] = await Promise.all([
    client.getNotifications(),
    client.getVendor(),
  ]);
  return {
    notifications,
    providers,
    hearsOfParcels,
    isLive,
    useGifs: vendor?.shopifyManifest.useGifs ?? false,
    handleFulfillmentWebhook: vendor?.shopifyManifest.handleFulfillmentWebhook ?? false,
  };
}
