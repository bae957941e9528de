import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { ApiError } from '../subscription-api/errors.ts';
import { failureResponse } from '../subscription-api/failure.ts';

/** GET whether a group that was to be deleted is still there; 404 where it is not. */
export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return answer(client.getSellingPlanGroup({ id, query: { first: 1 } }));
}

/** DELETE a selling plan group. Asked by the browser once Undo is no longer offered. */
export async function action({ request, params: { id = '' } }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  if (request.method !== 'DELETE') return new Response(null, { status: 405 });
  return answer(client.deleteSellingPlanGroup({ id }).catch(passWhereGone));
}

/** Deleted before, by this request sent twice or by somebody else: it is where the merchant wants it. */
function passWhereGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

async function answer(call: Promise<unknown>): Promise<Response> {
  try {
    await call;
    return Response.json(null);
  } catch (error) {
    return failureResponse(error);
  }
}
