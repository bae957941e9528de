import { z } from 'zod';
import { globalIdSchema } from './global-id.ts';
import { listQuerySchema, pageInfoSchema } from './pagination.ts';

/** A selling plan group as a delivery profile shows it (specification §3). */
export const profileSellingPlanGroupSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  productVariantsCount: z.object({ count: z.number().int().min(0) }),
});

/** A delivery profile of the platform with its selling plan groups (specification §3). */
export const deliveryProfileSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  isDefault: z.boolean(),
  sellingPlanGroups: z.array(profileSellingPlanGroupSchema),
});

export type DeliveryProfile = z.infer<typeof deliveryProfileSchema>;

/** Query of GET /delivery-profile. The platform sorts profiles by age only; `query` searches names. */
export const deliveryProfileListQuerySchema = listQuerySchema;
export type DeliveryProfileListQuery = z.infer<typeof deliveryProfileListQuerySchema>;

/** Answer of GET /delivery-profile. */
export const deliveryProfileListSchema = z.object({
  deliveryProfiles: z.array(deliveryProfileSchema),
  pageInfo: pageInfoSchema,
});

export type DeliveryProfileList = z.infer<typeof deliveryProfileListSchema>;

/** Body of POST /delivery-profile. */
export const createDeliveryProfileSchema = z.object({
  name: z
    .string({ error: 'Please enter a name for delivery profile' })
    .trim()
    .min(1, 'Please enter a name for delivery profile'),
});

/** Body of PATCH /delivery-profile: one of the two lists, both of selling plan groups' global ids. */
export const updateDeliveryProfileSchema = z
  .object({
    id: globalIdSchema,
    sellingPlanGroupsToAssociate: z.array(globalIdSchema).default([]),
    sellingPlanGroupsToDissociate: z.array(globalIdSchema).default([]),
  })
  .refine(
    (body) =>
      body.sellingPlanGroupsToAssociate.length + body.sellingPlanGroupsToDissociate.length > 0,
    { message: 'Please select at least one selling plan group' },
  );

export type CreateDeliveryProfile = z.infer<typeof createDeliveryProfileSchema>;
export type UpdateDeliveryProfile = z.infer<typeof updateDeliveryProfileSchema>;
