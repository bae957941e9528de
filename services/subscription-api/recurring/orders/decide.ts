import type { z } from 'zod';
import type {
  DecideRecurringOrders,
  decidedRecurringOrdersSchema,
} from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import { decideCycle } from '../billing/decide-cycle.ts';

/** Takes a decision about some orders, one by one. Returns why it was refused, null where it wasn't. */
export async function decideRecurringOrders(
  context: ShopContext,
  { decision, orders }: DecideRecurringOrders,
): Promise<z.input<typeof decidedRecurringOrdersSchema>> {
  const answers: { refused: string | null }[] = [];
  for (const name of orders) {
    answers.push({ refused: await decideCycle(context, name, decision) });
  }
  return answers;
}
