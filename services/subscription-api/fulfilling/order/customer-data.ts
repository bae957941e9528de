import { randomUUID } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { revokeLease } from '../../store/lease.ts';
import { storeCustomerTable, storeOrderTable } from '../../store/schema.ts';
import { importLeaseName } from './import-lease.ts';

/**
 * Erases what we store about a customer: name, address, and which orders are theirs. The orders stay under a random customer id, so that the store's
 * figures stay true.
 * @returns how many orders they had
 */
export async function eraseCustomer(
  database: Database,
  shop: string,
  customerId: string,
): Promise<number> {
  return await database.transaction(async (transaction) => {
    // An import that is running may still hold the customer. It loses its turn, and the next one asks Shopify anew.
    await revokeLease(transaction, importLeaseName(shop));
    await transaction
      .delete(storeCustomerTable)
      .where(and(eq(storeCustomerTable.shop, shop), eq(storeCustomerTable.id, customerId)));
    const orders = await transaction
      .update(storeOrderTable)
      .set({ customerId: `erased ${randomUUID()}` })
      .where(and(eq(storeOrderTable.shop, shop), eq(storeOrderTable.customerId, customerId)))
      .returning({ id: storeOrderTable.id });
    return orders.length;
  });
}

/** Our data about a customer: whether name and address are stored, and how many orders. */
export async function countCustomerData(
  database: Database,
  shop: string,
  customerId: string,
): Promise<{ isNamed: boolean; orders: number }> {
  const named = await database
    .select({ id: storeCustomerTable.id })
    .from(storeCustomerTable)
    .where(and(eq(storeCustomerTable.shop, shop), eq(storeCustomerTable.id, customerId)));
  const [counted] = await database
    .select({ orders: count() })
    .from(storeOrderTable)
    .where(and(eq(storeOrderTable.shop, shop), eq(storeOrderTable.customerId, customerId)));
  return { isNamed: named.length > 0, orders: counted?.orders ?? 0 };
}
