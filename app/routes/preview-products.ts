import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { PreviewProductList } from '#contract/product.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/** Products for the plan preview, and the day of the first order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  return json<PreviewProductList>(await orErrorPage(client.listPreviewProducts()));
}
