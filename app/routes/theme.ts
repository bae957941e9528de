import type { ActionFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

/** POST installs the widget, and answers how it stands on the theme (`installWidgetAnswerSchema`). */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  try {
    return Response.json(await client.installWidget());
  } catch (error) {
    return failureResponse(error);
  }
}
