import { z } from 'zod';
import {
  type CreateDeliveryProfile,
  type DeliveryProfile,
  type DeliveryProfileList,
  type DeliveryProfileListQuery,
  deliveryProfileListSchema,
  deliveryProfileSchema,
  type UpdateDeliveryProfile,
} from '#contract/delivery-profile.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ListQuery } from '#contract/pagination.ts';
import { type ProductList, productListSchema } from '#contract/product.ts';
import {
  type CreateProposedVendor,
  type ProposedVendor,
  proposedVendorSchema,
} from '#contract/proposed-vendor.ts';
import {
  type AddVariants,
  type CreateSellingPlanGroup,
  type RemoveVariants,
  type SellingPlanGroup,
  type SellingPlanGroupDetail,
  type SellingPlanGroupList,
  type SellingPlanGroupListQuery,
  sellingPlanGroupDetailSchema,
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
  type UpdateSellingPlanGroup,
  type VariantsResult,
  variantsResultSchema,
} from '#contract/selling-plan-group.ts';
import { type Vendor, vendorAnswerSchema } from '#contract/vendor.ts';
import type { Transport } from './transport.ts';

/**
 * The subscription API, one function per endpoint (specification §7). Ids in arguments are original ids (the numeric
 * tail) where they stand in a path and global ids in bodies. Every function throws the transport's errors.
 */
export function createClient(send: Transport) {
  return {
    /** GET /vendor; null where the shop has no vendor yet. */
    getVendor(): Promise<Vendor | null> {
      return send({ method: 'GET', path: endpoints.vendor, answer: vendorAnswerSchema });
    },

    /** GET /proposed-vendor */
    getProposedVendor(): Promise<ProposedVendor> {
      return send({ method: 'GET', path: endpoints.proposedVendor, answer: proposedVendorSchema });
    },

    /** POST /proposed-vendor */
    createProposedVendor(
      body: CreateProposedVendor,
      idempotencyKey?: string,
    ): Promise<ProposedVendor> {
      return send({
        method: 'POST',
        path: endpoints.proposedVendor,
        body,
        idempotencyKey,
        answer: proposedVendorSchema,
      });
    },

    /** GET /subscription/selling-plan-group */
    listSellingPlanGroups(query: SellingPlanGroupListQuery): Promise<SellingPlanGroupList> {
      return send({
        method: 'GET',
        path: endpoints.sellingPlanGroups,
        query,
        answer: sellingPlanGroupListSchema,
      });
    },

    /** POST /subscription/selling-plan-group */
    createSellingPlanGroup(
      body: CreateSellingPlanGroup,
      idempotencyKey?: string,
    ): Promise<SellingPlanGroup> {
      return send({
        method: 'POST',
        path: endpoints.sellingPlanGroups,
        body,
        idempotencyKey,
        answer: sellingPlanGroupSchema,
      });
    },

    /** GET /subscription/selling-plan-group/{id}, with one page of its variants. */
    getSellingPlanGroup(id: string, query: ListQuery): Promise<SellingPlanGroupDetail> {
      return send({
        method: 'GET',
        path: endpoints.sellingPlanGroup(id),
        query,
        answer: sellingPlanGroupDetailSchema,
      });
    },

    /** PATCH /subscription/selling-plan-group/{id} */
    updateSellingPlanGroup(id: string, body: UpdateSellingPlanGroup): Promise<SellingPlanGroup> {
      return send({
        method: 'PATCH',
        path: endpoints.sellingPlanGroup(id),
        body,
        answer: sellingPlanGroupSchema,
      });
    },

    /** DELETE /subscription/selling-plan-group/{id} */
    async deleteSellingPlanGroup(id: string): Promise<void> {
      await send({
        method: 'DELETE',
        path: endpoints.sellingPlanGroup(id),
        answer: z.unknown(),
      });
    },

    /** POST /subscription/selling-plan-group/variant */
    addVariants(body: AddVariants): Promise<VariantsResult> {
      return send({
        method: 'POST',
        path: endpoints.sellingPlanGroupVariants,
        body,
        answer: variantsResultSchema,
      });
    },

    /** DELETE /subscription/selling-plan-group/variant/{id} */
    removeVariants(id: string, body: RemoveVariants): Promise<VariantsResult> {
      return send({
        method: 'DELETE',
        path: endpoints.sellingPlanGroupVariantsOf(id),
        body,
        answer: variantsResultSchema,
      });
    },

    /** GET /products: a few of the store's active products, for the plan preview. */
    listProducts(): Promise<ProductList> {
      return send({ method: 'GET', path: endpoints.products, answer: productListSchema });
    },

    /** GET /delivery-profile */
    listDeliveryProfiles(query: DeliveryProfileListQuery): Promise<DeliveryProfileList> {
      return send({
        method: 'GET',
        path: endpoints.deliveryProfiles,
        query,
        answer: deliveryProfileListSchema,
      });
    },

    /** GET /delivery-profile/{id} */
    getDeliveryProfile(id: string): Promise<DeliveryProfile> {
      return send({
        method: 'GET',
        path: endpoints.deliveryProfile(id),
        answer: deliveryProfileSchema,
      });
    },

    /** POST /delivery-profile */
    createDeliveryProfile(
      body: CreateDeliveryProfile,
      idempotencyKey?: string,
    ): Promise<DeliveryProfile> {
      return send({
        method: 'POST',
        path: endpoints.deliveryProfiles,
        body,
        idempotencyKey,
        answer: deliveryProfileSchema,
      });
    },

    /** PATCH /delivery-profile */
    updateDeliveryProfile(body: UpdateDeliveryProfile): Promise<DeliveryProfile> {
      return send({
        method: 'PATCH',
        path: endpoints.deliveryProfiles,
        body,
        answer: deliveryProfileSchema,
      });
    },
  };
}

export type SubscriptionApiClient = ReturnType<typeof createClient>;
