import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { loadNumbers } from '../todays-numbers/load-numbers.server.ts';
import type { TodaysNumbers } from '../todays-numbers/numbers.ts';

/** The numbers of Home. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const { numbers, answeredWith } = await loadNumbers(client);
  return json<TodaysNumbers>(numbers, answeredWith);
}
