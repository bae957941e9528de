import type { FailureClass } from '#contract/recurring-orders.ts';

/** The meaning of an error code. The texts tell the merchant what happened, and what to do. */
export type Failure = { class: FailureClass; happened: string; whatToDo: string };

const failure = (kind: FailureClass, happened: string, whatToDo: string): Failure => ({
  class: kind,
  happened,
  whatToDo,
});

const newMethod = 'Ask your customer for another payment method. We’ll charge it right away.';
const askCustomer = 'Ask your customer to confirm the payment or to use another payment method.';
const retries = 'Nothing to do for now. We’ll try again as your rules say.';
const restock = 'Restock the product, swap it in the subscription, or allow overselling.';
const shopSetup = 'Fix your payment settings, then start billing again. No customer was told.';
const correctOrder = 'Correct the subscription, then try again.';
const checkOrder = 'Check the order in Shopify before you try again.';

/** All codes of `SubscriptionBillingAttemptErrorCode` in the platform's schema. */
const failures: Readonly<Record<string, Failure>> = {
  BUYER_CANCELED_PAYMENT_METHOD: failure(
    'method',
    'Your customer canceled the payment method.',
    newMethod,
  ),
  CARD_NUMBER_INCORRECT: failure('method', 'The card number is wrong.', newMethod),
  EXPIRED_CARD: failure('method', 'The card has expired.', newMethod),
  EXPIRED_PAYMENT_METHOD: failure('method', 'The payment method has expired.', newMethod),
  FRAUD_SUSPECTED: failure('method', 'The bank suspects fraud and blocked the card.', newMethod),
  INCORRECT_NUMBER: failure('method', 'The card number is wrong.', newMethod),
  INVALID_CUSTOMER_BILLING_AGREEMENT: failure(
    'method',
    'The PayPal agreement isn’t valid anymore.',
    newMethod,
  ),
  INVALID_EXPIRY_DATE: failure('method', 'The card’s expiry date isn’t valid.', newMethod),
  INVALID_NUMBER: failure('method', 'The card number isn’t valid.', newMethod),
  INVALID_PAYMENT_METHOD: failure('method', 'The payment method isn’t valid.', newMethod),
  PAYMENT_METHOD_NOT_FOUND: failure('method', 'The payment method was removed.', newMethod),
  PAYMENT_METHOD_NOT_SPECIFIED: failure(
    'method',
    'The subscription has no payment method.',
    newMethod,
  ),
  PAYMENT_METHOD_UNSUPPORTED: failure(
    'method',
    'The payment method can’t be used for subscriptions.',
    newMethod,
  ),
  PURCHASE_TYPE_NOT_SUPPORTED: failure(
    'method',
    'The card doesn’t allow this kind of purchase.',
    newMethod,
  ),
  RETRY_DECLINED: failure(
    'method',
    'The bank refuses every further try with this card.',
    newMethod,
  ),

  AUTHENTICATION_ERROR: failure('buyer', 'The payment couldn’t be confirmed.', askCustomer),
  AUTHENTICATION_FAILED: failure(
    'buyer',
    'Your customer didn’t pass the bank’s check.',
    askCustomer,
  ),
  AUTHENTICATION_REQUIRED: failure(
    'buyer',
    'The bank wants your customer to confirm the payment.',
    askCustomer,
  ),
  CALL_ISSUER: failure(
    'buyer',
    'The bank wants your customer to call.',
    'Ask your customer to call the bank or to use another payment method.',
  ),
  CANCELLED_PAYMENT: failure('buyer', 'Your customer canceled the payment.', askCustomer),
  CONFIRMATION_REJECTED: failure('buyer', 'Your customer rejected the payment.', askCustomer),
  EXPIRED_BUYER_ACTION: failure(
    'buyer',
    'Your customer didn’t confirm the payment in time.',
    askCustomer,
  ),
  // A corrected card looks the same to us, so these codes don't bar it.
  INCORRECT_CVC: failure('buyer', 'The card’s security code is wrong.', newMethod),
  INCORRECT_PIN: failure('buyer', 'The card’s PIN is wrong.', newMethod),
  INCORRECT_ZIP: failure('buyer', 'The card’s postal code is wrong.', newMethod),
  INVALID_CVC: failure('buyer', 'The card’s security code isn’t valid.', newMethod),
  OFF_SESSION_REJECTED: failure(
    'buyer',
    'The bank refuses payments while your customer isn’t there to confirm.',
    askCustomer,
  ),

  CARD_DECLINED: failure('later', 'The bank declined the card.', retries),
  DO_NOT_HONOR: failure('later', 'The bank declined the card without a reason.', retries),
  GENERIC_ERROR: failure('later', 'The payment failed without a reason.', retries),
  INSUFFICIENT_FUNDS: failure('later', 'There isn’t enough money on the card.', retries),
  PAYMENT_METHOD_DECLINED: failure('later', 'The payment method was declined.', retries),
  PAYMENT_PROVIDER_ERROR: failure('later', 'The payment provider had a problem.', retries),
  PAYPAL_ERROR_GENERAL: failure('later', 'PayPal had a problem.', retries),
  PROCESSING_ERROR: failure('later', 'The payment couldn’t be processed.', retries),
  TRANSACTION_LIMIT_EXCEEDED: failure('later', 'The card’s limit is reached.', retries),
  TRANSIENT_ERROR: failure('later', 'The payment failed for a moment.', retries),

  INSUFFICIENT_INVENTORY: failure('stock', 'A product is out of stock.', restock),
  INVENTORY_ALLOCATIONS_NOT_FOUND: failure(
    'stock',
    'No location can ship one of the products.',
    'Stock the product at a location that ships to your customer.',
  ),

  INVALID_PURCHASE_TYPE: failure(
    'shop',
    'Your payment provider doesn’t take subscriptions.',
    shopSetup,
  ),
  MERCHANT_ACCOUNT_ERROR: failure('shop', 'Your payment account has a problem.', shopSetup),
  MERCHANT_RULE: failure(
    'order',
    'One of your own payment rules stopped the charge.',
    'Check the rules of your payment provider, then try again.',
  ),
  NON_TEST_ORDER_LIMIT_REACHED: failure(
    'shop',
    'Your store can’t take more real orders on its plan.',
    'Choose a Shopify plan, then start billing again. No customer was told.',
  ),
  PAYMENT_METHOD_INCOMPATIBLE_WITH_GATEWAY_CONFIG: failure(
    'shop',
    'Your payment provider isn’t set up for this payment method.',
    shopSetup,
  ),
  PAYMENT_PROVIDER_IS_NOT_ENABLED: failure('shop', 'Your payment provider is off.', shopSetup),
  TEST_MODE: failure(
    'shop',
    'Your payment provider is in test mode.',
    'Turn test mode off, then start billing again. No customer was told.',
  ),

  AMOUNT_TOO_LARGE: failure('order', 'The amount is too large for this payment.', correctOrder),
  AMOUNT_TOO_SMALL: failure('order', 'The amount is too small to be charged.', correctOrder),
  CUSTOMER_INVALID: failure(
    'order',
    'The customer’s details aren’t complete.',
    'Complete the customer in Shopify, then try again.',
  ),
  CUSTOMER_NOT_FOUND: failure(
    'order',
    'The customer is gone.',
    'Cancel the subscription if the customer won’t come back.',
  ),
  FREE_GIFT_CARD_NOT_ALLOWED: failure('order', 'A gift card can’t be free.', correctOrder),
  INCORRECT_ADDRESS: failure('order', 'The billing address is wrong.', correctOrder),
  INVALID_AMOUNT: failure('order', 'The amount isn’t valid.', correctOrder),
  INVALID_BILLING_ADDRESS: failure('order', 'The billing address isn’t valid.', correctOrder),
  INVALID_CURRENCY: failure('order', 'The payment doesn’t take this currency.', correctOrder),
  INVALID_REQUEST: failure('order', 'The payment provider couldn’t read the charge.', correctOrder),
  INVALID_SHIPPING_ADDRESS: failure('order', 'The shipping address isn’t valid.', correctOrder),

  INVOICE_ALREADY_PAID: failure('paid', 'This order looks paid already.', checkOrder),

  UNEXPECTED_ERROR: failure(
    'unknown',
    'Shopify couldn’t make the order and didn’t say why.',
    'Check that every product still exists, then try again.',
  ),
};

/** The codes that we know; all others are of class `unknown`. */
export const knownFailureCodes: readonly string[] = Object.keys(failures);

/** The meaning of a code; class `unknown` if it is new or null. */
export function failureOf(code: string | null): Failure {
  const known = code !== null && Object.hasOwn(failures, code) ? failures[code] : undefined;
  return (
    known ?? failure('unknown', 'The charge failed for a reason that is new to us.', checkOrder)
  );
}
