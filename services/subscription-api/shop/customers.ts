import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import type { Database } from '../store/database.ts';
import { storeCustomerTable as customers } from '../store/schema.ts';

/** The customer's fields in every document. They cost two points. */
export const customerFields = 'id displayName defaultEmailAddress { emailAddress }';

export const customerSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
});

type PlatformCustomer = z.infer<typeof customerSchema>;

export const customerRow = (
  shop: string,
  { id, displayName, defaultEmailAddress }: PlatformCustomer,
): Omit<typeof customers.$inferSelect, 'refusedEmail' | 'refusedPhone' | 'unsubscribedAt'> => ({
  shop,
  id: originalIdOf(id),
  displayName,
  email: defaultEmailAddress?.emailAddress ?? null,
});

/** Stores customers as Shopify has them now, and writes only changed rows. A customer may be given twice. */
export async function keepCustomers(
  database: Database,
  shop: string,
  given: readonly PlatformCustomer[],
): Promise<void> {
  // One insert can't change a row twice.
  const rows = new Map(given.map((customer) => [customer.id, customerRow(shop, customer)]));
  if (rows.size === 0) return;
  await database
    .insert(customers)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [customers.shop, customers.id],
      set: { displayName: sql`excluded.display_name`, email: sql`excluded.email` },
      setWhere: sql`(${customers.displayName}, ${customers.email}) is distinct from (excluded.display_name, excluded.email)`,
    });
}

/**
 * Hands on how a customer may be written to, to the one whom Shopify has merged them into. The former keeps nothing of it, so that what a
 * customer decides later isn't undone by another contract of theirs.
 */
export async function followMerge(
  database: Database,
  shop: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const ofCustomer = (id: string) => and(eq(customers.shop, shop), eq(customers.id, id));
  const [former] = await database.select().from(customers).where(ofCustomer(from)).for('update');
  if (former === undefined) return;
  const { refusedEmail, refusedPhone, unsubscribedAt } = former;
  if (refusedEmail === null && refusedPhone === null && unsubscribedAt === null) return;
  await database
    .update(customers)
    .set({
      // The one who is left may have either's address.
      refusedEmail: sql`case when ${customers.email} = ${refusedEmail} then ${refusedEmail}
        else coalesce(${customers.refusedEmail}, ${refusedEmail}) end`,
      refusedPhone: sql`coalesce(${customers.refusedPhone}, ${refusedPhone})`,
      unsubscribedAt: sql`coalesce(${customers.unsubscribedAt}, ${unsubscribedAt?.toISOString() ?? null}::timestamptz)`,
    })
    .where(ofCustomer(to));
  await database
    .update(customers)
    .set({ refusedEmail: null, refusedPhone: null, unsubscribedAt: null })
    .where(ofCustomer(from));
}
