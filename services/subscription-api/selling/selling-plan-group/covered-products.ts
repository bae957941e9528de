import { z } from 'zod';
import type { ProductsCount } from '#contract/selling-plan-group.ts';
import { operation } from '../../platform/admin-graphql.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { PlatformGroup } from './platform-group.ts';

/** Shopify refuses a query above 1,000 points. An object costs one, so a variant with its product costs two. */
const affordablePoints = 900;
/** For a group with its two lists. */
const pointsOfGroup = 5;
const largestPage = 250;

type Counted = Pick<PlatformGroup, 'id' | 'productsCount' | 'productVariantsCount'>;

function sizesOf(group: Counted): { products: number; variants: number } {
  return {
    products: group.productsCount?.count ?? 0,
    variants: group.productVariantsCount?.count ?? 0,
  };
}

/** How many products a group covers, directly or through a variant, as far as its own counts tell. */
export function knownProducts(group: Counted): ProductsCount {
  const { products, variants } = sizesOf(group);
  const isExact = variants === 0 || (products === 0 && variants === 1);
  return {
    count: Math.max(products, Math.min(variants, 1)),
    precision: isExact ? 'EXACT' : 'AT_LEAST',
  };
}

type Look = { group: Counted; products: number; variants: number };

/** How many products and variants to read per group, the smallest groups first, so that as many as possible are counted completely. */
function affordableLooks(groups: readonly Counted[]): Look[] {
  const open = groups
    .map((group) => ({ group, ...sizesOf(group) }))
    .sort((left, right) => left.variants - right.variants);
  let points = affordablePoints;
  return open.flatMap(({ group, ...sizes }, index) => {
    const share = Math.floor(points / (open.length - index));
    const products = Math.min(sizes.products, largestPage, Math.floor(share / 2));
    const variants = Math.min(sizes.variants, largestPage, Math.floor((share - products) / 2));
    const cost = pointsOfGroup + products + 2 * variants;
    if (products + variants === 0 || cost > points) return [];
    points -= cost;
    return [{ group, products, variants }];
  });
}

const idSchema = z.object({ id: z.string() });
const lookSchema = z.object({
  products: z.object({ nodes: z.array(idSchema) }).optional(),
  productVariants: z.object({ nodes: z.array(z.object({ product: idSchema })) }).optional(),
});

/** The products of several groups in one call, `g0` for the first group. */
export function productsOfGroups(looks: readonly Omit<Look, 'group'>[]) {
  const variables = looks.map((_, index) => `$g${index}: ID!`).join(', ');
  const fields = looks.map(
    ({ products, variants }, index) => `
      g${index}: sellingPlanGroup(id: $g${index}) {
        ${products > 0 ? `products(first: ${products}) { nodes { id } }` : ''}
        ${variants > 0 ? `productVariants(first: ${variants}) { nodes { product { id } } }` : ''}
      }`,
  );
  return operation<Record<string, string>>('read_products')(
    `query ProductsOfSellingPlanGroups(${variables}) {${fields.join('')}\n}`,
    z.record(z.string(), lookSchema.nullable()),
  );
}

/** The products seen in a group. `isWhole` if it covers no others. */
type Sight = { group: Counted; ids: Set<string>; isWhole: boolean };

async function lookInto(context: ShopContext, groups: readonly Counted[]): Promise<Sight[]> {
  const looks = affordableLooks(groups);
  if (looks.length === 0) return [];
  const ids = Object.fromEntries(looks.map(({ group }, index) => [`g${index}`, group.id]));
  const seen = await context.graphql(productsOfGroups(looks), ids);
  return looks.flatMap((look, index) => {
    const found = seen[`g${index}`];
    if (found == null) return [];
    const { products, variants } = sizesOf(look.group);
    const direct = found.products?.nodes.map(({ id }) => id) ?? [];
    const byVariant = found.productVariants?.nodes.map(({ product }) => product.id) ?? [];
    return {
      group: look.group,
      ids: new Set([...direct, ...byVariant]),
      isWhole: look.products >= products && look.variants >= variants,
    };
  });
}

function countSight({ group, ids, isWhole }: Sight): ProductsCount {
  return {
    count: Math.max(ids.size, sizesOf(group).products),
    precision: isWhole ? 'EXACT' : 'AT_LEAST',
  };
}

/**
 * How many products each group covers, directly or through a variant, by group id. Shopify counts only the direct ones, so this reads the variants'
 * products. One call covers all groups, up to Shopify's limit (some 450 variants in all, 250 per group); the rest makes the count `AT_LEAST`.
 * Complete counts are cached for some seconds.
 */
export async function countCoveredProducts(
  context: ShopContext,
  groups: readonly Counted[],
): Promise<Map<string, ProductsCount>> {
  const { productCounts } = context.caches;
  const keyOf = ({ id }: Counted) => `${context.shop} ${id}`;
  const known = (group: Counted) => {
    const { products, variants } = sizesOf(group);
    const before = productCounts.get(keyOf(group));
    return before?.products === products && before.variants === variants ? before.count : undefined;
  };
  const counts = new Map(groups.map((group) => [group.id, known(group) ?? knownProducts(group)]));
  const open = groups.filter((group) => counts.get(group.id)?.precision === 'AT_LEAST');
  // A change of the group deletes its entry, so that a count begun before the change isn't cached.
  const looks = new Map(open.map((group) => [group, { ...sizesOf(group), count: undefined }]));
  for (const [group, look] of looks) productCounts.set(keyOf(group), look);
  try {
    for (const sight of await lookInto(context, open)) {
      const count = countSight(sight);
      counts.set(sight.group.id, count);
      const look = looks.get(sight.group);
      const key = keyOf(sight.group);
      if (sight.isWhole && look !== undefined && productCounts.get(key) === look) {
        productCounts.set(key, { ...look, count });
      }
    }
  } catch (error) {
    // The list is still useful without this number.
    context.logger.warn({ error }, 'the products of groups were not counted');
  }
  return counts;
}

/**
 * How many products the groups cover together, each counted once; `AT_LEAST` if one call of Shopify couldn't show them all.
 * @throws ServiceError if Shopify fails
 */
export async function countProductsOfAll(
  context: ShopContext,
  groups: readonly Counted[],
): Promise<ProductsCount> {
  const covering = groups.filter((group) => knownProducts(group).count > 0);
  if (covering.length === 0) return { count: 0, precision: 'EXACT' };
  const sights = await lookInto(context, covering);
  const all = new Set(sights.flatMap(({ ids }) => [...ids]));
  return {
    count: Math.max(all.size, ...covering.map((group) => knownProducts(group).count)),
    precision:
      sights.length === covering.length && sights.every(({ isWhole }) => isWhole)
        ? 'EXACT'
        : 'AT_LEAST',
  };
}
