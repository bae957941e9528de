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
    // Another app's are never listed.
    app_id: by.oneOf((group) => ['CURRENT', 'ALL', group.appId ?? '']),
    id: by.id((group) => group.id),
    category: by.oneOf((group) => group.plans.map((plan) => plan.category)),
    created_at: by.time((group) => group.createdAt),
    delivery_frequency: by.oneOf((group) =>
      group.plans.flatMap(({ delivery }) =>
        delivery.kind === 'fixed'
          ? []
          : [delivery.interval, `${delivery.intervalCount} ${delivery.interval}`],
      ),
    ),
    percentage_off: by.number((group) =>
      group.plans.flatMap((plan) => plan.pricing.flatMap(({ percentage }) => percentage ?? [])),
    ),
  },
});

function rangeOf(values: readonly number[], write: (value: number) => string): string[] {
  if (values.length === 0) return [];
  const low = write(Math.min(...values));
  const high = write(Math.max(...values));
  return [low === high ? low : `${low}-${high}`];
}

/** The platform's one-line summary, such as `2 delivery frequencies, 5-10% discount`. */
function summaryOf(group: Group): string {
  const policies = group.plans.flatMap((plan) => plan.pricing);
  const percentages = policies.flatMap(({ percentage }) =>
    percentage === null ? [] : [percentage],
  );
  const amounts = policies.flatMap(({ fixedValue }) =>
    fixedValue === null ? [] : [Math.round(Number(fixedValue))],
  );
  const discounts = [
    ...rangeOf(percentages, String).map((range) => `${range}%`),
    ...rangeOf(amounts, (amount) => `$${amount}`),
  ].join('·');
  const frequencies = group.plans.length === 1 ? 'frequency' : 'frequencies';
  return `${group.plans.length} delivery ${frequencies}, ${discounts} discount`;
}

const variantsArguments = pageArguments.extend({ productId: z.string().nullish() });

function variantIdsOf(store: Store, group: Group, productId: string | null | undefined) {
  if (productId == null) return group.variantIds;
  const product = idOf('Product', productId);
  return group.variantIds.filter((id) => store.tables.variants.get(id)?.productId === product);
}

/** Whether a sorted list has an id. */
export function includesId(ids: readonly number[], id: number | null): boolean {
  return id !== null && ids.includes(id);
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
    summary: summaryOf,
    appliesToProduct: (group: Group, args: unknown) =>
      includesId(
        group.productIds,
        idOf('Product', z.object({ productId: z.string() }).parse(args).productId),
      ),
    appliesToProductVariant: (group: Group, args: unknown) =>
      includesId(
        group.variantIds,
        idOf(
          'ProductVariant',
          z.object({ productVariantId: z.string() }).parse(args).productVariantId,
        ),
      ),
    appliesToProductVariants: (group: Group, args: unknown, { store }: Context) =>
      variantIdsOf(store, group, z.object({ productId: z.string() }).parse(args).productId).length >
      0,
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
    inventoryPolicy: (plan: Plan) => ({ reserve: plan.reserve }),
    pricingPolicies: (plan: Plan, _: unknown, { store }: Context) =>
      answerPricing(plan, store.shop.currencyCode),
  },
};

/** The app's group that a global id names, if any. */
export function findGroup(store: Store, id: string): Group | undefined {
  const parsed = parseGlobalId(id);
  if (parsed?.type !== 'SellingPlanGroup') return undefined;
  const group = store.tables.groups.get(parsed.id);
  return group?.isOfAnotherApp ? undefined : group;
}
