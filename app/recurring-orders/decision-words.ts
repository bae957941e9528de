import { formatCount, formatNumber } from '#contract/format.ts';
import type { RecurringDecision } from '#contract/recurring-orders.ts';

/** Cadence charges only one order of a subscription on a day. */
const nowOf = (orders: number, subscriptions: number) =>
  subscriptions < orders
    ? `${formatNumber(subscriptions)} of ${formatCount(orders, 'order')}`
    : formatCount(orders, 'order');

/** The merchant's decisions: the button's text, its effect, and the message once it's done. */
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
