import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { apiPrefix, unsubscribePath } from '#contract/endpoints.ts';
import { bodyWithin } from '../auth/bounded-body.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';

const maximumBytes = 1_000;

async function ask(request: Request, init: RequestInit): Promise<Response> {
  const url = new URL(apiPrefix + unsubscribePath, mountedSubscriptionApi.origin);
  url.search = new URL(request.url).search;
  return await mountedSubscriptionApi.fetch(new Request(url, init));
}

/** The page that asks a customer whether they want fewer emails, handed on from the subscription API: it checks the link's signature. */
export async function loader({ request }: LoaderFunctionArgs) {
  return await ask(request, { method: 'GET' });
}

/** POST unsubscribes, by that page or by a mail program's own button (RFC 8058). */
export async function action({ request }: ActionFunctionArgs) {
  const body = await bodyWithin(request, maximumBytes);
  if ('status' in body) return new Response(null, body);
  const type = request.headers.get('Content-Type') ?? '';
  return await ask(request, { method: 'POST', headers: { 'Content-Type': type }, body });
}
