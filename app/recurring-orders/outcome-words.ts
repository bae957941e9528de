import type { BadgeProps } from '@shopify/polaris';
import { formatDay } from '#contract/format.ts';
import type { RecurringOrder, RecurringOutcome } from '#contract/recurring-orders.ts';
import { recurringOutcomes } from '#contract/recurring-orders-names.ts';

/** An order's outcome in a word or two, in the order of the screen's filter. */
export const outcomeWords: Record<RecurringOutcome, { label: string; tone?: BadgeProps['tone'] }> =
  {
    upcoming: { label: 'Upcoming', tone: 'info' },
    charging: { label: 'Charging', tone: 'attention' },
    charged: { label: 'Charged', tone: 'success' },
    failed: { label: 'Failed', tone: 'critical' },
    'to decide': { label: 'To decide', tone: 'warning' },
    ended: { label: 'Not charged' },
    left: { label: 'Left out' },
  };

/** Several outcomes as the address joins them: `Upcoming, Charged`. */
export function outcomesInWords(joined: string): string {
  const asked = joined.split(',');
  const known = recurringOutcomes.filter((each) => asked.includes(each));
  return known.map((each) => outcomeWords[each].label).join(', ');
}

/** The customer's name; unknown once their data was erased. */
export const customerName = ({ customer }: { customer: { displayName: string } | null }) =>
  customer?.displayName.trim() || 'Unknown customer';

/** Names an order: `Ada Lovelace, Nov 23, 2026`. */
export const nameOf = (order: Pick<RecurringOrder, 'customer' | 'day'>) =>
  `${customerName(order)}, ${formatDay(order.day)}`;
