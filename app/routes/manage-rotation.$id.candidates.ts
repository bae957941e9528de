import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { rotationCandidatesQuerySchema } from '#contract/rotation.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/** GET a page of the products that a rotation could take. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const asked = rotationCandidatesQuerySchema.safeParse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (!asked.success) {
    const message = asked.error.issues[0]?.message ?? 'Invalid page';
    return json({ message }, { status: 400 });
  }
  const { data: query } = asked;
  return json(await orErrorPage(client.listRotationCandidates({ id: params.id ?? '', query })));
}
