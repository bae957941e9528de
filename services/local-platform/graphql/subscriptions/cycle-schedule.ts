import { z } from 'zod';
import { type Context, rootFields, timestampOf } from '../context.ts';
import { cycleInput } from './billing-cycles.ts';
import { contractIn, payloadOf, Refused } from './contract-changes.ts';
import { writesContracts } from './contracts.ts';
import { checkOpen, cycleIn, deleteEdits, editCycle, editedAhead } from './cycle-edits.ts';
import { hasOpenAttempt } from './cycles.ts';

const cycleArguments = z.object({ billingCycleInput: cycleInput });
const scheduleArguments = cycleArguments.extend({
  input: z.object({
    billingDate: z.coerce.date().nullish(),
    skip: z.boolean().nullish(),
    reason: z.string(),
  }),
});
const contractArguments = z.object({ contractId: z.string() });

const skips = (skipped: boolean) => (args: unknown, context: Context) =>
  payloadOf(['billingCycle'], () => {
    // These two mutations have one code for all faults.
    const cycle = cycleIn(context, cycleArguments.parse(args).billingCycleInput, () => 'INVALID');
    checkOpen(context.store, cycle);
    return { billingCycle: editCycle(context, cycle, { skipped }) };
  });

function editSchedule(args: unknown, context: Context) {
  return payloadOf(['billingCycle'], () => {
    const { billingCycleInput, input } = scheduleArguments.parse(args);
    const cycle = cycleIn(context, billingCycleInput);
    if (input.billingDate == null && input.skip == null) {
      throw new Refused(
        'EMPTY_BILLING_CYCLE_EDIT_SCHEDULE_INPUT',
        'Billing cycle schedule edit input provided is empty. Must take in parameters to modify schedule.',
        ['input'],
      );
    }
    checkOpen(context.store, cycle, 'INCOMPLETE_BILLING_ATTEMPTS');
    const skipped = input.skip ?? cycle.edit?.skipped ?? false;
    const field = ['input', 'billingDate'];
    if (input.billingDate != null && skipped) {
      throw new Refused(
        'BILLING_DATE_SET_ON_SKIPPED',
        'Billing date cannot be set on skipped billing cycle.',
        field,
      );
    }
    const { billingDate } = input;
    if (billingDate != null && (billingDate < cycle.startAt || billingDate > cycle.endAt)) {
      throw new Refused(
        'OUT_OF_BOUNDS',
        'Billing date of a cycle cannot be set to a value outside of its billing date range.',
        field,
      );
    }
    return {
      billingCycle: editCycle(context, cycle, {
        skipped,
        ...(billingDate != null && { billingDate: timestampOf(billingDate) }),
      }),
    };
  });
}

function checkNotCharged(context: Context, cycles: ReturnType<typeof editedAhead>): void {
  if (cycles.length === 0) {
    throw new Refused(
      'NO_CYCLE_EDITS',
      "There's no contract or schedule edit associated with the targeted billing cycle(s).",
      null,
    );
  }
  if (cycles.some((cycle) => hasOpenAttempt(context.store, cycle))) {
    throw new Refused(
      'INCOMPLETE_BILLING_ATTEMPTS',
      'Billing cycle has incomplete billing attempts in progress.',
      null,
    );
  }
}

export const cycleScheduleMutations = {
  Mutation: rootFields(writesContracts, {
    subscriptionBillingCycleSkip: skips(true),
    subscriptionBillingCycleUnskip: skips(false),
    subscriptionBillingCycleScheduleEdit: editSchedule,
    subscriptionBillingCycleEditDelete: (args, context) =>
      payloadOf(['billingCycles'], () => {
        const cycle = cycleIn(context, cycleArguments.parse(args).billingCycleInput);
        const edited = cycle.edit === undefined ? [] : [cycle];
        checkNotCharged(context, edited);
        return { billingCycles: deleteEdits(context, edited) };
      }),
    subscriptionBillingCycleEditsDelete: (args, context) =>
      payloadOf(['billingCycles'], () => {
        const { contractId } = contractArguments.parse(args);
        const contract = contractIn(context, contractId, 'contractId');
        const edited = editedAhead(context.store, contract, context.now());
        checkNotCharged(context, edited);
        return { billingCycles: deleteEdits(context, edited) };
      }),
  }),
};
