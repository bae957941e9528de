import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant, type Merchant } from '../auth/authenticate.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

/** The loader of a resource route that hands a merchant's GET on, with what its address asks for. */
export function getRoute(ask: (merchant: Merchant, query: URLSearchParams) => Promise<unknown>) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    const merchant = await authenticateMerchant(request);
    try {
      return Response.json(await ask(merchant, new URL(request.url).searchParams));
    } catch (error) {
      return failureResponse(error);
    }
  };
}
