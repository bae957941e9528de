import { isDeepStrictEqual } from 'node:util';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { fingerprintOf } from '../../encryption.ts';
import { ResourceNotFoundError } from '../../platform/admin-graphql.ts';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import { ServiceError } from '../../service-error.ts';
import { customerRow, followMerge, keepCustomers } from '../../shop/customers.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { awaitLease } from '../../store/lease.ts';
import { leaveFallenDue, scheduleOf } from '../billing/due-cycles.ts';
import { endWithContract } from '../billing/extras.ts';
import { cutoffOf } from './cutoff.ts';
import { type ContractAnswer, getContract, getContracts, listContractLines } from './documents.ts';
import { findChanges, recordFoundChanges } from './found-changes.ts';
import {
  type ContractTruth,
  cycleWindow,
  type MirroredContract,
  rowsOfContract,
} from './mapping.ts';
import {
  differs,
  findMirrored,
  isAsKept,
  type KeptContract,
  keepAsked,
  keepContract,
  listMirrored,
  markGone,
} from './rows.ts';
import { isUsageBased } from './usage.ts';

/** Longer than the platform's slowest answer. After it, the process that holds the lease counts as dead. */
const turnMilliseconds = 120_000;
const longestWait = 20_000;
/** How far our clock and the platform's may differ. */
const clockDifference = 5 * 60_000;

/** The result of a refresh: `kept` is what we had, `truth` what is there now. Either is null if there is none. */
export type Refreshed = {
  kept: MirroredContract | null;
  truth: MirroredContract | null;
  wasRight: boolean;
  /** The idempotency key of the contract's newest attempt; null if there is none, or it is unknown. */
  newestKey: string | null;
  /** The platform answered with an older revision than ours. */
  isOutdated?: boolean;
};

/** The lease for refreshing a contract, by its original id. */
export function contractLeaseName(shop: string, id: string) {
  return { shop, name: `contract ${id}` };
}

const datesFor = (askedAt: Date) => {
  const { from, to } = cycleWindow(askedAt);
  return { from: from.toISOString(), to: to.toISOString() };
};

async function askForContract(
  context: ShopContext,
  id: string,
  askedAt: Date,
): Promise<ContractTruth | null> {
  const named = { id: globalIdOf('SubscriptionContract', id), ...datesFor(askedAt) };
  const answer = await context.graphql(getContract, named).catch((error: unknown) => {
    if (error instanceof ResourceNotFoundError) return null;
    throw error;
  });
  return answer && (await withAllLines(context, answer));
}

async function withAllLines(
  context: ShopContext,
  { subscriptionContract: contract, subscriptionBillingCycles: cycles }: ContractAnswer,
): Promise<ContractTruth | null> {
  if (contract === null) return null;
  const { id } = contract;
  const nodes = await allNodes(contract.lines, async (after) => {
    const more = await context.graphql(listContractLines, { id, after });
    return more.subscriptionContract?.lines ?? noNodes;
  });
  const { pageInfo } = contract.lines;
  return { contract: { ...contract, lines: { nodes, pageInfo } }, cycles: cycles.nodes };
}

/**
 * The period in which a contract was paused, if it has changed since. Nobody may have looked at what fell due then, as while the app was down or
 * billing was stopped. Null if it wasn't paused.
 */
async function pauseOf(
  context: ShopContext,
  kept: MirroredContract | null,
  { contract: { id, status, updatedAt, askedAt } }: MirroredContract,
) {
  if (kept === null || !['PAUSED', 'FAILED'].includes(kept.contract.status)) return null;
  const { updatedAt: from, resumesAt } = kept.contract;
  if (updatedAt <= from) return null;
  const schedule = await scheduleOf(context);
  const seenTo = status === 'ACTIVE' ? updatedAt : askedAt;
  // It ends before the orders of the day until which it was meant, however late it's resumed.
  const isLate = resumesAt !== null && resumesAt.getTime() <= seenTo.getTime() + clockDifference;
  const to = isLate ? new Date(resumesAt.getTime() - 1) : seenTo;
  const reason = 'contract paused' as const;
  return schedule && { shop: context.shop, contract: id, from, to, isLate, schedule, reason };
}

/** What the caller knows of a contract without plans. */
type Known = { isUsageBased: boolean };

