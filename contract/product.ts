import { z } from 'zod';
import { globalIdSchema } from './global-id.ts';

/**
 * A product as the screens show it. `price` is a decimal string in `currencyCode`'s major units: that of the product's
 * first variant, named by `variantTitle` where the product has several.
 */
export const productSchema = z.object({
  id: globalIdSchema,
  original_id: z.string(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  price: z.string(),
  currencyCode: z.string(),
  imageUrl: z.string().nullable(),
});

export type Product = z.infer<typeof productSchema>;

/** Answer of GET /products: active products by title, at most 50 (specification §7). */
export const productListSchema = z.object({ products: z.array(productSchema) });

export type ProductList = z.infer<typeof productListSchema>;
