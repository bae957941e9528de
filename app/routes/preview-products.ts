import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { authenticateMerchant } from '../authenticate.server.ts';
import { logger } from '../logger.server.ts';
import type { PreviewProductsAnswer } from '../plan-preview/preview-products.ts';

/** Products for the plan preview. A failure leaves the preview out; the screen beside it goes on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const firstDay = new Date().toISOString().slice(0, 10);
  const products = await client.listProducts().then(
    (answer) =>
      answer.products.map((product) => ({
        ...product,
        variantTitle: product.variantTitle ?? undefined,
      })),
    (error: unknown) => {
      logger.warn({ error }, 'The products of the plan preview could not be loaded');
      return [];
    },
  );
  return json<PreviewProductsAnswer>({ products, firstDay });
}

/** Where no answer comes at all, the screen goes on as well: an error page would take the merchant's typing with it. */
export async function clientLoader({
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<PreviewProductsAnswer> {
  try {
    return await serverLoader<typeof loader>();
  } catch {
    return { products: [], firstDay: '' };
  }
}

/** Saving a form doesn't change the store's products. */
export function shouldRevalidate() {
  return false;
}
