import { updateNotificationsSchema } from '#contract/notification-settings.ts';
import { nothing, resourceAction, resourceLoader } from '../requests/resource-route.server.ts';
import { loadNotificationSettings } from './_admin.notifications/load-settings.server.ts';

/** GET answers the settings of notifications and GIFs. */
export const loader = resourceLoader(nothing, ({ client }) => loadNotificationSettings(client));

/** POST changes the flags that it names (specification §7), and answers all of them. */
export const action = resourceAction(updateNotificationsSchema, ({ client, body }) =>
  client.updateNotifications({ body }),
);
