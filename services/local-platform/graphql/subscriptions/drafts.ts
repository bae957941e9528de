import { z } from 'zod';
import type { Contract, ContractContents, ContractDraft } from '../../store/records.ts';
import { type Context, requireScopes, rootFields } from '../context.ts';
import { globalId, idIn, idOf } from '../global-id.ts';
import { cycleInput } from './billing-cycles.ts';
import { contentsFields, paginateInOrder } from './contents.ts';
import { contractIn, isTerminated, payloadOf, Refused } from './contract-changes.ts';
import { readsContracts, writesContracts } from './contracts.ts';
import { checkNoFutureEdits, checkOpen, cycleIn } from './cycle-edits.ts';
import { type Cycle, cycleOf } from './cycles.ts';
import {
  checkPolicies,
  contentsIn,
  dateIn,
  draftInput,
  lineChangeIn,
  lineInput,
  lineUpdateInput,
  newLine,
  policiesIn,
} from './draft-input.ts';

export function contentsOf(from: ContractContents): ContractContents {
  const { lines, delivery, deliveryPrice, paymentMethodId, note, customAttributes } = from;
  return { lines, delivery, deliveryPrice, paymentMethodId, note, customAttributes };
}

function putDraft({ store }: Context, contract: Contract, cycle: Cycle | null): ContractDraft {
  return store.transact((transaction) => {
    const draft: ContractDraft = {
      id: transaction.newId(),
      contractId: contract.id,
      cycleIndex: cycle?.index ?? null,
      revisionId: contract.revisionId,
      ...contentsOf(cycle?.edit?.contents ?? contract),
      billingPolicy: contract.billingPolicy,
      deliveryPolicy: contract.deliveryPolicy,
      changesSchedule: false,
      nextBillingDate: contract.nextBillingDate,
      status: contract.status,
      addedLineIds: [],
      removedLines: [],
      isCommitted: false,
    };
    transaction.put('drafts', draft);
    return draft;
  });
}

/** The uncommitted draft with that global id, and its contract. */
export function openDraft({ store }: Context, value: string) {
  const draft = store.tables.drafts.get(idOf('SubscriptionDraft', value));
  const contract = store.tables.contracts.get(draft?.contractId ?? null);
  if (draft === undefined || contract === undefined) {
    throw new Refused('INVALID', 'Subscription draft does not exist.', ['draftId']);
  }
  if (draft.isCommitted) {
    throw new Refused('COMMITTED', 'Subscription draft has been already committed.', ['draftId']);
  }
  return { draft, contract };
}

function changeDraft({ store }: Context, draft: ContractDraft, change: Partial<ContractDraft>) {
  const changed = { ...draft, ...change };
  store.transact((transaction) => transaction.put('drafts', changed));
  return changed;
}

const updateArguments = z.object({ draftId: z.string(), input: draftInput });

function updateDraft(args: unknown, context: Context) {
  const { draftId, input } = updateArguments.parse(args);
  const { draft, contract } = openDraft(context, draftId);
  const policies = policiesIn(input);
  for (const [name, kind] of [
    ['billingPolicy', 'BILLING'],
    ['deliveryPolicy', 'DELIVERY'],
  ] as const) {
    if (draft.cycleIndex === null || policies[name] === undefined) continue;
    throw new Refused(
      `BILLING_CYCLE_CONTRACT_DRAFT_${kind}_POLICY_INVALID`,
      `${name === 'billingPolicy' ? 'Billing' : 'Delivery'} policy cannot be updated for billing cycle contract drafts.`,
      ['input', name],
    );
  }
  checkPolicies({ ...draft, ...policies });
  const contents = contentsIn(context, input, {
    delivery: draft.delivery,
    customerId: contract.customerId,
  });
  return {
    draft: changeDraft(context, draft, {
      ...policies,
      ...contents,
      changesSchedule: draft.changesSchedule || policies.billingPolicy !== undefined,
      nextBillingDate: dateIn(input.nextBillingDate) ?? draft.nextBillingDate,
      status: input.status ?? draft.status,
    }),
  };
}

function lineOf(draft: Pick<ContractDraft, 'lines' | 'removedLines'>, lineId: string) {
  const id = idOf('SubscriptionLine', lineId);
  const line = draft.lines.find((candidate) => candidate.id === id);
  if (line !== undefined) return line;
  const isRemoved = draft.removedLines.some((candidate) => candidate.id === id);
  throw isRemoved
    ? new Refused('ALREADY_REMOVED', 'This line has already been removed.', ['lineId'])
    : new Refused('INVALID', 'Subscription line does not exist.', ['lineId']);
}

