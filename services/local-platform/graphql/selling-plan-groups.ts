import { z } from 'zod';
import type { Group, Plan } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { exactly, pageArguments, paginate, paginateIds } from './connection.ts';
import { type Context, rootFields } from './context.ts';
import { globalId, idIn, idOf, parseGlobalId } from './global-id.ts';
import { by, Listing } from './listing.ts';
import { answerBilling, answerDelivery, answerPricing } from './selling-plan-policies.ts';

const groups = new Listing<Group>({
  from: ['groups'],
  all: (store) => store.tables.groups.all().filter((group) => !group.isOfAnotherApp),
  keys: {
    NAME: (group) => group.name.toLowerCase(),
    CREATED_AT: (group) => group.createdAt,
    UPDATED_AT: (group) => group.updatedAt,
  },
  texts: (group) => [group.name, group.merchantCode],
  terms: {
    name: by.text((group) => group.name),
    // Lists never contain another app's groups.
    app_id: by.oneOf((group) => ['CURRENT', 'ALL', group.appId ?? '']),
    id: by.id((group) => group.id),
    category: by.oneOf((group) => group.plans.map((plan) => plan.category)),
    created_at: by.time((group) => group.createdAt),
    percentage_off: by.number((group) =>
      group.plans.flatMap((plan) => plan.pricing.flatMap(({ percentage }) => percentage ?? [])),
    ),
  },
});

const variantsArguments = pageArguments.extend({ productId: z.string().nullish() });

function variantIdsOf(store: Store, group: Group, productId: string | null | undefined) {
  if (productId == null) return group.variantIds;
  const product = idOf('Product', productId);
  return group.variantIds.filter((id) => store.tables.variants.get(id)?.productId === product);
}

export const sellingPlanGroupResolvers = {
  QueryRoot: rootFields(['read_products'], {
    sellingPlanGroup: (args, { store }) => {
      const group = store.tables.groups.get(idIn('SellingPlanGroup', args));
      return group?.isOfAnotherApp ? null : group;
    },
    sellingPlanGroups: (args, { store }) => groups.page(store, args),
  }),
  SellingPlanGroup: {
    id: (group: Group) => globalId('SellingPlanGroup', group.id),
    appliesToProductVariant: (group: Group, args: unknown) => {
      const { productVariantId } = z.object({ productVariantId: z.string() }).parse(args);
      const id = idOf('ProductVariant', productVariantId);
      return id !== null && group.variantIds.includes(id);
    },
    products: (group: Group, args: unknown, { store }: Context) =>
      paginateIds(args, group.productIds, (id) => store.tables.products.get(id)),
    productsCount: (group: Group) => exactly(group.productIds.length),
    productVariants: (group: Group, args: unknown, { store }: Context) => {
      const { productId, ...page } = variantsArguments.parse(args);
      return paginateIds(page, variantIdsOf(store, group, productId), (id) =>
        store.tables.variants.get(id),
      );
    },
    productVariantsCount: (group: Group, args: unknown, { store }: Context) => {
      const { productId } = z.object({ productId: z.string().nullish() }).parse(args);
      return exactly(variantIdsOf(store, group, productId).length);
    },
    sellingPlans: (group: Group, args: unknown) =>
      paginate(pageArguments.parse(args), group.plans, (plan) => [plan.id, plan.id]),
  },
  SellingPlan: {
    id: (plan: Plan) => globalId('SellingPlan', plan.id),
    billingPolicy: (plan: Plan, _: unknown, { store }: Context) =>
      answerBilling(plan, store.shop.currencyCode),
    deliveryPolicy: answerDelivery,
    pricingPolicies: (plan: Plan, _: unknown, { store }: Context) =>
      answerPricing(plan, store.shop.currencyCode),
  },
};

/** The app's own group with that global id, if there is one. */
export function findGroup(store: Store, id: string): Group | undefined {
  const parsed = parseGlobalId(id);
  if (parsed?.type !== 'SellingPlanGroup') return undefined;
  const group = store.tables.groups.get(parsed.id);
  return group?.isOfAnotherApp ? undefined : group;
}
