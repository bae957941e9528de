import { z } from 'zod';
import { pageInfoSchema } from '#contract/pagination.ts';
import { operation } from '../platform/admin-graphql.ts';
import type { CursorArguments } from '../platform/collected-page.ts';
import { userErrorsSchema } from '../platform/user-errors.ts';

const pageInfoFields = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

function profileFields(groups: string): string {
  return `
    id
    name
    default
    sellingPlanGroups(${groups}) {
      nodes { id name productVariantsCount { count } }
      ${pageInfoFields}
    }
  `;
}

const profileGroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  productVariantsCount: z.object({ count: z.number().int() }).nullable(),
});

/** A delivery profile of the platform with the first of its selling plan groups. */
export const platformProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  default: z.boolean(),
  sellingPlanGroups: z.object({ nodes: z.array(profileGroupSchema), pageInfo: pageInfoSchema }),
});

export type PlatformProfile = z.infer<typeof platformProfileSchema>;

/** One page of the shop's profiles, each with its first groups; a profile with more is completed by getProfile. */
export const listProfiles = operation<CursorArguments & { reverse: boolean }>()(
  `query DeliveryProfiles($first: Int, $after: String, $last: Int, $before: String, $reverse: Boolean) {
    deliveryProfiles(first: $first, after: $after, last: $last, before: $before, reverse: $reverse) {
      edges { cursor node { ${profileFields('first: 20')} } }
      ${pageInfoFields}
    }
  }`,
  z.object({
    deliveryProfiles: z.object({
      edges: z.array(z.object({ cursor: z.string(), node: platformProfileSchema })),
      pageInfo: pageInfoSchema,
    }),
  }),
);

/** One profile with a page of its groups, after the given cursor. */
export const getProfile = operation<{ id: string; groupsAfter?: string }>()(
  `query DeliveryProfile($id: ID!, $groupsAfter: String) {
    deliveryProfile(id: $id) { ${profileFields('first: 250, after: $groupsAfter')} }
  }`,
  z.object({ deliveryProfile: platformProfileSchema.nullable() }),
);

/** `DeliveryProfileInput` of the Admin API, as far as it is used. */
export interface DeliveryProfileInput {
  name?: string;
  sellingPlanGroupsToAssociate?: string[];
  sellingPlanGroupsToDissociate?: string[];
}

export const createProfile = operation<{ profile: DeliveryProfileInput }>()(
  `mutation CreateDeliveryProfile($profile: DeliveryProfileInput!) {
    deliveryProfileCreate(profile: $profile) {
      profile { ${profileFields('first: 250')} }
      userErrors { field message }
    }
  }`,
  z.object({
    deliveryProfileCreate: z.object({
      profile: platformProfileSchema.nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);

export const updateProfile = operation<{ id: string; profile: DeliveryProfileInput }>()(
  `mutation UpdateDeliveryProfile($id: ID!, $profile: DeliveryProfileInput!) {
    deliveryProfileUpdate(id: $id, profile: $profile) {
      profile { ${profileFields('first: 250')} }
      userErrors { field message }
    }
  }`,
  z.object({
    deliveryProfileUpdate: z.object({
      profile: platformProfileSchema.nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);
