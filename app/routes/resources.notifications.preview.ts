import { notificationPreviewQuerySchema, sendTestSchema } from '#contract/notification-preview.ts';
import { resourceAction, resourceLoader } from '../requests/resource-route.server.ts';

/** GET shows what a customer gets of `?notification=…`. */
export const loader = resourceLoader(notificationPreviewQuerySchema, ({ client, query }) =>
  client.previewNotification({ query }),
);

/** POST sends one of them to the merchant's own address. */
export const action = resourceAction(sendTestSchema, ({ client, body, idempotencyKey }) =>
  client.sendTestNotification({ body, idempotencyKey }),
);