/** What the platform answered about a contract, and what we had of it before. */
export type Reading = {
  askedAt: Date;
  answer: ContractTruth | null;
  kept: KeptContract | null;
  /** Set if it is as we have it, so that it needn't be refreshed. */
  found: Refreshed | null;
};

const newestKeyOf = ({ contract }: ContractTruth): string | null =>
  contract.billingAttempts.nodes[0]?.idempotencyKey ?? null;

/** Names where a contract's orders go, which isn't kept itself: the address, or the option of a pick-up. Null where the platform doesn't say. */
function addressHashOf(
  { shop, encryptionKeys }: ShopContext,
  { id, deliveryMethod }: ContractTruth['contract'],
): string | null {
  if (deliveryMethod === null) return null;
  const { __typename: kind, address, pickupOption } = deliveryMethod;
  const parts = Object.entries({ ...address, ...pickupOption });
  const text = JSON.stringify([kind, parts.map(([name, part]) => [name, part ?? '']).sort()]);
  return fingerprintOf(text, encryptionKeys, `${shop} ${id}`);
}

async function truthOf(
  context: ShopContext,
  answer: ContractTruth,
  { askedAt, kept, known }: Pick<Reading, 'askedAt' | 'kept'> & { known?: Known | undefined },
): Promise<MirroredContract> {
  const usage = known ?? kept?.contract;
  const plans = answer.contract.lines.nodes.flatMap(({ sellingPlanId }) => sellingPlanId ?? []);
  return rowsOfContract(context.shop, answer, {
    askedAt,
    kept,
    cutoff: await cutoffOf(context, answer.contract, kept),
    looked: kept?.looked ?? [],
    addressHash: addressHashOf(context, answer.contract),
    isUsageBased: usage === undefined ? await isUsageBased(context, plans) : usage.isUsageBased,
  });
}

/** The customer of an answer, if they are still to be named: an erased one must not be named again. */
function namedIn({ contract: { customer } }: ContractTruth, truth: MirroredContract) {
  const isNamed = customer !== null && originalIdOf(customer.id) === truth.contract.customerId;
  return isNamed ? customer : null;
}

/**
 * Reads several contracts (original ids) by one query, and stores of those that are as we have them that they were read. {@link refreshContract} takes the
 * other readings, unless somebody has stored the contract since.
 * @throws the platform's failure, also where one of them is missing: then they can't be read together
 */
export async function readContracts(
  context: ShopContext,
  ids: readonly string[],
): Promise<Map<string, Reading>> {
  const { database, shop } = context;
  // Before they are asked for: what somebody stores meanwhile is newer than the answer.
  const mirrored = await listMirrored(database, shop, ids);
  const askedAt = context.now();
  const globalIds = ids.map((id) => globalIdOf('SubscriptionContract', id));
  const answers = await context.graphql(...getContracts(globalIds, datesFor(askedAt)));
  const readings = new Map<string, Reading>();
  for (const [index, id] of ids.entries()) {
    const kept = mirrored.get(id) ?? null;
    const told = answers[index];
    const answer = told === undefined ? null : await withAllLines(context, told);
    const found = answer && kept && (await findAsKept(context, answer, { askedAt, kept }));
    readings.set(id, { askedAt, answer, kept, found });
  }
  const asKept = ids.filter((id) => readings.get(id)?.found);
  if (asKept.length > 0) await keepAsked(database, { shop, ids: asKept, askedAt });
  return readings;
}

async function findAsKept(
  context: ShopContext,
  answer: ContractTruth,
  { askedAt, kept }: { askedAt: Date; kept: KeptContract },
): Promise<Refreshed | null> {
  // What waits for an order of an ended contract is looked at each time.
  if (answer.contract.revisionId !== kept.contract.revision || isOver(answer.contract)) return null;
  const truth = await truthOf(context, answer, { askedAt, kept });
  const customer = namedIn(answer, truth);
  const isNamed =
    customer === null || isDeepStrictEqual(kept.customer, customerRow(context.shop, customer));
  if (!isNamed || !isAsKept(kept, truth)) return null;
  return { kept, truth, wasRight: true, newestKey: newestKeyOf(answer) };
}

const isOver = ({ status }: { status: string }) => ['CANCELLED', 'EXPIRED'].includes(status);

