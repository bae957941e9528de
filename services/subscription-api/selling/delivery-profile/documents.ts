import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { nodesOf, pageInfoFields } from '../../platform/all-nodes.ts';
import { type CursorArguments, edgesOf, pageInfoBothWays } from '../../platform/collected-page.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';

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

export type ProfileGroup = z.infer<typeof profileGroupSchema>;

/** One of Shopify's delivery profiles with the first of its selling plan groups. */
const platformProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  default: z.boolean(),
  sellingPlanGroups: nodesOf(profileGroupSchema),
});

export type PlatformProfile = z.infer<typeof platformProfileSchema>;

/** How many groups the list shows per profile. */
const groupsInList = 20;

const listedProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  default: z.boolean(),
  sellingPlanGroups: z.object({
    nodes: z.array(z.object({ id: z.string(), name: z.string() })),
    pageInfo: z.object({ hasNextPage: z.boolean() }),
  }),
});

export type ListedProfile = z.infer<typeof listedProfileSchema>;

const shopFields = 'shop { features { marketDrivenShipping } }';
const shopSchema = z.object({ features: z.object({ marketDrivenShipping: z.boolean() }) });

/** Whether the shop sets up shipping by market, which makes the merchant's own profiles read-only. */
export type PlatformShop = z.infer<typeof shopSchema>;

/** A page of the ids of the merchant's own profiles. Shopify has no other way to tell them from an app's. */
export const merchantOwnedProfiles = operation<{ after?: string }>('read_shipping')(
  `query MerchantOwnedProfiles($after: String) {
    ${shopFields}
    deliveryProfiles(first: 250, after: $after, merchantOwnedOnly: true) {
      nodes { id }
      ${pageInfoBothWays}
    }
  }`,
  z.object({
    shop: shopSchema,
    deliveryProfiles: nodesOf(z.object({ id: z.string() })),
  }),
);

/** The newest profiles by name, and which of them are the merchant's own. */
export const newestProfiles = operation<Record<string, never>>('read_shipping')(
  `query NewestDeliveryProfiles {
    all: deliveryProfiles(first: 250, reverse: true) { nodes { id name } }
    merchants: deliveryProfiles(first: 250, reverse: true, merchantOwnedOnly: true) { nodes { id } }
  }`,
  z.object({
    all: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
    merchants: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
  }),
);

export const listProfiles = operation<CursorArguments & { reverse: boolean }>(
  'read_shipping',
  'read_products',
)(
  `query DeliveryProfiles($first: Int, $after: String, $last: Int, $before: String, $reverse: Boolean) {
    ${shopFields}
    deliveryProfiles(first: $first, after: $after, last: $last, before: $before, reverse: $reverse) {
      edges {
        cursor
        node {
          id
          name
          default
          sellingPlanGroups(first: ${groupsInList}) { nodes { id name } pageInfo { hasNextPage } }
        }
      }
      ${pageInfoBothWays}
    }
  }`,
  z.object({
    shop: shopSchema,
    deliveryProfiles: edgesOf(listedProfileSchema),
  }),
);

const groupIdsSchema = nodesOf(z.object({ id: z.string() }));

export type GroupIds = z.infer<typeof groupIdsSchema>;

/** A page of the shop's groups by name, and with `withProfile` also the ids of a profile's groups. */
export const listGroupsForProfile = operation<
  CursorArguments & { query?: string; profileId: string; withProfile: boolean }
>('read_products', 'read_shipping')(
  `query GroupsForProfile(
    $first: Int, $after: String, $last: Int, $before: String, $query: String, $profileId: ID!, $withProfile: Boolean!
  ) {
    sellingPlanGroups(
      first: $first, after: $after, last: $last, before: $before, query: $query, sortKey: NAME
    ) {
      edges { cursor node { id name productVariantsCount { count } } }
      ${pageInfoBothWays}
    }
    deliveryProfile(id: $profileId) @include(if: $withProfile) {
      sellingPlanGroups(first: 250) { nodes { id } ${pageInfoFields} }
    }
  }`,
  z.object({
    sellingPlanGroups: edgesOf(profileGroupSchema),
    deliveryProfile: z.object({ sellingPlanGroups: groupIdsSchema }).nullish(),
  }),
);

export const getProfileGroupIds = operation<{ id: string; after: string }>(
  'read_shipping',
  'read_products',
)(
  `query ProfileGroupIds($id: ID!, $after: String) {
    deliveryProfile(id: $id) {
      sellingPlanGroups(first: 250, after: $after) { nodes { id } ${pageInfoFields} }
    }
  }`,
  z.object({ deliveryProfile: z.object({ sellingPlanGroups: groupIdsSchema }).nullable() }),
);

export const getProfile = operation<{ id: string; groupsAfter?: string }>(
  'read_shipping',
  'read_products',
)(
  `query DeliveryProfile($id: ID!, $groupsAfter: String) {
    ${shopFields}
    deliveryProfile(id: $id) { ${profileFields('first: 250, after: $groupsAfter')} }
  }`,
  z.object({ shop: shopSchema, deliveryProfile: platformProfileSchema.nullable() }),
);

/** The fields of the Admin API's `DeliveryProfileInput` that we use. */
export type DeliveryProfileInput = {
  name?: string;
  sellingPlanGroupsToAssociate?: string[];
  sellingPlanGroupsToDissociate?: string[];
};

const changedProfile = z.object({
  profile: platformProfileSchema.nullable(),
  userErrors: userErrorsSchema,
});

export const createProfile = operation<{ profile: DeliveryProfileInput }>(
  'write_shipping',
  'read_products',
)(
  `mutation CreateDeliveryProfile($profile: DeliveryProfileInput!) {
    deliveryProfileCreate(profile: $profile) {
      profile { ${profileFields('first: 250')} }
      userErrors { field message }
    }
  }`,
  z.object({ deliveryProfileCreate: changedProfile }),
);

export const updateProfile = operation<{ id: string; profile: DeliveryProfileInput }>(
  'write_shipping',
  'read_products',
)(
  `mutation UpdateDeliveryProfile($id: ID!, $profile: DeliveryProfileInput!) {
    deliveryProfileUpdate(id: $id, profile: $profile) {
      profile { ${profileFields('first: 250')} }
      userErrors { field message }
    }
  }`,
  z.object({ deliveryProfileUpdate: changedProfile }),
);
