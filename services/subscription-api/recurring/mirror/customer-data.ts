import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { revokeLease } from '../../store/lease.ts';
import {
  billingAttemptTable as attempts,
  contractNoticeTable,
  subscriptionContractTable as contracts,
  cycleBillingTable as cycleBilling,
  paymentMethodTable,
} from '../../store/schema.ts';
import { chargeLeaseName } from '../billing/charge-cycle.ts';
import { erasedMethod } from '../billing/dunning.ts';
import { forgetExtras } from '../extras/extras.ts';
import { forgetNotices } from '../notices/outbox.ts';
import { forgetTimelines } from '../timeline/timeline.ts';
import { erasedMark } from './mapping.ts';
import { contractLeaseName } from './refresh.ts';
import { forgetUnusedMethods } from './rows.ts';

const ofCustomer = (shop: string, customerId: string) =>
  and(eq(contracts.shop, shop), eq(contracts.customerId, customerId));

/**
 * Removes a customer and their payment methods from their contracts, with the contracts' timelines. The contracts stay without an owner, so that the store's figures stay true.
 * @returns the number of contracts
 */
export async function eraseContractCustomer(
  database: Database,
  shop: string,
  customerId: string,
): Promise<number> {
  return await database.transaction(async (transaction) => {
    const rows = await transaction
      .select({ id: contracts.id, methodId: contracts.paymentMethodId })
      .from(contracts)
      .where(ofCustomer(shop, customerId));
    // A running refresh or charge may hold what is erased. It loses its lease, and must read again.
    for (const { id } of rows) {
      await revokeLease(transaction, contractLeaseName(shop, id));
      await revokeLease(transaction, { shop, name: chargeLeaseName(id) });
    }
    await transaction
      .update(contracts)
      .set({ customerId: erasedMark + randomUUID(), paymentMethodId: null, addressHash: null })
      .where(ofCustomer(shop, customerId));
    // These identify the card, PayPal account or address by a hash that can be guessed in no time.
    const contractIds = rows.map(({ id }) => id);
    await transaction
      .update(attempts)
      .set({ method: erasedMethod })
      .where(
        and(
          eq(attempts.shop, shop),
          inArray(attempts.contractId, contractIds),
          isNotNull(attempts.method),
        ),
      );
    await transaction
      .update(cycleBilling)
      .set({ basis: null })
      .where(
        and(
          eq(cycleBilling.shop, shop),
          inArray(cycleBilling.contractId, contractIds),
          isNotNull(cycleBilling.basis),
        ),
      );
    const { shop: ofShop, contractId } = contractNoticeTable;
    await transaction
      .delete(contractNoticeTable)
      .where(and(eq(ofShop, shop), inArray(contractId, contractIds)));
    await forgetTimelines(transaction, shop, contractIds);
    await forgetExtras(transaction, shop, contractIds);
    await forgetNotices(transaction, shop, contractIds);
    const methodIds = rows.flatMap(({ methodId }) => methodId ?? []);
    await forgetUnusedMethods(transaction, shop, inArray(paymentMethodTable.id, methodIds));
    return rows.length;
  });
}

/** How many contracts of a customer are stored. */
export async function countContractsOfCustomer(
  database: Database,
  shop: string,
  customerId: string,
): Promise<number> {
  return await database.$count(contracts, ofCustomer(shop, customerId));
}
