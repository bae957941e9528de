import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import type { KeyFigures } from './_admin._index/figures.ts';
import { loadKeyFigures } from './_admin._index/load-figures.server.ts';

/** The key figures of Home. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const { figures, answeredWith } = await loadKeyFigures(client);
  return json<KeyFigures>(figures, answeredWith);
}
