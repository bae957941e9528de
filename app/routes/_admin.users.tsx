import type { ActionFunctionArgs } from '@remix-run/node';
import { answerMagicLink } from '../portal/magic-link.server.ts';

export { admitMerchant as loader } from '../admission/authenticate.server.ts';

/** POST makes a link to the vendor portal's customers. */
export async function action({ request }: ActionFunctionArgs) {
  return await answerMagicLink(request, '/users');
}

export const shouldRevalidate = () => false;

export { RedirectPage as default } from '../portal/RedirectPage.tsx';
