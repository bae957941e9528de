import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';
import { failureResponse } from '../subscription-api/failure.ts';
import { keyOfRequest } from './request-key.ts';

/** The action of a resource route that hands a merchant's POST on: 405 for another method, 400 for another body. */
export function postRoute<Schema extends z.ZodType>(
  schema: Schema,
  refusal: string | ((error: z.ZodError) => string),
  call: (
    client: SubscriptionApiClient,
    body: z.output<Schema>,
    idempotencyKey: string | undefined,
    ifMatch: string | undefined,
  ) => Promise<unknown>,
) {
  return async ({ request }: ActionFunctionArgs): Promise<Response> => {
    const { client } = await authenticateMerchant(request);
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const body = schema.safeParse(await request.json().catch(() => undefined));
    if (!body.success) {
      const message = typeof refusal === 'string' ? refusal : refusal(body.error);
      return Response.json({ message }, { status: 400 });
    }
    try {
      const ifMatch = request.headers.get('If-Match') ?? undefined;
      return Response.json(await call(client, body.data, keyOfRequest(request), ifMatch));
    } catch (error) {
      return failureResponse(error);
    }
  };
}
