import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import {
  subscriptionContractTable as contracts,
  importedSubscriptionTable as imported,
  importLineTable as lines,
} from '../../store/schema.ts';

/** Erases the lines of imports that are about a customer, and by what their subscriptions were known. Call it while their contracts still say whose they are. */
export async function eraseImported(
  database: Database,
  shop: string,
  { id, email }: { id: string; email: string | null },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const theirs = transaction
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.shop, shop), eq(contracts.customerId, id)));
    const erased = await transaction
      .delete(lines)
      .where(
        and(
          eq(lines.shop, shop),
          or(
            eq(lines.customerId, id),
            email === null ? undefined : sql`lower(${lines.email}) = lower(${email})`,
          ),
        ),
      )
      .returning({ key: lines.key });
    const keys = erased.flatMap(({ key }) => key ?? []);
    await transaction.delete(imported).where(
      and(
        eq(imported.shop, shop),
        // Lines are forgotten before.
        or(
          inArray(imported.key, keys),
          eq(imported.customerId, id),
          inArray(imported.contractId, theirs),
        ),
      ),
    );
  });
}
