import { eq } from 'drizzle-orm';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type LeaseName, takeLease } from '../../store/lease.ts';
import { orderImportTable as imports } from '../../store/schema.ts';

/** Longer than one page may take. After that, another process may take over. */
const turnMilliseconds = 120_000;

export type ImportState = typeof imports.$inferSelect;

/** The right to import a shop's orders. One process at a time has it. */
export type ImportLease = {
  state: ImportState;
  /**
   * Writes orders and the import's progress in one transaction.
   * @returns false if the turn is over: another process took over, or the shop was erased
   */
  keep(
    change: Partial<ImportState>,
    write?: (database: Database) => Promise<void>,
  ): Promise<boolean>;
  free(): Promise<void>;
};

/** The name of the lease on importing a shop's orders. */
export function importLeaseName(shop: string): LeaseName {
  return { shop, name: 'orders' };
}

/** Takes the turn to import a shop's orders; null if another process has it. */
export async function takeImportLease(context: ShopContext): Promise<ImportLease | null> {
  const { database, shop } = context;
  const lease = await takeLease(database, importLeaseName(shop), () => turnMilliseconds);
  if (lease === null) return null;
  const ofShop = eq(imports.shop, shop);
  let state: ImportState | undefined;
  await lease.keep(async (transaction) => {
    await transaction.insert(imports).values({ shop }).onConflictDoNothing();
    [state] = await transaction.select().from(imports).where(ofShop);
  });
  if (state === undefined) return null;
  return {
    state,
    keep: (change, write) =>
      lease.keep(async (transaction) => {
        if (Object.keys(change).length > 0) {
          await transaction.update(imports).set(change).where(ofShop);
        }
        await write?.(transaction);
      }),
    free: async () => {
      await lease.end();
    },
  };
}
