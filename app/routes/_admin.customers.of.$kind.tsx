import type { LoaderFunctionArgs } from '@remix-run/node';
import { originalIdOf } from '#contract/original-id.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { redirectInFrame } from '../auth/redirect-in-frame.server.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/**
 * GET leads on from an order or a customer of the store (extensions/) to the one subscription of theirs, or to the list of them, which says if there is
 * none. `id` is the number of the order or customer.
 */
export async function loader({ request, params: { kind } }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const id = originalIdOf(new URL(request.url).searchParams.get('id') ?? '');
  const isNamed = /^\d{1,20}$/.test(id) && (kind === 'order' || kind === 'customer');
  if (!isNamed) return redirectInFrame(request, '/customers');
  const query = { [kind]: id, first: 2 };
  const { contracts } = await orErrorPage(client.listSubscriptionContracts({ query }));
  const [only, another] = contracts;
  const isOne = only !== undefined && another === undefined;
  return redirectInFrame(request, isOne ? `/customers/${only.id}` : `/customers?${kind}=${id}`);
}

/** Never shown: without it, links within the app would load a new document. */
export default function SubscriptionsOf() {
  return null;
}
