import type { ActionFunctionArgs } from '@remix-run/node';
import { apiPrefix, maximumWebhookBytes, webhookPath } from '#contract/endpoints.ts';
import { bodyWithin } from '../auth/bounded-body.ts';
import { dropAccessToken } from '../auth/shopify.server.ts';
import { environment } from '../environment.server.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';

/** The platform's webhooks (shopify.app.toml), handed to the subscription API as they came: it checks the signature. */
export async function action({ request }: ActionFunctionArgs) {
  const body = await bodyWithin(request, maximumWebhookBytes);
  if ('status' in body) return new Response(null, body);
  const headers = new Headers({ 'Content-Type': 'application/json' });
  for (const [name, value] of request.headers) {
    if (name.startsWith('x-shopify-')) headers.set(name, value);
  }
  const { status } = await mountedSubscriptionApi.fetch(
    new Request(new URL(apiPrefix + webhookPath, mountedSubscriptionApi.origin), {
      method: 'POST',
      headers,
      body,
    }),
  );
  // With an API elsewhere the app stores sessions of its own.
  const shop = headers.get('X-Shopify-Shop-Domain');
  if (status === 200 && shop !== null && endsInstallation(headers.get('X-Shopify-Topic'))) {
    if (environment.subscriptionApiUrl !== undefined) await dropAccessToken(shop);
  }
  return new Response(null, { status });
}

function endsInstallation(topic: string | null): boolean {
  return topic === 'app/uninstalled' || topic === 'shop/redact';
}
