import { z } from 'zod';
import type { BillingAttempt, Contract } from '../../store/records.ts';
import { type Context, rootFields, timestampOf } from '../context.ts';
import { contractIn, isTerminated, payloadOf, Refused } from './contract-changes.ts';
import { writesContracts } from './contracts.ts';
import { type Cycle, faultTexts, selectCycle, selectorSchema } from './cycles.ts';
import { processAttempt } from './process-attempt.ts';

const day = 86_400_000;

const attemptInput = z.object({
  idempotencyKey: z.string(),
  billingCycleSelector: selectorSchema.nullish(),
  originTime: z.coerce.date().nullish(),
  inventoryPolicy: z.string().nullish(),
  paymentProcessingPolicy: z.string().nullish(),
  actor: z.string().nullish(),
});
type AttemptInput = z.infer<typeof attemptInput>;

const createArguments = z.object({
  subscriptionContractId: z.string(),
  subscriptionBillingAttemptInput: attemptInput,
});

const inputField = 'subscriptionBillingAttemptInput';

function refuse(code: string, message: string, ...path: string[]): never {
  throw new Refused(code, message, path.length === 0 ? null : path);
}

function checkStatus(contract: Contract): void {
  if (contract.status === 'PAUSED') {
    refuse('CONTRACT_PAUSED', 'Subscription contract cannot be billed if paused.');
  }
  if (isTerminated(contract)) {
    refuse('CONTRACT_TERMINATED', 'Subscription contract cannot be billed once terminated.');
  }
  if (contract.isUnderReview) {
    refuse('CONTRACT_UNDER_REVIEW', 'Subscription contract is under review.');
  }
}

function chosenCycle(context: Context, contract: Contract, input: AttemptInput): Cycle {
  const now = context.now();
  const selector = input.billingCycleSelector ?? { date: now };
  const cycle = selectCycle(context.store, contract, selector, now);
  if (typeof cycle === 'string') {
    refuse(cycle, faultTexts[cycle], inputField, 'billingCycleSelector');
  }
  if (cycle.edit?.skipped === true) {
    refuse('BILLING_CYCLE_SKIPPED', 'Billing cycle must not be skipped.');
  }
  if (cycle.expectedAt.getTime() - now.getTime() > day) {
    refuse(
      'BILLING_CYCLE_CHARGE_BEFORE_EXPECTED_DATE',
      'Billing cycle charge attempt made more than 24 hours before the billing cycle `billingAttemptExpectedDate`.',
    );
  }
  return cycle;
}

function checkOriginTime({ contract, startAt, endAt }: Cycle, { originTime }: AttemptInput): void {
  if (originTime == null) return;
  const field = [inputField, 'originTime'];
  if (originTime.getTime() < Date.parse(contract.createdAt)) {
    refuse(
      'ORIGIN_TIME_BEFORE_CONTRACT_CREATION',
      'Origin time cannot be before the contract creation time.',
      ...field,
    );
  }
  if (originTime < startAt || originTime > endAt) {
    refuse(
      'ORIGIN_TIME_OUT_OF_RANGE',
      "Origin time needs to be within the selected billing cycle's start and end at date.",
      ...field,
    );
  }
}

/**
 * Starts a charge. Repeating a key with the same input returns the first attempt. Any other input charges, even if the cycle has been charged
 * before.
 */
function createAttempt(args: unknown, context: Context): { subscriptionBillingAttempt: object } {
  const { subscriptionContractId, subscriptionBillingAttemptInput: input } =
    createArguments.parse(args);
  const { store } = context;
  const contract = contractIn(
    context,
    subscriptionContractId,
    'subscriptionContractId',
    'CONTRACT_NOT_FOUND',
  );
  const { idempotencyKey } = input;
  if (idempotencyKey.trim() === '') {
    refuse('BLANK', "Idempotency key can't be blank", inputField, 'idempotencyKey');
  }
  const written = JSON.stringify(input);
  const repeated = store.attemptsByKey
    .get(idempotencyKey)
    .find((attempt) => attempt.contractId === contract.id && attempt.input === written);
  if (repeated !== undefined) return { subscriptionBillingAttempt: repeated };
  if (!context.takeAttempt()) {
    refuse('THROTTLED', 'Billing attempt rate limit exceeded - try later.');
  }
  checkStatus(contract);
  const cycle = chosenCycle(context, contract, input);
  checkOriginTime(cycle, input);

  const now = context.now();
  const processAt = new Date(now.getTime() + context.chargeMilliseconds);
  const attempt = store.transact((transaction) => {
    const created: BillingAttempt = {
      id: transaction.newId(),
      contractId: contract.id,
      cycleIndex: cycle.index,
      idempotencyKey,
      input: written,
      originTime: input.originTime == null ? null : timestampOf(input.originTime),
      allowsOverselling: input.inventoryPolicy === 'ALLOW_OVERSELLING',
      skipsPayment: input.paymentProcessingPolicy === 'SKIP_PAYMENT_AND_CREATE_UNPAID_ORDER',
      state: 'PENDING',
      processAt: processAt.toISOString(),
      errorCode: null,
      lackingVariantIds: [],
      isChallengeOpen: false,
      orderId: null,
      createdAt: timestampOf(now),
      completedAt: null,
    };
    transaction.put('attempts', created);
    return created;
  });
  context.schedule(processAt, () => processAttempt(context, attempt.id));
  return { subscriptionBillingAttempt: attempt };
}

export const chargeMutations = {
  Mutation: rootFields(writesContracts, {
    subscriptionBillingAttemptCreate: (args, context) =>
      payloadOf(['subscriptionBillingAttempt'], () => createAttempt(args, context)),
  }),
};
