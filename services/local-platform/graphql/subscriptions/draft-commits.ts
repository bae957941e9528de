import { z } from 'zod';
import type { Contract, ContractDraft } from '../../store/records.ts';
import { type Context, rootFields, timestampOf } from '../context.ts';
import { idOf } from '../global-id.ts';
import { editedContractOf } from './billing-cycles.ts';
import {
  announceChange,
  changeContract,
  contractIn,
  isTerminated,
  payloadOf,
  putChanged,
  Refused,
} from './contract-changes.ts';
import { writesContracts } from './contracts.ts';
import { dayOfMonthIn, scheduleAfterChange } from './cycle-dates.ts';
import { checkNoFutureEdits, checkOpen, editCycle } from './cycle-edits.ts';
import { cycleOf, indexAt, scheduleOf } from './cycles.ts';
import {
  checkPolicies,
  contentsIn,
  draftInput,
  lineChangeIn,
  lineInput,
  lineUpdateInput,
  newLine,
  policiesIn,
} from './draft-input.ts';
import { contentsOf, openDraft } from './drafts.ts';
import { contractBody } from './webhook-bodies.ts';

const draftArguments = z.object({ draftId: z.string() });

function checkCommit(contract: Contract, draft: ContractDraft): void {
  if (draft.revisionId !== contract.revisionId) {
    throw new Refused(
      'STALE_CONTRACT',
      'Another operation updated the contract concurrently as the commit was in progress.',
      null,
    );
  }
  if (draft.lines.length === 0) {
    throw new Refused('INVALID_LINES', 'Must have at least one line.', null);
  }
}

/** A contract's schedules after its draft is committed; they change from the current cycle on. */
function schedulesAfter({ store, now }: Context, contract: Contract, draft: ContractDraft) {
  if (!draft.changesSchedule) return contract.schedules;
  const at = now();
  const index = Math.max(1, indexAt(store, contract, at.getTime()));
  const { interval, intervalCount, anchors } = draft.billingPolicy;
  return [
    ...contract.schedules.filter(({ fromIndex }) => fromIndex < index),
    scheduleAfterChange(
      { interval, intervalCount, anchors },
      cycleOf(store, contract, index),
      scheduleOf(contract, index),
      at,
      store.shop.timezone,
    ),
  ];
}

function commitContract(args: unknown, context: Context) {
  const { draft, contract } = openDraft(context, draftArguments.parse(args).draftId);
  if (draft.cycleIndex !== null) {
    throw new Refused(
      'BILLING_CYCLE_PRESENT',
      'Cannot commit a billing cycle contract draft with this mutation. Please use SubscriptionBillingCycleContractDraftCommit.',
      null,
    );
  }
  checkNoFutureEdits(context, contract);
  checkCommit(contract, draft);
  const changed = context.store.transact((transaction) => {
    transaction.put('drafts', { ...draft, isCommitted: true });
    return putChanged(transaction, context, contract, {
      ...contentsOf(draft),
      billingPolicy: draft.billingPolicy,
      deliveryPolicy: draft.deliveryPolicy,
      schedules: schedulesAfter(context, contract, draft),
      nextBillingDate: draft.nextBillingDate,
      status: draft.status ?? contract.status,
    });
  });
  announceChange(context, contract, changed);
  return { contract: changed };
}

function commitCycle(args: unknown, context: Context) {
  const { draft, contract } = openDraft(context, draftArguments.parse(args).draftId);
  if (draft.cycleIndex === null) {
    throw new Refused(
      'BILLING_CYCLE_ABSENT',
      'Cannot commit a contract draft with this mutation. Please use SubscriptionDraftCommit.',
      null,
    );
  }
  checkCommit(contract, draft);
  const cycle = cycleOf(context.store, contract, draft.cycleIndex);
  checkOpen(context.store, cycle);
  const after = editCycle(context, cycle, { contents: contentsOf(draft) }, (transaction) =>
    transaction.put('drafts', { ...draft, isCommitted: true }),
  );
  return { contract: editedContractOf(after) };
}

const productArguments = z.object({
  subscriptionContractId: z.string(),
  lineId: z.string(),
  input: lineUpdateInput.pick({ productVariantId: true, currentPrice: true }),
});

