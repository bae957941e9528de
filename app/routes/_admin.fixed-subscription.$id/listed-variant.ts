import { z } from 'zod';
import { globalIdSchema } from '#contract/global-id.ts';
import { pageInfoSchema } from '#contract/pagination.ts';

/** The few facts that the browser keeps of each of a group's thousands of variants. */
const listedVariantSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  productId: globalIdSchema,
});

export const variantPageSchema = z.object({
  variants: z.array(listedVariantSchema),
  pageInfo: pageInfoSchema,
});

export type ListedVariant = z.infer<typeof listedVariantSchema>;
export type VariantPage = z.infer<typeof variantPageSchema>;
