import { z } from 'zod';
import { globalIdSchema } from './global-id.ts';

/** A product that the server stores. `original_id` is the numeric tail of its global id (specification §3, §7). */
export const productSchema = z.object({ original_id: z.string() });

/** Answer of GET /products: the products that the server stores, for the "Synced" badge of a rotation. */
export const productListSchema = z.object({ products: z.array(productSchema) });

export type ProductList = z.infer<typeof productListSchema>;

/**
 * A product of the store to show a plan with. `price` is a decimal string in `currencyCode`'s major units: that of the
 * product's first variant, named by `variantTitle` where the product has several.
 */
const previewProductSchema = z.object({
  id: globalIdSchema,
  title: z.string(),
  variantTitle: z.string().nullable(),
  price: z.string(),
  currencyCode: z.string(),
  imageUrl: z.string().nullable(),
});

export type PreviewProduct = z.infer<typeof previewProductSchema>;

/** Answer of GET /subscription/preview-product: the store's first active products by title, at most 20. */
export const previewProductListSchema = z.object({
  products: z.array(previewProductSchema),
  /** The store's day, by its own calendar. */
  today: z.iso.date(),
});

export type PreviewProductList = z.infer<typeof previewProductListSchema>;
