import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { answerMagicLink } from '../portal/magic-link.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await authenticateMerchant(request);
  return null;
}

/** POST makes a link to the vendor portal's customers. */
export async function action({ request }: ActionFunctionArgs) {
  return await answerMagicLink(request, '/users');
}

export const shouldRevalidate = () => false;

export { RedirectPage as default } from '../portal/RedirectPage.tsx';
