import { expect } from '@playwright/test';
import { z } from 'zod';
import type { Control, StoreHandle } from './control.ts';

// The platform's own data, read as the admin reads it, for comparison with the app's screens.

const countSchema = z.object({ count: z.number() });

const planSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Both are missing in a plan that delivers once. */
  deliveryPolicy: z.object({
    interval: z.string().optional(),
    intervalCount: z.number().optional(),
  }),
  pricingPolicies: z.array(
    z.object({
      adjustmentType: z.string(),
      adjustmentValue: z.object({
        percentage: z.number().optional(),
        amount: z.coerce.number().optional(),
      }),
      afterCycle: z.number().nullish(),
    }),
  ),
});

const groupSchema = z.object({
  id: z.string(),
  name: z.string(),
  sellingPlans: z.object({ nodes: z.array(planSchema) }),
  productVariantsCount: countSchema,
});

export type PlatformPlan = z.infer<typeof planSchema>;
export type PlatformGroup = z.infer<typeof groupSchema>;

const adjustment = `
  adjustmentType
  adjustmentValue {
    ... on SellingPlanPricingPolicyPercentageValue { percentage }
    ... on MoneyV2 { amount }
  }`;

/** A plan's discount, in either form of its policy. */
export const pricingPolicyFields = `
  ... on SellingPlanFixedPricingPolicy { ${adjustment} }
  ... on SellingPlanRecurringPricingPolicy { afterCycle ${adjustment} }`;

const groupFields = `
  id name
  productVariantsCount { count }
  sellingPlans(first: 31) {
    nodes {
      id name
      deliveryPolicy { ... on SellingPlanRecurringDeliveryPolicy { interval intervalCount } }
      pricingPolicies {
        ${pricingPolicyFields}
      }
    }
  }`;

/** The number at the end of a global id, which the app's addresses use. */
export function numberOf(globalId: string): string {
  return globalId.slice(globalId.lastIndexOf('/') + 1);
}

/** The group of that name; undefined if the store has none. */
export async function findGroup(
  control: Control,
  store: StoreHandle,
  name: string,
): Promise<PlatformGroup | undefined> {
  const { sellingPlanGroups } = await control.graphql(
    store,
    z.object({ sellingPlanGroups: z.object({ nodes: z.array(groupSchema) }) }),
    `query ($query: String) { sellingPlanGroups(first: 50, query: $query) { nodes { ${groupFields} } } }`,
    { query: `name:"${name}"` },
  );
  return sellingPlanGroups.nodes.find((group) => group.name === name);
}

/** The group of that name; fails if the store has none. */
export async function groupNamed(
  control: Control,
  store: StoreHandle,
  name: string,
): Promise<PlatformGroup> {
  const group = await findGroup(control, store, name);
  if (!group) throw new Error(`The store has no selling plan group ${name}.`);
  return group;
}

const payloadSchema = z.object({
  payload: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
});

/** Runs a mutation as somebody else in the admin; its root field must be called `payload`. */
async function mutate<Schema extends z.ZodType>(
  control: Control,
  store: StoreHandle,
  answer: Schema,
  mutation: string,
  variables: Record<string, unknown>,
): Promise<z.output<Schema>> {
  const data = await control.graphql(store, z.unknown(), mutation, variables);
  expect(payloadSchema.parse(data).payload.userErrors).toEqual([]);
  return answer.parse(data);
}

/** Creates a group with one weekly plan at 10% off. The admin makes it, so the app has no settings of its own for it. */
export async function createGroup(
  control: Control,
  store: StoreHandle,
  { name, variantIds = [] }: { name: string; variantIds?: readonly string[] },
): Promise<PlatformGroup> {
  const recurring = { interval: 'WEEK', intervalCount: 1 };
  const { payload } = await mutate(
    control,
    store,
    z.object({ payload: z.object({ sellingPlanGroup: groupSchema }) }),
    `mutation ($input: SellingPlanGroupInput!, $resources: SellingPlanGroupResourceInput) {
      payload: sellingPlanGroupCreate(input: $input, resources: $resources) {
        sellingPlanGroup { ${groupFields} }
        userErrors { message }
      }
    }`,
    {
      input: {
        name,
        merchantCode: name,
        options: ['Delivery frequency'],
        position: 0,
        sellingPlansToCreate: [
          {
            name: 'Every week',
            options: ['Every week'],
            position: 0,
            category: 'SUBSCRIPTION',
            billingPolicy: { recurring },
            deliveryPolicy: { recurring },
            pricingPolicies: [
              { fixed: { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage: 10 } } },
            ],
          },
        ],
      },
      resources: { productVariantIds: variantIds },
    },
  );
  return payload.sellingPlanGroup;
}

