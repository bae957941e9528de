import { z } from 'zod';
import type { Contract } from '../../store/records.ts';
import type { Transaction } from '../../store/store.ts';
import { type Context, rootFields, timestampOf } from '../context.ts';
import type { UserError } from '../user-errors.ts';
import { findContract, writesContracts } from './contracts.ts';
import { contractBody } from './webhook-bodies.ts';

/** A mutation that the platform refuses; thrown before anything is written. */
export class Refused extends Error {
  override name = 'Refused';
  readonly userError: UserError;

  constructor(code: string, message: string, field: readonly string[] | null) {
    super(message);
    this.userError = { code, message, field: field === null ? null : [...field] };
  }
}

/** A mutation's payload; if it's refused, nulls and the user error. */
export function payloadOf<Payload extends object>(
  keys: readonly (keyof Payload & string)[],
  change: () => Payload,
): object {
  try {
    return { ...change(), userErrors: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return {
      ...Object.fromEntries(keys.map((key) => [key, null])),
      userErrors: [error.userError],
    };
  }
}

/** The contract with that global id; refuses an unknown one. */
export function contractIn(
  context: Context,
  id: string,
  field: string,
  code = 'INVALID',
): Contract {
  const contract = findContract(context, id);
  if (contract === undefined) {
    throw new Refused(code, 'Subscription contract does not exist.', [field]);
  }
  return contract;
}

export const isTerminated = ({ status }: Contract) =>
  status === 'CANCELLED' || status === 'EXPIRED';

/** Stores a changed contract with the next revision. */
export function putChanged(
  transaction: Transaction,
  context: Context,
  contract: Contract,
  change: Partial<Contract>,
): Contract {
  const changed = {
    ...contract,
    ...change,
    revisionId: contract.revisionId + 1,
    updatedAt: timestampOf(context.now()),
  };
  transaction.put('contracts', changed);
  return changed;
}

const topicsByStatus = {
  ACTIVE: 'activate',
  PAUSED: 'pause',
  CANCELLED: 'cancel',
  EXPIRED: 'expire',
  FAILED: 'fail',
} as const;

/** Announces a change; a new status also has a topic of its own. */
export function announceChange(context: Context, before: Contract, after: Contract): void {
  const body = contractBody(after);
  if (before.status !== after.status) {
    const topic = `subscription_contracts/${topicsByStatus[after.status]}` as const;
    context.announce({ topic, body });
  }
  context.announce({ topic: 'subscription_contracts/update', body });
}

/** Changes a contract in a transaction of its own, and announces it. */
export function changeContract(
  context: Context,
  contract: Contract,
  change: Partial<Contract>,
): Contract {
  const changed = context.store.transact((transaction) =>
    putChanged(transaction, context, contract, change),
  );
  announceChange(context, contract, changed);
  return changed;
}

const statusArguments = z.object({ subscriptionContractId: z.string() });

const becomes = (status: Contract['status']) => (args: unknown, context: Context) =>
  payloadOf(['contract'], () => {
    const field = 'subscriptionContractId';
    const contract = contractIn(context, statusArguments.parse(args)[field], field);
    if (isTerminated(contract)) {
      throw new Refused(
        'CONTRACT_TERMINATED',
        'Contract status cannot be changed once terminated.',
        [field],
      );
    }
    return {
      contract:
        contract.status === status ? contract : changeContract(context, contract, { status }),
    };
  });

const dateArguments = z.object({ contractId: z.string(), date: z.coerce.date() });

export const contractMutations = {
  Mutation: rootFields(writesContracts, {
    subscriptionContractActivate: becomes('ACTIVE'),
    subscriptionContractPause: becomes('PAUSED'),
    subscriptionContractCancel: becomes('CANCELLED'),
    subscriptionContractExpire: becomes('EXPIRED'),
    subscriptionContractFail: becomes('FAILED'),
    subscriptionContractSetNextBillingDate: (args, context) =>
      payloadOf(['contract'], () => {
        const { contractId, date } = dateArguments.parse(args);
        const contract = contractIn(context, contractId, 'contractId');
        return {
          contract: changeContract(context, contract, { nextBillingDate: timestampOf(date) }),
        };
      }),
  }),
};
