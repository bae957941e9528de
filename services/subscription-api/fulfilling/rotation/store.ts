import { and, eq, inArray, sql } from 'drizzle-orm';
import { rotationTexts } from '#contract/rotation-texts.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { productTable, rotationTable } from '../../store/schema.ts';

/** A rotation as it is kept: original ids in their order. */
export type StoredRotation = { products: string[]; version: number };

type Scope = Pick<ShopContext, 'database' | 'shop'>;

const none: StoredRotation = { products: [], version: 0 };

function isOf(shop: string, productId: string) {
  return and(eq(rotationTable.shop, shop), eq(rotationTable.productId, productId));
}

/** The rotation of a product, by its original id; an empty one where none was saved. */
export async function findRotation(
  { database, shop }: Scope,
  productId: string,
): Promise<StoredRotation> {
  const [row] = await database
    .select({ products: rotationTable.products, version: rotationTable.version })
    .from(rotationTable)
    .where(isOf(shop, productId));
  return row ?? none;
}

/**
 * Keeps a rotation, and which products the shop's rotations name. An order that is kept already is left as it is, so that a repeated
 * save is none.
 * @throws ServiceError `conflict` where `version` is not that of the rotation any more
 */
export async function keepRotation(
  { database, shop }: Scope,
  productId: string,
  { products, version }: { products: string[]; version: number | undefined },
): Promise<StoredRotation> {
  return await database.transaction(async (transaction) => {
    // One save of a shop after the other: which products are named is told from all of its rotations.
    const lock = `rotations ${shop}`;
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    const kept = await findRotation({ database: transaction, shop }, productId);
    if (kept.version > 0 && isSameOrder(kept.products, products)) return kept;
    if (version !== undefined && version !== kept.version) {
      throw new ServiceError('conflict', { message: rotationTexts.conflict });
    }
    const changed = { products, version: kept.version + 1 };
    await transaction
      .insert(rotationTable)
      .values({ shop, productId, ...changed })
      .onConflictDoUpdate({
        target: [rotationTable.shop, rotationTable.productId],
        set: { ...changed, updatedAt: sql`now()` },
      });
    const rotations = await transaction
      .select({ products: rotationTable.products })
      .from(rotationTable)
      .where(eq(rotationTable.shop, shop));
    const named = new Set(rotations.flatMap((rotation) => rotation.products));
    const gone = kept.products.filter((id) => !named.has(id));
    if (gone.length > 0) {
      await transaction
        .delete(productTable)
        .where(and(eq(productTable.shop, shop), inArray(productTable.originalId, gone)));
    }
    if (products.length > 0) {
      await transaction
        .insert(productTable)
        .values(products.map((originalId) => ({ shop, originalId })))
        .onConflictDoNothing();
    }
    return changed;
  });
}

function isSameOrder(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}
