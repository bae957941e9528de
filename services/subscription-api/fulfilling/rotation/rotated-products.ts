import { eq, sql } from 'drizzle-orm';
import type { ProductList } from '#contract/product.ts';
import type { Database } from '../../store/database.ts';
import { rotationTable } from '../../store/schema.ts';

/** The products that the shop's rotations name, by original id. */
export async function findRotatedProducts(
  database: Database,
  shop: string,
): Promise<ProductList['products']> {
  return await database
    .selectDistinct({ original_id: sql<string>`unnest(${rotationTable.products})` })
    .from(rotationTable)
    .where(eq(rotationTable.shop, shop))
    .orderBy(sql`1`);
}
