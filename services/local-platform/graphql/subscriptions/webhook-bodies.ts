import type { BillingAttempt, Contract, PaymentMethod } from '../../store/records.ts';
import { timestampOf } from '../context.ts';
import { globalId } from '../global-id.ts';
import type { Cycle } from './cycles.ts';
import { messageOf } from './failures.ts';

const orNull = (type: string, id: number | null) => (id === null ? null : globalId(type, id));

export function contractBody(contract: Contract): object {
  const { billingPolicy, deliveryPolicy } = contract;
  return {
    admin_graphql_api_id: globalId('SubscriptionContract', contract.id),
    id: contract.id,
    billing_policy: {
      interval: billingPolicy.interval.toLowerCase(),
      interval_count: billingPolicy.intervalCount,
      min_cycles: billingPolicy.minCycles,
      max_cycles: billingPolicy.maxCycles,
    },
    currency_code: contract.currencyCode,
    customer_id: contract.customerId,
    admin_graphql_api_customer_id: orNull('Customer', contract.customerId),
    delivery_policy: {
      interval: deliveryPolicy.interval.toLowerCase(),
      interval_count: deliveryPolicy.intervalCount,
    },
    status: contract.status.toLowerCase(),
    admin_graphql_api_origin_order_id: orNull('Order', contract.originOrderId),
    origin_order_id: contract.originOrderId,
    revision_id: String(contract.revisionId),
  };
}

export function attemptBody(attempt: BillingAttempt): object {
  const { errorCode } = attempt;
  return {
    id: attempt.id,
    admin_graphql_api_id: globalId('SubscriptionBillingAttempt', attempt.id),
    idempotency_key: attempt.idempotencyKey,
    order_id: attempt.orderId,
    admin_graphql_api_order_id: orNull('Order', attempt.orderId),
    subscription_contract_id: attempt.contractId,
    admin_graphql_api_subscription_contract_id: globalId(
      'SubscriptionContract',
      attempt.contractId,
    ),
    ready: attempt.state === 'SUCCESS' || attempt.state === 'FAILED',
    error_message: errorCode === null ? null : messageOf(errorCode),
    error_code: errorCode?.toLowerCase() ?? null,
  };
}

export function cycleBody({ contract, index, startAt, endAt, expectedAt, edit }: Cycle): object {
  return {
    subscription_contract_id: contract.id,
    cycle_start_at: timestampOf(startAt),
    cycle_end_at: timestampOf(endAt),
    cycle_index: index,
    contract_edit: edit?.contents == null ? null : globalId('SubscriptionContract', contract.id),
    billing_attempt_expected_date: timestampOf(expectedAt),
    skipped: edit?.skipped ?? false,
    edited: edit !== undefined,
  };
}

const instrumentTypes = {
  CARD: 'CustomerCreditCard',
  PAYPAL: 'CustomerPaypalBillingAgreement',
  SHOP_PAY: 'CustomerShopPayAgreement',
} as const;

export function paymentMethodBody(method: PaymentMethod): object {
  return {
    admin_graphql_api_id: globalId('CustomerPaymentMethod', method.id),
    token: String(method.id),
    customer_id: method.customerId,
    admin_graphql_api_customer_id: globalId('Customer', method.customerId),
    instrument_type: instrumentTypes[method.kind],
    payment_instrument: {
      last_digits: method.lastDigits,
      month: method.expiryMonth,
      year: method.expiryYear,
      name: method.holder,
      brand: method.brand,
    },
    revoked_at: method.revokedAt,
    revoked_reason: method.revokedReason?.toLowerCase() ?? null,
  };
}
