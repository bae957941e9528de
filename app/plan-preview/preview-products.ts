import { z } from 'zod';
import { previewProductSchema } from '#contract/product.ts';

/** What the preview is computed for: real products of the store and the day of the first order (ISO date, UTC). */
export const previewProductsSchema = z.object({
  products: z.array(previewProductSchema),
  firstDay: z.iso.date(),
});

export type PreviewProducts = z.infer<typeof previewProductsSchema>;
