import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { contractStatuses } from '../../store/subscription-records.ts';
import { type Context, rootFields } from '../context.ts';
import { globalId, idArgument, idOf } from '../global-id.ts';
import { resourceNotFound } from '../user-errors.ts';
import { paginateInOrder } from './contents.ts';
import { payloadOf, Refused } from './contract-changes.ts';
import { readsContracts, writesContracts } from './contracts.ts';
import { attemptsOf, type Cycle, cycleOf, indexAt, isBilled } from './cycles.ts';

const day = 86_400_000;
const rememberedSearches = 100;

type Search = {
  /** False until the caller has asked for the job once; until then there are no results. */
  isDone: boolean;
  found: ReadonlyArray<{ contractId: number; index: number }>;
};

/** The searches of each store by their job's number, in memory only. */
const searchesOf = new WeakMap<Store, Map<number, Search>>();

const searchArguments = z.object({
  billingAttemptExpectedDateRange: z.object({
    startDate: z.coerce.date(),
    endDate: z.coerce.date(),
  }),
  filters: z
    .object({
      contractStatus: z.array(z.enum(contractStatuses)).nullish(),
      billingCycleStatus: z.array(z.enum(['BILLED', 'UNBILLED'])).nullish(),
      billingAttemptStatus: z.enum(['ANY', 'HAS_ATTEMPT', 'NO_ATTEMPT']).nullish(),
    })
    .nullish(),
});
type SearchArguments = z.infer<typeof searchArguments>;

function checkRange({ startDate, endDate }: { startDate: Date; endDate: Date }, now: Date): void {
  const refuse = (code: string, message: string, name: string) => {
    throw new Refused(code, message, ['billingAttemptExpectedDateRange', name]);
  };
  if (startDate >= endDate) {
    refuse('START_DATE_BEFORE_END_DATE', 'Start date should be before end date.', 'startDate');
  }
  if (endDate.getTime() - startDate.getTime() > 7 * day) {
    refuse(
      'INVALID_DATE_RANGE',
      "The range between start date and end date shouldn't be more than 1 week.",
      'endDate',
    );
  }
  if (endDate.getTime() > now.getTime() + day) {
    refuse(
      'END_DATE_IN_THE_FUTURE',
      "End date can't be more than 24 hours in the future.",
      'endDate',
    );
  }
}

function matches(store: Store, cycle: Cycle, filters: SearchArguments['filters']): boolean {
  const status = isBilled(store, cycle) ? 'BILLED' : 'UNBILLED';
  if (filters?.billingCycleStatus != null && !filters.billingCycleStatus.includes(status)) {
    return false;
  }
  const wanted = filters?.billingAttemptStatus ?? 'ANY';
  return wanted === 'ANY' || attemptsOf(store, cycle).length > 0 === (wanted === 'HAS_ATTEMPT');
}

function* cyclesIn(store: Store, args: SearchArguments): Generator<Cycle> {
  const { startDate, endDate } = args.billingAttemptExpectedDateRange;
  const statuses = args.filters?.contractStatus;
  for (const contract of store.tables.contracts.all()) {
    if (statuses != null && !statuses.includes(contract.status)) continue;
    const last = indexAt(store, contract, endDate.getTime());
    const first = Math.max(1, indexAt(store, contract, startDate.getTime()));
    for (let index = first; index <= last; index += 1) {
      const cycle = cycleOf(store, contract, index);
      const isDue = cycle.expectedAt >= startDate && cycle.expectedAt <= endDate;
      if (isDue && matches(store, cycle, args.filters)) yield cycle;
    }
  }
}

function search(args: unknown, { store, now }: Context) {
  const parsed = searchArguments.parse(args);
  checkRange(parsed.billingAttemptExpectedDateRange, now());
  const searches = searchesOf.get(store) ?? new Map<number, Search>();
  searchesOf.set(store, searches);
  const id = store.transact((transaction) => transaction.newId());
  const found = [...cyclesIn(store, parsed)].map(({ contract, index }) => ({
    contractId: contract.id,
    index,
  }));
  searches.set(id, { isDone: false, found });
  const [oldest] = searches.keys();
  if (searches.size > rememberedSearches && oldest !== undefined) searches.delete(oldest);
  return { job: { id: globalId('Job', id), done: false } };
}

/** Whether a search is done: not at the first request, but at every later one. */
function askForJob(args: unknown, { store }: Context) {
  const { id } = idArgument.parse(args);
  const known = searchesOf.get(store)?.get(idOf('Job', id) ?? 0);
  if (known === undefined) return null;
  const done = known.isDone;
  known.isDone = true;
  return { id, done, query: {} };
}

function resultsOf(args: unknown, { store }: Context) {
  const { jobId } = z.object({ jobId: z.string() }).parse(args);
  const known = searchesOf.get(store)?.get(idOf('Job', jobId) ?? 0);
  if (known === undefined) throw resourceNotFound(jobId);
  const page = paginateInOrder(args, known.isDone ? known.found : []);
  const edges = page.edges.flatMap(({ cursor, node }) => {
    const contract = store.tables.contracts.get(node.contractId);
    return contract === undefined ? [] : [{ cursor, node: cycleOf(store, contract, node.index) }];
  });
  return { ...page, edges, nodes: edges.map(({ node }) => node) };
}

export const bulkSearchResolvers = {
  QueryRoot: {
    job: (_: unknown, args: unknown, context: Context) => askForJob(args, context),
    ...rootFields(readsContracts, { subscriptionBillingCycleBulkResults: resultsOf }),
  },
  Mutation: rootFields(writesContracts, {
    subscriptionBillingCycleBulkSearch: (args, context) =>
      payloadOf(['job'], () => search(args, context)),
  }),
};
