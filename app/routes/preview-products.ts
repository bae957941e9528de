import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../admission/authenticate.server.ts';
import { today } from '../plan-preview/order-dates.ts';
import type { PreviewProducts } from '../plan-preview/preview-products.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/** Products for the plan preview. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const { products } = await orErrorPage(client.listPreviewProducts());
  return json<PreviewProducts>({ products, firstDay: today() });
}
