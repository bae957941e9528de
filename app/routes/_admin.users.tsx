import type { ActionFunctionArgs } from '@remix-run/node';
import { answerMagicLink } from '../magic-link/magic-link.server.ts';

export { merchantsOnly as loader } from '../auth/authenticate.server.ts';

/** POST makes a link to the vendor portal's customers. */
export async function action({ request }: ActionFunctionArgs) {
  return await answerMagicLink(request, '/users');
}

export const shouldRevalidate = () => false;

export { RedirectPage as default } from '../magic-link/RedirectPage.tsx';
