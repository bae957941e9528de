import type { ActionFunctionArgs } from '@remix-run/node';
import { localClockPath } from '#contract/endpoints.ts';
import { bodyWithin } from '../auth/bounded-body.ts';
import { environment } from '../environment.server.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';
import { notFound } from '../subscription-api/failure.ts';

const maximumBytes = 1_000;

/** The local platform says what time it is (local mode only), handed to the subscription API as it came: it checks the signature. */
export async function action({ request }: ActionFunctionArgs) {
  if (environment.localPlatformUrl === undefined) return notFound();
  const body = await bodyWithin(request, maximumBytes);
  if ('status' in body) return new Response(null, body);
  const name = 'X-Shopify-Hmac-Sha256';
  return await mountedSubscriptionApi.fetch(
    new Request(new URL(localClockPath, mountedSubscriptionApi.origin), {
      method: 'POST',
      headers: { [name]: request.headers.get(name) ?? '' },
      body,
    }),
  );
}
