import { GraphQLError } from 'graphql';
import { z } from 'zod';
import type { Contract } from '../../store/records.ts';
import { exactly, pageArguments, paginate, paginateById } from '../connection.ts';
import { type Context, rootFields, timestampOf } from '../context.ts';
import { resourceNotFound } from '../user-errors.ts';
import { contentsFields } from './contents.ts';
import { findContract, ownerFields, readsContracts } from './contracts.ts';
import {
  attemptsOf,
  type Cycle,
  cycleOf,
  indexAt,
  isBilled,
  lastUpcomingIndex,
  selectCycle,
  selectorSchema,
} from './cycles.ts';

export const cycleInput = z.object({
  contractId: z.string(),
  selector: selectorSchema,
});
const oneArguments = z.object({ billingCycleInput: cycleInput });
const listArguments = pageArguments.extend({
  contractId: z.string(),
  billingCyclesDateRangeSelector: z
    .object({ startDate: z.coerce.date(), endDate: z.coerce.date() })
    .nullish(),
  billingCyclesIndexRangeSelector: z
    .object({ startIndex: z.number().int(), endIndex: z.number().int() })
    .nullish(),
});

function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

/** The first and last index that a listing covers. */
function rangeOf(
  context: Context,
  contract: Contract,
  args: z.infer<typeof listArguments>,
): readonly [first: number, last: number] {
  const { store } = context;
  const last = lastUpcomingIndex(store, contract, context.now());
  const dates = args.billingCyclesDateRangeSelector;
  const indexes = args.billingCyclesIndexRangeSelector;
  if (dates != null && indexes != null) throw invalid('Only one range selector can be given');
  if (indexes != null) {
    if (indexes.startIndex > indexes.endIndex || indexes.startIndex < 1) {
      throw invalid('Index range is invalid');
    }
    return [indexes.startIndex, Math.min(indexes.endIndex, last)];
  }
  if (dates == null) return [1, last];
  if (dates.startDate > dates.endDate) throw invalid('Date range is invalid');
  return [
    Math.max(1, indexAt(store, contract, dates.startDate.getTime())),
    Math.min(indexAt(store, contract, dates.endDate.getTime()), last),
  ];
}

function listCycles(args: unknown, context: Context) {
  const parsed = listArguments.parse(args);
  const { store } = context;
  const contract = findContract(context, parsed.contractId);
  if (contract === undefined) throw resourceNotFound(parsed.contractId);
  const [first, last] = rangeOf(context, contract, parsed);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  // A contract can list hundreds of cycles, so compute only the page's.
  const page = paginate(parsed, indexes, (index) => [index, index]);
  const edges = page.edges.map(({ cursor, node }) => ({
    cursor,
    node: cycleOf(store, contract, node),
  }));
  return { edges, nodes: edges.map(({ node }) => node), pageInfo: page.pageInfo };
}

/** The contract with the edited contents of one cycle; null if they aren't edited. */
export function editedContractOf(cycle: Cycle) {
  const contents = cycle.edit?.contents ?? null;
  return contents === null ? null : { ...cycle.contract, ...contents, cycle };
}
type EditedContract = NonNullable<ReturnType<typeof editedContractOf>>;

export const billingCycleResolvers = {
  QueryRoot: rootFields(readsContracts, {
    subscriptionBillingCycle: (args, context) => {
      const { contractId, selector } = oneArguments.parse(args).billingCycleInput;
      const contract = findContract(context, contractId);
      if (contract === undefined) return null;
      const cycle = selectCycle(context.store, contract, selector, context.now());
      return typeof cycle === 'string' ? null : cycle;
    },
    subscriptionBillingCycles: listCycles,
  }),
  SubscriptionBillingCycle: {
    cycleIndex: ({ index }: Cycle) => index,
    cycleStartAt: ({ startAt }: Cycle) => timestampOf(startAt),
    cycleEndAt: ({ endAt }: Cycle) => timestampOf(endAt),
    billingAttemptExpectedDate: ({ expectedAt }: Cycle) => timestampOf(expectedAt),
    skipped: ({ edit }: Cycle) => edit?.skipped ?? false,
    edited: ({ edit }: Cycle) => edit !== undefined,
    editedContract: (cycle: Cycle) => editedContractOf(cycle),
    sourceContract: ({ contract }: Cycle) => contract,
    status: (cycle: Cycle, _: unknown, { store }: Context) =>
      isBilled(store, cycle) ? 'BILLED' : 'UNBILLED',
    billingAttempts: (cycle: Cycle, args: unknown, { store }: Context) =>
      paginateById(args, attemptsOf(store, cycle)),
  },
  SubscriptionBillingCycleEditedContract: {
    ...contentsFields,
    ...ownerFields,
    linesCount: ({ lines }: EditedContract) => exactly(lines.length),
    billingCycles: ({ cycle }: EditedContract, args: unknown) =>
      paginateById(args, [{ ...cycle, id: cycle.index }]),
    updatedAt: ({ cycle, updatedAt }: EditedContract) => cycle.edit?.updatedAt ?? updatedAt,
  },
};
