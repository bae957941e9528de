import { formatCount, formatMoney } from '#contract/format.ts';
import type { FirstCharges } from '#contract/recurring-orders.ts';

type Charges = FirstCharges['now'];

/** How many orders, and what they come to in each currency: `3 orders, $36.00 and €12.00 before tax`. */
export function chargesInWords({ orders, money }: Charges): string {
  const amounts = money.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode));
  if (orders === 0 || amounts.length === 0) return formatCount(orders, 'order');
  return `${formatCount(orders, 'order')}, ${amounts.join(' and ')} before tax`;
}
