import type { Contract, CycleEdit } from '../../store/records.ts';
import type { Store, Transaction } from '../../store/store.ts';
import { type Context, timestampOf } from '../context.ts';
import { contractIn, isTerminated, Refused } from './contract-changes.ts';
import {
  type Cycle,
  type CycleFault,
  cycleOf,
  faultTexts,
  hasOpenAttempt,
  isBilled,
  selectCycle,
} from './cycles.ts';
import { cycleBody } from './webhook-bodies.ts';

/** The cycle that a mutation selects; `codeOf` gives the user error's code for a fault. */
export function cycleIn(
  context: Context,
  input: { contractId: string; selector: Parameters<typeof selectCycle>[2] },
  codeOf: (fault: CycleFault) => string = (fault) => fault,
): Cycle {
  const contract = contractIn(context, input.contractId, 'billingCycleInput');
  const cycle = selectCycle(context.store, contract, input.selector, context.now());
  if (typeof cycle !== 'string') return cycle;
  throw new Refused(codeOf(cycle), faultTexts[cycle], ['billingCycleInput', 'selector']);
}

/** Refuses to change a cycle that is billed or being charged, or whose contract is terminated. */
export function checkOpen(store: Store, cycle: Cycle, openAttemptCode = 'INVALID'): void {
  if (isTerminated(cycle.contract)) {
    throw new Refused('INVALID', 'Subscription contract is terminated.', null);
  }
  if (isBilled(store, cycle)) {
    throw new Refused('INVALID', 'Billing cycle is already billed.', null);
  }
  if (hasOpenAttempt(store, cycle)) {
    const message = 'Billing cycle has incomplete billing attempts in progress.';
    throw new Refused(openAttemptCode, message, null);
  }
}

type EditChange = Partial<Pick<CycleEdit, 'skipped' | 'billingDate' | 'contents'>>;

/** Stores a cycle's changes, or removes the edit if no change is left. */
function putEdit(transaction: Transaction, now: Date, cycle: Cycle, change: EditChange): void {
  const at = timestampOf(now);
  const edit: CycleEdit = {
    id: cycle.edit?.id ?? transaction.newId(),
    contractId: cycle.contract.id,
    cycleIndex: cycle.index,
    skipped: false,
    billingDate: null,
    contents: null,
    createdAt: at,
    ...cycle.edit,
    ...change,
    updatedAt: at,
  };
  const isNothing = !edit.skipped && edit.billingDate === null && edit.contents === null;
  if (!isNothing) transaction.put('cycleEdits', edit);
  else if (cycle.edit !== undefined) transaction.remove('cycleEdits', cycle.edit.id);
}

/** Changes a cycle together with `also`. Announces a skip under its own topic, and anything else as an edit. */
export function editCycle(
  context: Context,
  cycle: Cycle,
  change: EditChange,
  also: (transaction: Transaction) => void = () => {},
): Cycle {
  const { store } = context;
  store.transact((transaction) => {
    putEdit(transaction, context.now(), cycle, change);
    also(transaction);
  });
  const after = cycleOf(store, cycle.contract, cycle.index);
  const body = cycleBody(after);
  const skipped = after.edit?.skipped ?? false;
  if (skipped !== (cycle.edit?.skipped ?? false)) {
    const topic = `subscription_billing_cycles/${skipped ? 'skip' : 'unskip'}` as const;
    context.announce({ topic, body });
  }
  const isMoved = (after.edit?.billingDate ?? null) !== (cycle.edit?.billingDate ?? null);
  if (isMoved || change.contents !== undefined) {
    const kind =
      cycle.edit === undefined ? 'create' : after.edit === undefined ? 'delete' : 'update';
    context.announce({ topic: `subscription_billing_cycle_edits/${kind}`, body });
  }
  return after;
}

/** Removes all changes of these cycles. */
export function deleteEdits(context: Context, cycles: readonly Cycle[]): Cycle[] {
  const { store } = context;
  store.transact((transaction) => {
    for (const { edit } of cycles) {
      if (edit !== undefined) transaction.remove('cycleEdits', edit.id);
    }
  });
  return cycles.map(({ contract, index }) => {
    const after = cycleOf(store, contract, index);
    context.announce({ topic: 'subscription_billing_cycle_edits/delete', body: cycleBody(after) });
    return after;
  });
}

/** The edited cycles of a contract that haven't ended yet. */
export function editedAhead(store: Store, contract: Contract, now: Date): Cycle[] {
  return store.editsByContract
    .get(contract.id)
    .map(({ cycleIndex }) => cycleOf(store, contract, cycleIndex))
    .filter(({ endAt }) => endAt >= now)
    .sort((left, right) => left.index - right.index);
}

/** Refuses to change a contract while a current or coming cycle has edited contents. */
export function checkNoFutureEdits(context: Context, contract: Contract): void {
  const ahead = editedAhead(context.store, contract, context.now());
  if (!ahead.some(({ edit }) => edit?.contents != null)) return;
  const message =
    'Cannot update a subscription contract with a current or upcoming billing cycle contract edit.';
  throw new Refused('HAS_FUTURE_EDITS', message, null);
}
