import type { z } from 'zod';
import type {
  DecideRecurringOrders,
  decidedRecurringOrdersSchema,
} from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import { decideCycle } from '../billing/decide-cycle.ts';
import { findRecurringOrders } from './list.ts';

/** Takes a decision about some orders, one by one. Returns how each stands after that, and why it was refused. */
export async function decideRecurringOrders(
  context: ShopContext,
  { decision, orders: named }: DecideRecurringOrders,
): Promise<z.input<typeof decidedRecurringOrdersSchema>> {
  const refusals: (string | null)[] = [];
  for (const name of named) refusals.push(await decideCycle(context, name, decision));
  const orders = await findRecurringOrders(context, named);
  return named.map(({ contract, cycle }, index) => ({
    order: orders.find((one) => one.contract === contract && one.cycle === cycle) ?? null,
    refused: refusals[index] ?? null,
  }));
}
