import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import {
  subscriptionContractTable as contracts,
  importedSubscriptionTable as imported,
  importLineTable as lines,
} from '../../store/schema.ts';

/** A customer of a store. Lines may say only the email address. */
type Customer = { id: string; email: string | null };

function linesOf(shop: string, { id, email }: Customer): SQL | undefined {
  const isTheirAddress = email === null ? undefined : sql`lower(${lines.email}) = lower(${email})`;
  return and(eq(lines.shop, shop), or(eq(lines.customerId, id), isTheirAddress));
}

/** How many lines of imports are stored about a customer, and how many of their subscriptions by what they were known before. */
export async function countImported(
  database: Database,
  shop: string,
  customer: Customer,
): Promise<{ lines: number; references: number }> {
  const isTheirs = and(eq(imported.shop, shop), eq(imported.customerId, customer.id));
  return {
    lines: await database.$count(lines, linesOf(shop, customer)),
    references: await database.$count(imported, isTheirs),
  };
}

/** Erases the lines of imports that are about a customer, and by what their subscriptions were known. Call it while their contracts still say whose they are. */
export async function eraseImported(
  database: Database,
  shop: string,
  customer: Customer,
): Promise<void> {
  const { id } = customer;
  await database.transaction(async (transaction) => {
    const theirs = transaction
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.shop, shop), eq(contracts.customerId, id)));
    const erased = await transaction
      .delete(lines)
      .where(linesOf(shop, customer))
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
