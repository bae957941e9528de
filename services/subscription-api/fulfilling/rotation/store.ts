import { and, eq, sql } from 'drizzle-orm';
import type { UpdateRotation } from '#contract/rotation.ts';
import { type RotationPrice, rotationTexts } from '#contract/rotation-texts.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { lockToEnd } from '../../store/lock-to-end.ts';
import { productTable, rotationTable, rotationVersionTable } from '../../store/schema.ts';

/** A stored rotation: original ids in their order. */
export type StoredRotation = { products: string[]; version: number; price: RotationPrice };

type Scope = Pick<ShopContext, 'database' | 'shop'>;

const none: StoredRotation = { products: [], version: 0, price: 'customer' };

function isOf(shop: string, productId: string) {
  return and(eq(rotationTable.shop, shop), eq(rotationTable.productId, productId));
}

/** A product's rotation, by its original id; an empty one if none was saved. */
export async function findRotation(
  { database, shop }: Scope,
  productId: string,
): Promise<StoredRotation> {
  const [row] = await database
    .select({
      products: rotationTable.products,
      version: rotationTable.version,
      price: rotationTable.price,
    })
    .from(rotationTable)
    .where(isOf(shop, productId));
  return row ?? none;
}

/**
 * Stores a rotation, and which products the shop's rotations have named. Saving the same order again changes nothing.
 * @throws ServiceError `conflict` if `version` is no longer the rotation's
 */
export async function keepRotation(
  { database, shop, now }: Scope & Pick<ShopContext, 'now'>,
  productId: string,
  { products, version, price }: UpdateRotation,
): Promise<StoredRotation> {
  return await database.transaction(async (transaction) => {
    // A rotation's saves run one at a time, because the first has no row to lock.
    await lockToEnd(transaction, `rotation ${shop} ${productId}`);
    const kept = await findRotation({ database: transaction, shop }, productId);
    const isSamePrice = price === undefined || price === kept.price;
    if (kept.version > 0 && isSamePrice && isSameOrder(kept.products, products)) return kept;
    if (version !== undefined && version !== kept.version) {
      throw new ServiceError('conflict', { message: rotationTexts.conflict });
    }
    const changed = { products, version: kept.version + 1, price: price ?? kept.price };
    await transaction
      .insert(rotationTable)
      .values({ shop, productId, ...changed })
      .onConflictDoUpdate({
        target: [rotationTable.shop, rotationTable.productId],
        set: { ...changed, updatedAt: sql`now()` },
      });
    await transaction
      .insert(rotationVersionTable)
      .values({ shop, productId, products, version: changed.version, savedAt: now() });
    if (products.length > 0) {
      await transaction
        .insert(productTable)
        // In one order, so that the saves of two rotations can't wait for each other.
        .values([...products].sort().map((originalId) => ({ shop, originalId })))
        .onConflictDoNothing();
    }
    return changed;
  });
}

function isSameOrder(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}
