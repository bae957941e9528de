import type { BillingAttempt } from '../../store/records.ts';
import { paginateIds } from '../connection.ts';
import { type Context, requireScopes, rootFields } from '../context.ts';
import { globalId, idIn } from '../global-id.ts';
import { by, Listing } from '../listing.ts';
import { isVisible } from '../visible-orders.ts';
import { readsContracts } from './contracts.ts';
import { failureTypeOf, messageOf } from './failures.ts';

const attempts = new Listing<BillingAttempt>({
  from: ['attempts'],
  all: (store) => store.tables.attempts.all(),
  keys: { CREATED_AT: (attempt) => attempt.createdAt },
  texts: () => [],
  terms: {
    id: by.id((attempt) => attempt.id),
    created_at: by.time((attempt) => attempt.createdAt),
    error_code: by.oneOf((attempt) => attempt.errorCode ?? ''),
  },
});

/** The page on which the buyer confirms a payment. */
function challengeUrl({ id }: BillingAttempt, { storefrontUrl }: Context): string {
  return `${storefrontUrl}/payment-challenges/${id}`;
}

/** The order of a successful attempt, if the caller may see it. */
function orderOf({ orderId }: BillingAttempt, context: Context) {
  requireScopes(context, 'order', ['read_orders']);
  const order = context.store.tables.orders.get(orderId);
  return order !== undefined && isVisible(context)?.(order) !== false ? order : null;
}

function lackingVariants({ lackingVariantIds }: BillingAttempt, args: unknown, context: Context) {
  requireScopes(context, 'insufficientStockProductVariants', ['read_products']);
  return paginateIds(args, lackingVariantIds, (id) => context.store.tables.variants.get(id));
}

function errorOf(attempt: BillingAttempt) {
  const code = attempt.errorCode ?? 'UNEXPECTED_ERROR';
  const type = failureTypeOf(code);
  return { __typename: type, ...attempt, code, message: messageOf(code) };
}

function stateOf(attempt: BillingAttempt, context: Context) {
  switch (attempt.state) {
    case 'PENDING':
      return { __typename: 'SubscriptionBillingAttemptPendingState', processing: true };
    case 'ACTION_REQUIRED':
      return {
        __typename: 'SubscriptionBillingAttemptActionRequiredState',
        action: {
          __typename: 'SubscriptionBillingAttemptPaymentChallenge',
          nextActionUrl: challengeUrl(attempt, context),
          status: attempt.isChallengeOpen ? 'ON_SESSION_CHALLENGED' : 'OFF_SESSION_REJECTED',
        },
      };
    case 'FAILED':
      return {
        __typename: 'SubscriptionBillingAttemptFailedState',
        error: errorOf(attempt),
      };
    case 'SUCCESS':
      return { __typename: 'SubscriptionBillingAttemptSuccessState', attempt };
  }
}

const lackingField = { insufficientStockProductVariants: lackingVariants };

export const billingAttemptResolvers = {
  QueryRoot: rootFields(readsContracts, {
    subscriptionBillingAttempt: (args, { store }) =>
      store.tables.attempts.get(idIn('SubscriptionBillingAttempt', args)),
    subscriptionBillingAttempts: (args, { store }) => attempts.page(store, args),
  }),
  SubscriptionBillingAttempt: {
    id: (attempt: BillingAttempt) => globalId('SubscriptionBillingAttempt', attempt.id),
    errorMessage: ({ errorCode }: BillingAttempt) =>
      errorCode === null ? null : messageOf(errorCode),
    nextActionUrl: (attempt: BillingAttempt, _: unknown, context: Context) =>
      attempt.state === 'ACTION_REQUIRED' ? challengeUrl(attempt, context) : null,
    order: (attempt: BillingAttempt, _: unknown, context: Context) => orderOf(attempt, context),
    processingError: (attempt: BillingAttempt) =>
      attempt.errorCode === null
        ? null
        : {
            ...errorOf(attempt),
            __typename:
              attempt.lackingVariantIds.length > 0
                ? 'SubscriptionBillingAttemptInsufficientStockProductVariantsError'
                : 'SubscriptionBillingAttemptGenericError',
          },
    ready: ({ state }: BillingAttempt) => state === 'SUCCESS' || state === 'FAILED',
    respectInventoryPolicy: ({ allowsOverselling }: BillingAttempt) => !allowsOverselling,
    state: (attempt: BillingAttempt, _: unknown, context: Context) => stateOf(attempt, context),
    subscriptionContract: ({ contractId }: BillingAttempt, _: unknown, { store }: Context) =>
      store.tables.contracts.get(contractId),
  },
  SubscriptionBillingAttemptSuccessState: {
    order: ({ attempt }: { attempt: BillingAttempt }, _: unknown, context: Context) =>
      orderOf(attempt, context),
  },
  SubscriptionBillingAttemptInventoryError: lackingField,
  SubscriptionBillingAttemptInsufficientStockProductVariantsError: lackingField,
};
