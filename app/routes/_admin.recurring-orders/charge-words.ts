import { formatCount, formatSums } from '#contract/format.ts';
import type { FirstCharges } from '#contract/recurring-orders.ts';

type Charges = FirstCharges['now'];

/** The number of orders and their sum in each currency: `3 orders, $36.00 and €12.00 before tax`. */
export function chargesInWords({ orders, money }: Charges): string {
  if (orders === 0 || money.length === 0) return formatCount(orders, 'order');
  return `${formatCount(orders, 'order')}, ${formatSums(money)} before tax`;
}
