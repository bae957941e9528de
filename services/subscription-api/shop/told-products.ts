import { and, eq, inArray, sql } from 'drizzle-orm';
import type { RotationProduct } from '#contract/rotation.ts';
import type { ShopContext } from '../shop-context.ts';
import { productTable as products } from '../store/schema.ts';

type Scope = Pick<ShopContext, 'database' | 'shop'>;

/** Tags products that have a rotation of their own (specification §7). */
export const rotatingTag = 'rotating';

const statuses = new Map<string, RotationProduct['status']>([
  ['ACTIVE', 'active'],
  ['ARCHIVED', 'archived'],
]);

/** Whether a product can go out in a rotation: only an `active` one can. */
export function statusOf(product: {
  status: string;
  tags: readonly string[];
}): RotationProduct['status'] {
  const status = statuses.get(product.status) ?? 'unavailable';
  const isRotating = product.tags.some((tag) => tag.toLowerCase() === rotatingTag);
  return isRotating && status === 'active' ? 'rotating' : status;
}

/** How Shopify tells of a product, by its original id; undefined if the store has it no more. */
export const toldOf = (
  id: string,
  product: { title: string; status: string; tags: readonly string[] } | undefined,
): Pick<RotationProduct, 'original_id' | 'title' | 'status'> => ({
  ...{ original_id: id, title: product?.title ?? null },
  status: product === undefined ? 'deleted' : statusOf(product),
});

/** The products that we store, by id. */
export async function findTold(
  { database, shop }: Scope,
  ids: readonly string[],
): Promise<Map<string, typeof products.$inferSelect>> {
  const some = [...new Set(ids)];
  if (some.length === 0) return new Map();
  const rows = await database
    .select()
    .from(products)
    .where(and(eq(products.shop, shop), inArray(products.originalId, some)));
  return new Map(rows.map((row) => [row.originalId, row]));
}

/** Keeps how Shopify told of products that rotations name or have named; others are left out. */
export async function keepTold(
  { database, shop }: Scope,
  products: readonly Pick<RotationProduct, 'original_id' | 'title' | 'status'>[],
): Promise<void> {
  if (products.length === 0) return;
  const told = sql.join(
    products.map(
      ({ original_id: id, title, status }) => sql`(${id}, ${title}::text, ${status}::text)`,
    ),
    sql`, `,
  );
  await database.execute(
    sql`update product set title = coalesce(told.title, product.title), status = told.status
      from (values ${told}) told (id, title, status)
      where product.shop = ${shop} and product.original_id = told.id
        and (product.title, product.status) is distinct from (coalesce(told.title, product.title), told.status)`,
  );
}
