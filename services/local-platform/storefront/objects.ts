import { hundredthsOf } from '../graphql/money.ts';
import { isAvailable, membership, variantsOf } from '../graphql/products.ts';
import type { Group, Product, Variant } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { allocationOf } from './allocations.ts';
import type { Market } from './markets.ts';

/** A request of the storefront: the customer's market and choices. */
export type Visit = {
  store: Store;
  market: Market;
  /** The beginning of the storefront's addresses, such as `/storefront/first-crack`. */
  rootUrl: string;
  variantId?: string | undefined;
  sellingPlanId?: string | undefined;
};

/** The groups of a variant or its product, in the merchant's order. */
function groupsOf(store: Store, variant: Variant): Group[] {
  const { byProduct, byVariant } = membership.of(store);
  const groups = new Set([
    ...(byProduct.get(variant.productId) ?? []),
    ...(byVariant.get(variant.id) ?? []),
  ]);
  return [...groups].sort((left, right) => left.position - right.position || left.id - right.id);
}

function variantObject(visit: Visit, product: Product, variant: Variant) {
  const { store, market, rootUrl, sellingPlanId } = visit;
  const price = Math.round(hundredthsOf(variant.price) * market.rate);
  return {
    id: variant.id,
    title: variant.title,
    sku: variant.sku,
    price,
    available: isAvailable(variant),
    requires_selling_plan: product.requiresSellingPlan,
    url: `${rootUrl}/products/${product.handle}?variant=${variant.id}`,
    selected: String(variant.id) === visit.variantId,
    selling_plan_allocations: groupsOf(store, variant).flatMap((group) =>
      group.plans
        .toSorted((left, right) => left.position - right.position)
        .map((plan) => allocationOf(group, plan, price, market.rate, sellingPlanId)),
    ),
  };
}

function groupObject(group: Group, sellingPlanId: string | undefined) {
  const plans = group.plans.toSorted((left, right) => left.position - right.position);
  return {
    id: group.id,
    name: group.name,
    app_id: group.appId,
    selling_plan_selected: plans.some(({ id }) => String(id) === sellingPlanId),
    selling_plans: plans.map(({ id, name }) => ({ id, name })),
    options: group.options.map((name, index) => ({
      name,
      position: index + 1,
      values: [...new Set(plans.flatMap(({ options }) => options[index] ?? []))],
    })),
  };
}

/** The Liquid object `product`, with the fields that the theme and the widget use. */
export function productObject(visit: Visit, product: Product) {
  const { store, rootUrl, variantId, sellingPlanId } = visit;
  const records = variantsOf(store, product);
  const variants = records.map((variant) => variantObject(visit, product, variant));
  const groups = new Map(
    records.flatMap((variant) => groupsOf(store, variant)).map((group) => [group.id, group]),
  );
  const selected = variants.find(({ id }) => String(id) === variantId) ?? null;
  const firstAvailable = variants.find(({ available }) => available) ?? null;
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    description: product.description,
    vendor: product.vendor,
    url: `${rootUrl}/products/${product.handle}`,
    available: firstAvailable !== null,
    requires_selling_plan: product.requiresSellingPlan,
    template_suffix: product.templateSuffix,
    featured_image: product.picture === null ? null : `/pictures/${product.picture}.svg`,
    has_only_default_variant: variants.length === 1 && variants[0]?.title === 'Default Title',
    variants,
    selected_variant: selected,
    first_available_variant: firstAvailable,
    selected_or_first_available_variant: selected ?? firstAvailable ?? variants[0] ?? null,
    selling_plan_groups: [...groups.values()]
      .sort((left, right) => left.position - right.position || left.id - right.id)
      .map((group) => groupObject(group, sellingPlanId)),
  };
}
