/** Every path of the subscription API starts here (specification §7, platform = shopify). */
export const apiPrefix = '/api/integrations/shopify';

/** A create that carries this header is carried out once, however often it is sent. Value: a UUID made by the form. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Paths below {@link apiPrefix}. Ids in paths are the numeric tail of a global id. */
export const endpoints = {
  vendor: '/vendor',
  proposedVendor: '/proposed-vendor',
  sellingPlanGroups: '/subscription/selling-plan-group',
  sellingPlanGroup: (id: string) => `/subscription/selling-plan-group/${encodeURIComponent(id)}`,
  sellingPlanGroupVariants: '/subscription/selling-plan-group/variant',
  sellingPlanGroupVariantsOf: (id: string) =>
    `/subscription/selling-plan-group/variant/${encodeURIComponent(id)}`,
  products: '/products',
  deliveryProfiles: '/delivery-profile',
  deliveryProfile: (id: string) => `/delivery-profile/${encodeURIComponent(id)}`,
} as const;
