import { randomUUID } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { orderCollectionTable as collections } from '../store/schema.ts';

/** Longer than one page may take; after it, the process whose turn it was is taken for dead. */
const turnMilliseconds = 120_000;

export type CollectionState = typeof collections.$inferSelect;

/** The right to collect a shop's orders, which one process at a time has. */
export type CollectionTurn = {
  state: CollectionState;
  /**
   * Writes what was read, and how far the reading has come, at once or not at all.
   * @returns false where the turn is over: another process goes on, or the shop was erased
   */
  keep(
    change: Partial<CollectionState>,
    write?: (database: Database) => Promise<void>,
  ): Promise<boolean>;
  free(): Promise<void>;
};

/** Takes the turn to collect a shop's orders; null where somebody else has it. */
export async function takeCollectionTurn(context: ShopContext): Promise<CollectionTurn | null> {
  const { database, shop, now } = context;
  const claim = randomUUID();
  const claimedUntil = () => new Date(now().getTime() + turnMilliseconds);
  const taken = { claim, claimedUntil: claimedUntil() };
  const [state] = await database
    .insert(collections)
    .values({ shop, ...taken })
    .onConflictDoUpdate({
      target: collections.shop,
      set: taken,
      setWhere: lte(collections.claimedUntil, now()),
    })
    .returning();
  if (state === undefined) return null;
  const mine = and(eq(collections.shop, shop), eq(collections.claim, claim));
  return {
    state,
    keep: async (change, write) =>
      await database.transaction(async (transaction) => {
        // The row first: it is locked until the end, so that nobody takes the turn or erases the shop between the two.
        const kept = await transaction
          .update(collections)
          .set({ ...change, claimedUntil: claimedUntil() })
          .where(mine)
          .returning({ shop: collections.shop });
        if (kept.length === 0) return false;
        await write?.(transaction);
        return true;
      }),
    free: async () => {
      await database.update(collections).set({ claimedUntil: now() }).where(mine);
    },
  };
}
