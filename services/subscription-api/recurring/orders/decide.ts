import type { DecideRecurringOrders } from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import { decideCycle } from '../billing/decide-cycle.ts';

/** Takes a decision about some orders, one by one. Returns why it was refused, null where it wasn't. */
export async function decideRecurringOrders(
  context: ShopContext,
  { decision, orders }: DecideRecurringOrders,
): Promise<(string | null)[]> {
  const refusals: (string | null)[] = [];
  for (const name of orders) refusals.push(await decideCycle(context, name, decision));
  return refusals;
}
