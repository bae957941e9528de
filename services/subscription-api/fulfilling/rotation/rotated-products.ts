import { eq } from 'drizzle-orm';
import type { ProductList } from '#contract/product.ts';
import type { Database } from '../../store/database.ts';
import { productTable } from '../../store/schema.ts';

/** The products that the shop's rotations name, by original id. */
export async function findRotatedProducts(
  database: Database,
  shop: string,
): Promise<ProductList['products']> {
  const rows = await database
    .select({ originalId: productTable.originalId })
    .from(productTable)
    .where(eq(productTable.shop, shop))
    .orderBy(productTable.originalId);
  return rows.map((row) => ({ original_id: row.originalId }));
}
