import { z } from 'zod';
import { productSchema } from '#contract/product.ts';

/** What the preview is computed for: real products of the store and the day of the first order (ISO date, UTC). */
export const previewProductsSchema = z.object({
  products: z.array(productSchema),
  firstDay: z.iso.date(),
});

export type PreviewProducts = z.infer<typeof previewProductsSchema>;
