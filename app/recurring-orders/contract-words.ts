import type { BadgeProps } from '@shopify/polaris';
import type { ListedContract } from '#contract/subscription-contract.ts';
import type { ContractStatus, PaymentTrouble } from '#contract/subscription-contract-names.ts';
import { customerName } from './outcome-words.ts';

/** How a subscription stands, in a word. */
export const statusWords: Record<ContractStatus, { label: string; tone?: BadgeProps['tone'] }> = {
  ACTIVE: { label: 'Active', tone: 'success' },
  PAUSED: { label: 'Paused', tone: 'attention' },
  FAILED: { label: 'Failed', tone: 'critical' },
  CANCELLED: { label: 'Canceled' },
  EXPIRED: { label: 'Ended' },
};

/** The reason why the next charge would fail. */
export const troubleWords: Record<PaymentTrouble, string> = {
  'no method': 'No payment method',
  revoked: 'Payment method removed',
  expired: 'Card expired',
  failed: 'Payment failed',
};

/** When the next order is due, as the list is narrowed by it. */
export const windowWords = {
  today: 'By today',
  '7 days': 'Within 7 days',
  '30 days': 'Within 30 days',
};

/** Follows an order's price that isn't the last word. */
export const untilOwnPrice = 'until the next product’s own price is known';

/** A subscription's name: `Ada Lovelace, 2 × House blend`. */
export const nameOf = ({ customer, items }: Pick<ListedContract, 'customer' | 'items'>) =>
  [customerName({ customer }), ...items.slice(0, 1)].join(', ');
