import { json } from '@remix-run/node';
import type { MagicLink } from '#contract/magic-link.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/**
 * Makes a magic link to a page of the merchant's vendor portal.
 * @throws Response - the failure, for the error page
 */
export async function answerMagicLink(request: Request, path: string) {
  const { client } = await authenticateMerchant(request);
  return json<MagicLink>(await orErrorPage(client.createMagicLink({ body: { path } })));
}
