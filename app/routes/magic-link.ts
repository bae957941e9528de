import type { ActionFunctionArgs } from '@remix-run/node';
import { createMagicLinkSchema } from '#contract/magic-link.ts';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

/** POST makes a magic link to a page of the vendor portal (specification §3). */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  const body = createMagicLinkSchema.safeParse(await request.json().catch(() => undefined));
  if (!body.success) return Response.json({ message: 'Invalid path' }, { status: 400 });
  try {
    return Response.json(await client.createMagicLink({ body: body.data }));
  } catch (error) {
    return failureResponse(error);
  }
}
