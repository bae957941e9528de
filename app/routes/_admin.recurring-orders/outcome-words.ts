import type { BadgeProps } from '@shopify/polaris';
import { formatCount, formatDay, formatNumber } from '#contract/format.ts';
import type {
  RecurringDecision,
  RecurringOrder,
  RecurringOutcome,
} from '#contract/recurring-orders.ts';
import { recurringOutcomes } from '#contract/recurring-orders-names.ts';

/** How an order stands, in a word or two, in the order in which the screen offers them. */
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

/** Of several orders of a subscription only one is charged on a day. */
const nowOf = (orders: number, subscriptions: number) =>
  subscriptions < orders
    ? `${formatNumber(subscriptions)} of ${formatCount(orders, 'order')}`
    : formatCount(orders, 'order');

/** What a merchant may decide: the button's text, what it does, and what is said once it is done. */
export const decisionWords: Record<
  RecurringDecision,
  { label: string; effect: string; done: (orders: number, subscriptions: number) => string }
> = {
  charge: {
    label: 'Charge now',
    effect: 'Your customer is charged in a moment.',
    done: (...counts) => `${nowOf(...counts)} will be charged in a moment`,
  },
  'charge again': {
    label: 'Charge again',
    effect: 'It was charged already, so your customer pays a second time.',
    done: (...counts) => `${nowOf(...counts)} will be charged again in a moment`,
  },
  retry: {
    label: 'Retry now',
    effect: 'The same payment method is tried again in a moment.',
    done: (...counts) => `${nowOf(...counts)} will be tried again in a moment`,
  },
  leave: {
    label: 'Leave it',
    effect: 'It’s never charged. The subscription goes on with its next order.',
    done: (orders) => `${formatCount(orders, 'order')} left uncharged`,
  },
  'settled elsewhere': {
    label: 'Settled elsewhere',
    effect: 'You were paid in another way, so it’s never charged.',
    done: (orders) => `${formatCount(orders, 'order')} marked as settled elsewhere`,
  },
};

/** Whose order it is: once a customer was erased, nobody here knows the name. */
export const customerName = ({ customer }: Pick<RecurringOrder, 'customer'>) =>
  customer?.displayName.trim() || 'Unknown customer';

/** What an order is called: `Ada Lovelace, Nov 23, 2026`. */
export const nameOf = (order: Pick<RecurringOrder, 'customer' | 'day'>) =>
  `${customerName(order)}, ${formatDay(order.day)}`;
