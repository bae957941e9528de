import type { ActionFunctionArgs } from '@remix-run/node';
import { answerMagicLink } from '../magic-link/magic-link.server.ts';

export { merchantsOnly as loader } from '../auth/authenticate.server.ts';

/** POST makes a link to the vendor portal's analytics, of the days in the address where it has some. */
export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const range = new URLSearchParams();
  for (const name of ['from', 'to', 'days']) {
    const asked = searchParams.get(name);
    if (asked !== null) range.set(name, asked);
  }
  return await answerMagicLink(request, range.size === 0 ? '/analytics' : `/analytics?${range}`);
}

export const shouldRevalidate = () => false;

export { RedirectPage as default } from '../magic-link/RedirectPage.tsx';