export async function renameGroup(
  control: Control,
  store: StoreHandle,
  id: string,
  name: string,
): Promise<void> {
  await mutate(
    control,
    store,
    z.unknown(),
    `mutation ($id: ID!, $input: SellingPlanGroupInput!) {
      payload: sellingPlanGroupUpdate(id: $id, input: $input) { userErrors { message } }
    }`,
    { id, input: { name } },
  );
}

const variantSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  price: z.string(),
});

export type PlatformVariant = z.infer<typeof variantSchema>;

export async function variantsOf(
  control: Control,
  store: StoreHandle,
  groupId: string,
): Promise<PlatformVariant[]> {
  const { sellingPlanGroup } = await control.graphql(
    store,
    z.object({
      sellingPlanGroup: z.object({ productVariants: z.object({ nodes: z.array(variantSchema) }) }),
    }),
    `query ($id: ID!) {
      sellingPlanGroup(id: $id) { productVariants(first: 250) { nodes { id displayName price } } }
    }`,
    { id: groupId },
  );
  return sellingPlanGroup.productVariants.nodes;
}

export async function variantsOfProduct(
  control: Control,
  store: StoreHandle,
  title: string,
): Promise<PlatformVariant[]> {
  const { products } = await control.graphql(
    store,
    z.object({
      products: z.object({
        nodes: z.array(
          z.object({ title: z.string(), variants: z.object({ nodes: z.array(variantSchema) }) }),
        ),
      }),
    }),
    `query ($query: String) {
      products(first: 10, query: $query) {
        nodes { title variants(first: 100) { nodes { id displayName price } } }
      }
    }`,
    { query: title },
  );
  const product = products.nodes.find((each) => each.title === title);
  if (!product) throw new Error(`The store has no product ${title}.`);
  return product.variants.nodes;
}

const profileSchema = z.object({
  id: z.string(),
  name: z.string(),
  sellingPlanGroups: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export type PlatformProfile = z.infer<typeof profileSchema>;

/** The store's delivery profiles, at most 250, each with its groups. */
export async function profilesOf(control: Control, store: StoreHandle): Promise<PlatformProfile[]> {
  const { deliveryProfiles } = await control.graphql(
    store,
    z.object({ deliveryProfiles: z.object({ nodes: z.array(profileSchema) }) }),
    `{ deliveryProfiles(first: 250) {
      nodes { id name sellingPlanGroups(first: 50) { nodes { id name } } }
    } }`,
  );
  return deliveryProfiles.nodes;
}

/** The delivery profile of that name; fails if the store has none. */
export async function profileNamed(
  control: Control,
  store: StoreHandle,
  name: string,
): Promise<PlatformProfile> {
  const profile = (await profilesOf(control, store)).find((each) => each.name === name);
  if (!profile) throw new Error(`The store has no delivery profile ${name}.`);
  return profile;
}

const importableSchema = z.object({
  customers: z.object({ nodes: z.array(z.object({ email: z.string() })) }),
  productVariants: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});

/** What a file of subscribers names: the email addresses of some customers, and a variant's global id. */
export async function importableOf(control: Control, store: StoreHandle, customers: number) {
  const found = await control.graphql(
    store,
    importableSchema,
    `{ customers(first: ${customers}) { nodes { email } } productVariants(first: 1) { nodes { id } } }`,
  );
  const [variant] = found.productVariants.nodes;
  return {
    emails: found.customers.nodes.map(({ email }) => email),
    variant: variant?.id ?? '',
  };
}

export async function countOperations(
  control: Control,
  store: StoreHandle,
  operation: string,
): Promise<number> {
  const received = await control.requests(store);
  return received.filter((request) => request.operation === operation).length;
}
