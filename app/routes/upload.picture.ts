import type { ActionFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { keyOfRequest } from '../requests/request-key.ts';
import { failureResponse } from '../subscription-api/failure.ts';

/** POST of a multipart form with one image as `file` (`pictureSchema`). It passes on to the API as it comes in: nothing is kept here. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const { client } = await authenticateMerchant(request);
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  try {
    return Response.json(
      await client.uploadPicture({ form: request, idempotencyKey: keyOfRequest(request) }),
    );
  } catch (error) {
    return failureResponse(error);
  }
}