function addLine(args: unknown, context: Context) {
  const { draftId, input } = z.object({ draftId: z.string(), input: lineInput }).parse(args);
  const { draft } = openDraft(context, draftId);
  return context.store.transact((transaction) => {
    const lineAdded = newLine(context, transaction.newId(), input);
    const changed = {
      ...draft,
      lines: [...draft.lines, lineAdded],
      addedLineIds: [...draft.addedLineIds, lineAdded.id],
    };
    transaction.put('drafts', changed);
    return { draft: changed, lineAdded };
  });
}

const lineArguments = z.object({ draftId: z.string(), lineId: z.string() });

function updateLine(args: unknown, context: Context) {
  const parsed = lineArguments.extend({ input: lineUpdateInput }).parse(args);
  const { draft } = openDraft(context, parsed.draftId);
  const line = lineOf(draft, parsed.lineId);
  const lineUpdated = { ...line, ...lineChangeIn(context, parsed.input) };
  const lines = draft.lines.map((other) => (other.id === line.id ? lineUpdated : other));
  return { draft: changeDraft(context, draft, { lines }), lineUpdated };
}

function removeLine(args: unknown, context: Context) {
  const parsed = lineArguments.parse(args);
  const { draft } = openDraft(context, parsed.draftId);
  const lineRemoved = lineOf(draft, parsed.lineId);
  return {
    lineRemoved,
    draft: changeDraft(context, draft, {
      lines: draft.lines.filter((line) => line !== lineRemoved),
      removedLines: [...draft.removedLines, lineRemoved],
    }),
  };
}

function draftContract(args: unknown, context: Context) {
  const { contractId } = z.object({ contractId: z.string() }).parse(args);
  const contract = contractIn(context, contractId, 'contractId');
  if (isTerminated(contract)) {
    throw new Refused('INVALID', 'Subscription contract is terminated.', ['contractId']);
  }
  checkNoFutureEdits(context, contract);
  return { draft: putDraft(context, contract, null) };
}

function draftCycle(args: unknown, context: Context) {
  const { billingCycleInput } = z.object({ billingCycleInput: cycleInput }).parse(args);
  const cycle = cycleIn(context, billingCycleInput, (fault) =>
    fault === 'INVALID' ? 'CYCLE_SELECTOR_VALIDATE_ONE_OF' : fault,
  );
  checkOpen(context.store, cycle);
  return { draft: putDraft(context, cycle.contract, cycle) };
}

const contractOf = ({ contractId }: ContractDraft, { store }: Context) =>
  store.tables.contracts.get(contractId);

export const draftResolvers = {
  QueryRoot: rootFields(readsContracts, {
    subscriptionDraft: (args, { store }) =>
      store.tables.drafts.get(idIn('SubscriptionDraft', args)),
  }),
  SubscriptionDraft: {
    ...contentsFields,
    id: (draft: ContractDraft) => globalId('SubscriptionDraft', draft.id),
    originalContract: (draft: ContractDraft, _: unknown, context: Context) =>
      contractOf(draft, context),
    customer: (draft: ContractDraft, _: unknown, context: Context) => {
      requireScopes(context, 'customer', ['read_customers']);
      return context.store.tables.customers.get(contractOf(draft, context)?.customerId ?? null);
    },
    billingCycle: (draft: ContractDraft, _: unknown, context: Context) => {
      const contract = contractOf(draft, context);
      return contract === undefined || draft.cycleIndex === null
        ? null
        : cycleOf(context.store, contract, draft.cycleIndex);
    },
    linesAdded: ({ lines, addedLineIds }: ContractDraft, args: unknown) =>
      paginateInOrder(
        args,
        lines.filter(({ id }) => addedLineIds.includes(id)),
      ),
    linesRemoved: ({ removedLines }: ContractDraft, args: unknown) =>
      paginateInOrder(args, removedLines),
  },
  Mutation: rootFields(writesContracts, {
    subscriptionContractUpdate: (args, context) =>
      payloadOf(['draft'], () => draftContract(args, context)),
    subscriptionBillingCycleContractEdit: (args, context) =>
      payloadOf(['draft'], () => draftCycle(args, context)),
    subscriptionDraftUpdate: (args, context) =>
      payloadOf(['draft'], () => updateDraft(args, context)),
    subscriptionDraftLineAdd: (args, context) =>
      payloadOf(['draft', 'lineAdded'], () => addLine(args, context)),
    subscriptionDraftLineUpdate: (args, context) =>
      payloadOf(['draft', 'lineUpdated'], () => updateLine(args, context)),
    subscriptionDraftLineRemove: (args, context) =>
      payloadOf(['draft', 'lineRemoved'], () => removeLine(args, context)),
  }),
};