/** The reading of a contract, if nobody has stored it since, or else a new one. Call it under the contract's lease. */
async function latestReading(
  context: ShopContext,
  id: string,
  reading: Reading | undefined,
): Promise<Pick<Reading, 'askedAt' | 'answer' | 'kept'>> {
  const find = () => findMirrored(context.database, context.shop, id);
  if (reading?.answer && isDeepStrictEqual(await find(), reading.kept)) return reading;
  const askedAt = context.now();
  const answer = await askForContract(context, id, askedAt);
  return { askedAt, answer, kept: await find() };
}

/** Compares a contract as it is with what we have, and returns what is true with the function that stores it. */
async function compare(
  context: ShopContext,
  id: string,
  reading: Reading | undefined,
  known: Known | undefined,
): Promise<Refreshed & { write: ((database: Database) => Promise<void>) | undefined }> {
  const { shop } = context;
  const { askedAt, answer, kept } = await latestReading(context, id, reading);
  if (answer === null) {
    const wasRight = kept === null || kept.contract.goneAt !== null;
    const write = async (at: Database) => {
      await markGone(at, { shop, id }, askedAt);
      await endWithContract({ ...context, database: at }, id);
    };
    return {
      ...{ kept, truth: null, wasRight, newestKey: null },
      write: wasRight ? undefined : write,
    };
  }
  // The platform may answer with a state of a moment ago.
  if (kept !== null && answer.contract.revisionId < kept.contract.revision) {
    return {
      kept,
      truth: kept,
      wasRight: true,
      newestKey: null,
      isOutdated: true,
      write: undefined,
    };
  }
  const truth = await truthOf(context, answer, { askedAt, kept, known });
  const pause = await pauseOf(context, kept, truth);
  const found = await findChanges(context, kept, truth);
  return {
    kept,
    truth,
    wasRight: kept !== null && !differs(kept, truth),
    newestKey: newestKeyOf(answer),
    write: async (at) => {
      await keepContract(at, truth, kept);
      if (isOver(truth.contract)) {
        await endWithContract({ ...context, database: at }, id);
      }
      if (kept !== null)
        await recordFoundChanges({ ...context, database: at }, { kept, truth }, found);
      if (pause !== null) await leaveFallenDue(at, pause);
      const customer = namedIn(answer, truth);
      if (customer === null) return;
      const named = customerRow(shop, customer);
      if (!isDeepStrictEqual(kept?.customer, named)) await keepCustomers(at, shop, [customer]);
      const former = kept?.contract.customerId ?? named.id;
      // Nothing else gives a contract to another customer.
      if (former !== named.id) await followMerge(at, shop, { from: former, to: named.id });
    },
  };
}

/**
 * Reads a contract from the platform and stores it whole, with its lines, cycles and payment method. Marks a missing one as gone, and ignores a
 * revision older than ours. One process at a time refreshes a contract.
 * @param id the original id
 * @param alsoWrite writes something about it in the same transaction, by the context's database
 * @param reading what was read of it with others a moment ago. It is read anew if somebody has stored it since, or it wasn't there.
 * @param known counts in place of what its plans say, or was kept
 * @throws PlatformError, also if a scope is missing; ServiceError `unavailable` if another refresh takes too long, or the shop or its customer was
 *   erased meanwhile: nothing is written then
 */
export async function refreshContract(
  context: ShopContext,
  id: string,
  alsoWrite?: (context: ShopContext, refreshed: Refreshed) => Promise<void>,
  reading?: Reading,
  known?: Known,
): Promise<Refreshed> {
  const { database, shop, wait, deadline } = context;
  const patience = { wait, deadline, longestWait };
  const name = contractLeaseName(shop, id);
  const lease = await awaitLease(database, name, () => turnMilliseconds, patience);
  const unavailable = () =>
    new ServiceError('unavailable', { message: 'This subscription is being read already.' });
  if (lease === null) throw unavailable();
  try {
    const { write, ...refreshed } = await compare(context, id, reading, known);
    const isOver = await lease.end(async (transaction) => {
      await write?.(transaction);
      await alsoWrite?.({ ...context, database: transaction }, refreshed);
    });
    if (!isOver) throw unavailable();
    return refreshed;
  } finally {
    await lease.end();
  }
}
