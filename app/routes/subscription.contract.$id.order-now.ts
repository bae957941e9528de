import type { ActionFunctionArgs } from '@remix-run/node';
import { ApiError } from '../subscription-api/errors.ts';
import { failureOf } from '../subscription-api/failure.ts';
import { scaleClient } from '../subscription-api/outside-clients.server.ts';

/**
 * A scale's order, handed to the subscription API, which checks its token. What the scale sends as a body is nobody's concern. A refusal
 * has the API's reason.
 */
export async function action({ request, params: { id = '' } }: ActionFunctionArgs) {
  const [, token] = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '') ?? [];
  try {
    return Response.json(await scaleClient(token).orderNow({ id }));
  } catch (error) {
    const { status, headers, failure } = failureOf(error);
    const details = error instanceof ApiError ? error.response?.details : undefined;
    return Response.json({ message: failure.message, details }, { status, headers });
  }
}
