import type { Order } from '../store/records.ts';
import type { Context } from './context.ts';

const sixtyDays = 60 * 86_400_000;

/** Tests whether the caller may see an order; undefined if all. Without `read_all_orders` an app sees only the last 60 days. */
export function isVisible(context: Context): ((order: Order) => boolean) | undefined {
  if (context.scopes === null || context.scopes.has('read_all_orders')) return undefined;
  const since = context.now().getTime() - sixtyDays;
  return (order) => Date.parse(order.createdAt) >= since;
}
