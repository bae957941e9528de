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

/** Our data about a customer: in words what is stored beside their orders, and how many orders. */
export async function describeCustomerData(
  database: Database,
  shop: string,
  customerId: string,
): Promise<{ facts: string[]; orders: number }> {
  const [customer] = await database
    .select()
    .from(storeCustomerTable)
    .where(and(eq(storeCustomerTable.shop, shop), eq(storeCustomerTable.id, customerId)));
  const [counted] = await database
    .select({ orders: count() })
    .from(storeOrderTable)
    .where(and(eq(storeOrderTable.shop, shop), eq(storeOrderTable.customerId, customerId)));
  const { refusedEmail = null, refusedPhone = null, unsubscribedAt = null } = customer ?? {};
  const facts = [
    ...(customer === undefined ? [] : ['the customer’s name and email address']),
    ...(refusedEmail === null ? [] : ['an email address that took no mail']),
    ...(refusedPhone === null ? [] : ['a phone number that took no text message']),
    ...(unsubscribedAt === null ? [] : ['since when they are unsubscribed']),
  ];
  return { facts, orders: counted?.orders ?? 0 };
}
