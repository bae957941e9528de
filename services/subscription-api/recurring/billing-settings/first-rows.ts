import { and, asc, type Column, eq, sql } from 'drizzle-orm';
import { dayIn } from '#contract/calendar.ts';
import { formatProduct } from '#contract/format.ts';
import type { RecurringOrder } from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  subscriptionContractTable as contracts,
  storeCustomerTable as customers,
  subscriptionContractLineTable as lines,
} from '../../store/schema.ts';
import { failureOf } from '../billing/failure-codes.ts';
import { foreseeOrders } from '../rotation/foresee-orders.ts';
import type { Moment } from './first-charges.ts';
import type { FirstCharge } from './forecast.ts';

/** The rows of orders that would be charged first. The merchant can't decide about them before billing goes on. */
export async function rowsOfCharges(
  context: ShopContext,
  { timeZone }: Pick<Moment, 'timeZone'>,
  charges: readonly FirstCharge[],
): Promise<RecurringOrder[]> {
  const { database, shop } = context;
  const ids = [...new Set(charges.map(({ contract }) => contract))];
  const isOf = (column: Column) => sql`${column} = any(${sql.param(ids)}::text[])`;
  const readOwners = database
    .select({
      contract: contracts.id,
      id: customers.id,
      displayName: customers.displayName,
    })
    .from(contracts)
    .innerJoin(
      customers,
      and(eq(customers.shop, contracts.shop), eq(customers.id, contracts.customerId)),
    )
    .where(and(eq(contracts.shop, shop), isOf(contracts.id)));
  const readLines = database
    .select({
      contractId: lines.contractId,
      id: lines.id,
      title: lines.title,
      variantTitle: lines.variantTitle,
      quantity: lines.quantity,
    })
    .from(lines)
    .where(and(eq(lines.shop, shop), isOf(lines.contractId)))
    .orderBy(asc(lines.position));
  const [owners, sold, coffeesOf] = await Promise.all([
    readOwners,
    readLines,
    foreseeOrders(context, charges),
  ]);
  return charges.map(({ contract, cycle, at, expectedAt, amount, currencyCode, failures }) => {
    const owner = owners.find((one) => one.contract === contract);
    const last = failures.at(-1);
    const { class: failureClass, ...explanation } = failureOf(last?.errorCode ?? null);
    return {
      contract,
      cycle,
      day: dayIn(timeZone, expectedAt),
      expectedAt: expectedAt.toISOString(),
      customer: owner ? { id: owner.id, displayName: owner.displayName } : null,
      items: sold
        .filter(({ contractId }) => contractId === contract)
        .map((line) => {
          const title = coffeesOf({ contract, cycle }).get(line.id) ?? line.title;
          return `${line.quantity} × ${formatProduct({ ...line, title })}`;
        }),
      amount,
      currencyCode,
      outcome: last === undefined ? 'upcoming' : 'failed',
      failureClass: last === undefined ? null : failureClass,
      explanation: last === undefined ? null : explanation,
      attempts: failures.length,
      nextAt: at.toISOString(),
      order: null,
      decisions: [],
    };
  });
}
