import { z } from 'zod';
import { listQuerySchema, maximumSearchLength, pageSchema, searchTooLong } from './pagination.ts';
import {
  maximumRotationProducts,
  rotationPrices,
  rotationProductStatuses,
  rotationTexts,
} from './rotation-texts.ts';

/**
 * A product in a rotation, or one that could be. `original_id` is the numeric tail of its global id. `title` and `createdAt` (ISO time) are
 * null if the store no longer has it; `stock`, over all variants, is null if the platform doesn't count it. `roastLevel` is 1 (light) to 5 (dark),
 * null if its tags say none. A `rotating` one has a rotation of its own.
 */
const rotationProductSchema = z.object({
  original_id: z.string(),
  title: z.string().nullable(),
  status: z.enum(rotationProductStatuses),
  imageUrl: z.string().nullable(),
  stock: z.number().int().nullable(),
  createdAt: z.string().nullable(),
  roastLevel: z.number().int().min(1).max(5).nullable(),
});

export type RotationProduct = z.infer<typeof rotationProductSchema>;

/**
 * Answer of GET and PATCH /products/{platform}/{id}/rotation (specification §7): the products in the order in which they go out.
 * `version` counts the saves, from 0 where there was none.
 */
export const rotationSchema = z.object({
  payload: z.object({
    product: rotationProductSchema,
    products: z.array(z.object({ product: rotationProductSchema })),
    version: z.number().int(),
    price: z.enum(rotationPrices),
    /** The store's day, by its own calendar. */
    today: z.iso.date(),
  }),
});

export type Rotation = z.infer<typeof rotationSchema>;

/**
 * Body of PATCH /products/{platform}/{id}/rotation: original ids in their order. With `version`, that of the rotation which the
 * order was made from, a rotation that somebody else saved meanwhile is left as it is (409); without, it is overwritten. Without `price` that stays.
 */
export const updateRotationSchema = z.object({
  products: z
    .array(z.string().regex(/^\d{1,20}$/, rotationTexts.notAnId))
    .max(maximumRotationProducts, rotationTexts.tooMany)
    .superRefine((ids, context) => {
      const seen = new Set<string>();
      for (const [index, id] of ids.entries()) {
        if (seen.has(id)) {
          context.addIssue({ code: 'custom', path: [index], message: rotationTexts.twice(id) });
        }
        seen.add(id);
      }
    }),
  version: z.number().int().min(0).optional(),
  price: z.enum(rotationPrices).optional(),
});

export type UpdateRotation = z.infer<typeof updateRotationSchema>;

/** Parameters of the products that a rotation could take; `query` is what the merchant typed. */
export const rotationCandidatesQuerySchema = z.object({
  after: z.string().min(1).optional(),
  query: z.string().trim().max(maximumSearchLength, searchTooLong).optional(),
});

export type RotationCandidatesQuery = z.infer<typeof rotationCandidatesQuerySchema>;

/**
 * Answer of GET /products/{platform}/{id}/rotation/candidates: active products by title that are not tagged as rotating and not
 * the product itself, 200 a page.
 */
export const rotationCandidatesSchema = pageSchema.extend({
  products: z.array(rotationProductSchema),
});

export type RotationCandidates = z.infer<typeof rotationCandidatesSchema>;

/** GET /products/{platform}/{id}/rotation/passed-over. Beyond the specification. */
export const passedOverListQuerySchema = listQuerySchema.pick({
  first: true,
  after: true,
  before: true,
});

export type PassedOverListQuery = z.output<typeof passedOverListQuerySchema>;

/**
 * Answer of GET /products/{platform}/{id}/rotation/passed-over, the latest first: `contract` is the numeric tail of the subscription's id,
 * `customer` their name, null if nobody knows it; `day` is the store's day of the order, `passedOver` says what was and why, such as `Kenya
 * (sold out)`, and `sent` what it holds instead.
 */
export const passedOverListSchema = pageSchema.extend({
  passedOver: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      contract: z.string(),
      customer: z.string().nullable(),
      day: z.string().nullable(),
      passedOver: z.string(),
      sent: z.string(),
    }),
  ),
});

export type PassedOverList = z.infer<typeof passedOverListSchema>;
