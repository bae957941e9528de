import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { availableGroupsQuerySchema } from '#contract/delivery-profile.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/** GET a page of the groups that the profile could take, for the dialog that adds them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const asked = availableGroupsQuerySchema.safeParse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (!asked.success) {
    const message = asked.error.issues[0]?.message ?? 'Invalid page';
    return json({ message }, { status: 400 });
  }
  const { data: query } = asked;
  return json(await orErrorPage(client.listAvailableGroups({ id: params.id ?? '', query })));
}
