import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { notificationPreviewQuerySchema, sendTestSchema } from '#contract/notification-preview.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { postRoute } from '../requests/post-route.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

/** GET shows what a customer gets of `?notification=…`. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { client } = await authenticateMerchant(request);
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const query = notificationPreviewQuerySchema.safeParse(search);
  if (!query.success) {
    return json({ message: query.error.issues[0]?.message }, { status: 400 });
  }
  try {
    return json(await client.previewNotification({ query: query.data }));
  } catch (error) {
    return failureResponse(error);
  }
}

/** POST sends one of them to the merchant's own address. */
export const action = postRoute(
  sendTestSchema,
  ({ issues }) => issues.find(({ path }) => path[0] === 'to')?.message ?? 'Invalid Email',
  (client, body, idempotencyKey) => client.sendTestNotification({ body, idempotencyKey }),
);