/** Changes a line's variant or price. The quantity stays, and so does the price if none is given. */
function changeProduct(args: unknown, context: Context) {
  const { subscriptionContractId, lineId, input } = productArguments.parse(args);
  const contract = contractIn(context, subscriptionContractId, 'subscriptionContractId');
  if (isTerminated(contract)) {
    throw new Refused('INVALID', 'Subscription contract is terminated.', [
      'subscriptionContractId',
    ]);
  }
  checkNoFutureEdits(context, contract);
  const id = idOf('SubscriptionLine', lineId);
  const line = contract.lines.find((candidate) => candidate.id === id);
  if (line === undefined) {
    throw new Refused('INVALID', 'Subscription line does not exist.', ['lineId']);
  }
  const lineUpdated = { ...line, ...lineChangeIn(context, input) };
  const lines = contract.lines.map((other) => (other === line ? lineUpdated : other));
  return { contract: changeContract(context, contract, { lines }), lineUpdated };
}

const createArguments = z.object({
  input: z.object({
    customerId: z.string(),
    currencyCode: z.string(),
    nextBillingDate: z.coerce.date(),
    contract: draftInput,
    lines: z.array(z.object({ line: lineInput })),
  }),
});

/** Creates a contract without a checkout, as an import does; its first cycle ends at `nextBillingDate`. */
function createContract(args: unknown, context: Context) {
  const { input } = createArguments.parse(args);
  const { store } = context;
  const customer = store.tables.customers.get(idOf('Customer', input.customerId));
  if (customer === undefined) {
    const field = ['input', 'customerId'];
    throw new Refused('CUSTOMER_DOES_NOT_EXIST', 'Customer does not exist.', field);
  }
  if (input.currencyCode !== store.shop.currencyCode) {
    const field = ['input', 'currencyCode'];
    throw new Refused('CURRENCY_NOT_ENABLED', 'Currency is not enabled.', field);
  }
  const { billingPolicy, deliveryPolicy } = policiesIn(input.contract);
  if (billingPolicy === undefined || deliveryPolicy === undefined) {
    throw new Refused('PRESENCE', 'Billing and delivery policy are required.', [
      'input',
      'contract',
    ]);
  }
  checkPolicies({ billingPolicy, deliveryPolicy });
  if (input.lines.length === 0) {
    throw new Refused('INVALID_LINES', 'Must have at least one line.', ['input', 'lines']);
  }
  const at = timestampOf(context.now());
  const firstDate = timestampOf(input.nextBillingDate);
  const { interval, intervalCount, anchors } = billingPolicy;
  const contract = store.transact((transaction) => {
    const created: Contract = {
      id: transaction.newId(),
      status: input.contract.status ?? 'ACTIVE',
      currencyCode: input.currencyCode,
      customerId: customer.id,
      originOrderId: null,
      lines: input.lines.map(({ line }) => newLine(context, transaction.newId(), line)),
      delivery: null,
      deliveryPrice: '0.00',
      paymentMethodId: null,
      note: null,
      customAttributes: [],
      ...contentsIn(context, input.contract, { delivery: null, customerId: customer.id }),
      billingPolicy,
      deliveryPolicy,
      schedules: [
        {
          fromIndex: 1,
          startAt: at,
          firstDate,
          repeatsFirst: false,
          dayOfMonth: dayOfMonthIn(store.shop.timezone, input.nextBillingDate),
          interval,
          intervalCount,
          anchors,
        },
      ],
      nextBillingDate: firstDate,
      revisionId: 1,
      lastPaymentStatus: null,
      lastErrorType: null,
      isUnderReview: false,
      createdAt: at,
      updatedAt: at,
    };
    transaction.put('contracts', created);
    return created;
  });
  context.announce({ topic: 'subscription_contracts/create', body: contractBody(contract) });
  return { contract };
}

export const draftCommitMutations = {
  Mutation: rootFields(writesContracts, {
    subscriptionDraftCommit: (args, context) =>
      payloadOf(['contract'], () => commitContract(args, context)),
    subscriptionBillingCycleContractDraftCommit: (args, context) =>
      payloadOf(['contract'], () => commitCycle(args, context)),
    subscriptionContractProductChange: (args, context) =>
      payloadOf(['contract', 'lineUpdated'], () => changeProduct(args, context)),
    subscriptionContractAtomicCreate: (args, context) =>
      payloadOf(['contract'], () => createContract(args, context)),
  }),
};
