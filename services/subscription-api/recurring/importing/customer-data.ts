import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import {
  importedSubscriptionTable as imported,
  importLineTable as lines,
} from '../../store/schema.ts';

/** Erases the lines of imports that are about a customer, and by what their subscriptions were known. */
export async function eraseImported(
  database: Database,
  shop: string,
  { id, email }: { id: string; email: string | null },
): Promise<void> {
  await database.transaction(async (transaction) => {
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
    await transaction
      .delete(imported)
      .where(and(eq(imported.shop, shop), inArray(imported.key, keys)));
  });
}
