import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { updateNotificationsSchema } from '#contract/notification-settings.ts';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { postRoute } from '../admission/post-route.server.ts';
import { loadNotificationSettings } from '../notifications/load-settings.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

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
