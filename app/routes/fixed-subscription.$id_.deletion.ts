import type { ActionFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '#app/admission/authenticate.server.ts';
import { failureOf } from '../subscription-api/failure.ts';

/** DELETE a selling plan group. Asked by the browser once Undo is no longer offered. */
export async function action({ request, params: { id = '' } }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  if (request.method !== 'DELETE') return new Response(null, { status: 405 });
  try {
    await client.deleteSellingPlanGroup({ id });
    return Response.json(null);
  } catch (error) {
    const { status, failure } = failureOf(error);
    return Response.json(failure, { status });
  }
}
