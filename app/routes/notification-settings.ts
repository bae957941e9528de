import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { updateNotificationsSchema } from '#contract/notification-settings.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { postRoute } from '../requests/post-route.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';
import { loadNotificationSettings } from './_admin.notifications/load-settings.server.ts';

/** GET answers what is kept of notifications and GIFs. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { client } = await authenticateMerchant(request);
  try {
    return json(await loadNotificationSettings(client));
  } catch (error) {
    return failureResponse(error);
  }
}

/** POST changes the flags that it names (specification §7), and answers all of them. */
export const action = postRoute(
  updateNotificationsSchema,
  'Invalid notifications',
  (client, body) => client.updateNotifications({ body }),
);
