import { z } from 'zod';
import { globalIdSchema } from './global-id.ts';
import { visible } from './name.ts';
import { listQuerySchema, pageSchema } from './pagination.ts';

/** A selling plan group as a delivery profile shows it (specification §3). */
const profileSellingPlanGroupSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  productVariantsCount: z.object({ count: z.number().int().min(0) }),
});

const profileFields = {
  id: globalIdSchema,
  name: z.string(),
  isDefault: z.boolean(),
  /**
   * Whether the store sets up shipping by market and this profile is its own: then it may be out of date, and an app's
   * changes to it have no effect. A profile that the app made stays usable.
   */
  isReadOnly: z.boolean().default(false),
};

/** A delivery profile of the platform with its selling plan groups (specification §3). */
export const deliveryProfileSchema = z.object({
  ...profileFields,
  sellingPlanGroups: z.array(profileSellingPlanGroupSchema),
});

export type DeliveryProfile = z.infer<typeof deliveryProfileSchema>;

/**
 * A profile of the list. `sellingPlanGroups` are the first of its groups; `sellingPlanGroupsCount` counts them all, or
 * says how many there are at least, where the platform would have to be asked again.
 */
const deliveryProfileListItemSchema = z.object({
  ...profileFields,
  sellingPlanGroups: z.array(z.object({ id: globalIdSchema, name: z.string() })),
  sellingPlanGroupsCount: z.object({
    count: z.number().int().min(0),
    precision: z.enum(['EXACT', 'AT_LEAST']),
  }),
});

export type DeliveryProfileListItem = z.infer<typeof deliveryProfileListItemSchema>;

/** Answer of GET /delivery-profile. */
export const deliveryProfileListSchema = pageSchema.extend({
  deliveryProfiles: z.array(deliveryProfileListItemSchema),
});

export type DeliveryProfileList = z.infer<typeof deliveryProfileListSchema>;

/** Query of GET /delivery-profile/{id}/available-selling-plan-group; `query` searches names. */
export const availableGroupsQuerySchema = listQuerySchema.pick({
  first: true,
  after: true,
  query: true,
});
export type AvailableGroupsQuery = z.infer<typeof availableGroupsQuerySchema>;

/** Its answer: selling plan groups by name that have variants and are not in the profile yet. */
export const availableGroupsSchema = pageSchema.extend({
  sellingPlanGroups: z.array(profileSellingPlanGroupSchema),
});

export type AvailableGroups = z.infer<typeof availableGroupsSchema>;

/** Body of POST /delivery-profile. */
export const createDeliveryProfileSchema = z.object({
  name: z
    .string({ error: 'Please enter a name for delivery profile' })
    .trim()
    .regex(visible, 'Please enter a name for delivery profile'),
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
