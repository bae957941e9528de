import type { ActionFunctionArgs } from '@remix-run/node';
import { apiPrefix } from '#contract/endpoints.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { scaleOrderPath } from '#contract/scale-paths.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';

const passedOn = ['Authorization', idempotencyKeyHeader];
const passedBack = ['Content-Type', 'Retry-After'];

/** A scale's order, handed to the subscription API, which checks its token. What the scale sends as a body is nobody's concern. */
export async function action({ request, params: { id = '' } }: ActionFunctionArgs) {
  const { origin, fetch } = mountedSubscriptionApi;
  const answer = await fetch(
    new Request(new URL(apiPrefix + scaleOrderPath(encodeURIComponent(id)), origin), {
      method: 'POST',
      headers: named(request.headers, passedOn),
    }),
  );
  const { status, headers } = answer;
  return new Response(answer.body, { status, headers: named(headers, passedBack) });
}

function named(headers: Headers, names: readonly string[]): Headers {
  return new Headers(
    names.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
