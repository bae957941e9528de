// Without schemas, for screens that don't carry these.

/** The platform's statuses of a subscription contract. It is over once it is `CANCELLED` or `EXPIRED`. */
export const contractStatuses = ['ACTIVE', 'PAUSED', 'FAILED', 'CANCELLED', 'EXPIRED'] as const;

export type ContractStatus = (typeof contractStatuses)[number];

/**
 * Why a subscription that isn't over can't be charged as it is:
 * - `no method`: it has no payment method
 * - `revoked`: its payment method was taken back
 * - `expired`: its card has expired
 * - `failed`: its latest order failed, and isn't over yet
 */
export const paymentTroubles = ['no method', 'revoked', 'expired', 'failed'] as const;

export type PaymentTrouble = (typeof paymentTroubles)[number];

/** Until when the next order is expected: the end of the store's day, or of so many days from now. What is overdue is among them. */
export const nextOrderWindows = ['today', '7 days', '30 days'] as const;

export const contractSortKeys = ['NEXT_ORDER', 'CREATED_AT'] as const;

/** The parameters of the list's address that filter and sort it. */
const listParameters = [
  ...(['query', 'status', 'plan', 'product', 'next', 'payment', 'canceled'] as const),
  ...(['sortKey', 'reverse'] as const),
];

/** Search, filters and sorting of a list's address in one order, without its page: two that ask for the same are the same text. */
export function viewSearchOf(asked: URLSearchParams): string {
  return new URLSearchParams(
    listParameters.flatMap((name) => {
      const value = asked.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  ).toString();
}

/** The changes of the subscription itself, and those of one of its orders. */
export const contractChanges = [
  'order',
  'pause',
  'resume',
  'cancel',
  'set lines',
  'set address',
  'set plan',
  'set place',
  'add once',
  'ask for method',
] as const;
export const orderChanges = ['skip', 'unskip', 'move', 'move following', 'bill'] as const;

/** Why a customer cancels, as merchants hear it. */
export const cancelReasons = ['price', 'too much', 'taste', 'moved', 'other'] as const;

export type CancelReason = (typeof cancelReasons)[number];

export type ContractChange = (typeof contractChanges)[number];
export type OrderChange = (typeof orderChanges)[number];
