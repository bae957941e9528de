import type { Contract } from '../../store/records.ts';

const generalCodes: ReadonlySet<string> = new Set([
  'CUSTOMER_INVALID',
  'CUSTOMER_NOT_FOUND',
  'FREE_GIFT_CARD_NOT_ALLOWED',
  'INVALID_BILLING_ADDRESS',
  'MERCHANT_ACCOUNT_ERROR',
  'NON_TEST_ORDER_LIMIT_REACHED',
  'PAYMENT_METHOD_INCOMPATIBLE_WITH_GATEWAY_CONFIG',
  'PAYMENT_METHOD_NOT_FOUND',
  'PAYMENT_METHOD_NOT_SPECIFIED',
  'PAYMENT_PROVIDER_IS_NOT_ENABLED',
]);
const inventoryCodes: ReadonlySet<string> = new Set([
  'INSUFFICIENT_INVENTORY',
  'INVENTORY_ALLOCATIONS_NOT_FOUND',
]);

/** The GraphQL type of a failed attempt's error with that code. */
export function failureTypeOf(code: string): `SubscriptionBillingAttempt${string}Error` {
  if (inventoryCodes.has(code)) return 'SubscriptionBillingAttemptInventoryError';
  if (generalCodes.has(code)) return 'SubscriptionBillingAttemptGeneralError';
  if (code === 'UNEXPECTED_ERROR') return 'SubscriptionBillingAttemptUnexpectedError';
  return 'SubscriptionBillingAttemptPaymentError';
}

/** A contract's `lastBillingAttemptErrorType` for that code. */
export function contractErrorTypeOf(code: string): NonNullable<Contract['lastErrorType']> {
  if (inventoryCodes.has(code)) return 'INVENTORY_ERROR';
  if (code.startsWith('CUSTOMER_')) return 'CUSTOMER_ERROR';
  return failureTypeOf(code) === 'SubscriptionBillingAttemptPaymentError'
    ? 'PAYMENT_ERROR'
    : 'OTHER';
}

/** The code in words, because the platform's own texts aren't published. */
export function messageOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
