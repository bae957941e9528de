import type { ActionFunctionArgs } from '@remix-run/node';
import { updateProposedVendorSchema } from '#contract/proposed-vendor.ts';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

/** POST dismisses onboarding for the shop, or brings it back. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  const body = updateProposedVendorSchema.safeParse(await request.json().catch(() => undefined));
  if (!body.success) return Response.json({ message: 'Invalid onboarding' }, { status: 400 });
  try {
    return Response.json(await client.updateProposedVendor({ body: body.data }));
  } catch (error) {
    return failureResponse(error);
  }
}
