import { isDeepStrictEqual } from 'node:util';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { ResourceNotFoundError } from '../../platform/admin-graphql.ts';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import { ServiceError } from '../../service-error.ts';
import { customerRow, keepCustomers } from '../../shop/customers.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { awaitLease } from '../../store/lease.ts';
import { leaveFallenDue, scheduleOf } from '../billing/due-cycles.ts';
import { endWithContract } from '../billing/extras.ts';
import { cutoffOf } from './cutoff.ts';
import { getContract, listContractLines } from './documents.ts';
import { findChanges, recordFoundChanges } from './found-changes.ts';
import {
  type ContractTruth,
  cycleWindow,
  type MirroredContract,
  rowsOfContract,
} from './mapping.ts';
import { differs, findMirrored, keepContract, markGone } from './rows.ts';
import { isUsageBased } from './usage.ts';

/** Longer than the platform's slowest answer. After it, the process that holds the lease counts as dead. */
const turnMilliseconds = 120_000;
const longestWait = 20_000;

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

async function askForContract(
  context: ShopContext,
  id: string,
  askedAt: Date,
): Promise<ContractTruth | null> {
  const globalId = globalIdOf('SubscriptionContract', id);
  const { from, to } = cycleWindow(askedAt);
  const answer = await context
    .graphql(getContract, { id: globalId, from: from.toISOString(), to: to.toISOString() })
    .catch((error: unknown) => {
      if (error instanceof ResourceNotFoundError) return null;
      throw error;
    });
  if (answer === null || answer.subscriptionContract === null) return null;
  const { subscriptionContract: contract, subscriptionBillingCycles: cycles } = answer;
  const nodes = await allNodes(contract.lines, async (after) => {
    const more = await context.graphql(listContractLines, { id: globalId, after });
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
  const from = kept.contract.updatedAt;
  if (updatedAt <= from) return null;
  const schedule = await scheduleOf(context);
  const to = status === 'ACTIVE' ? updatedAt : askedAt;
  const reason = 'contract paused' as const;
  return schedule && { shop: context.shop, contract: id, from, to, schedule, reason };
}

/** Reads a contract, and returns what is true with the function that stores it. */
async function compare(
  context: ShopContext,
  id: string,
): Promise<Refreshed & { write: ((database: Database) => Promise<void>) | undefined }> {
  const { database, shop } = context;
  const askedAt = context.now();
  const answer = await askForContract(context, id, askedAt);
  const kept = await findMirrored(database, shop, id);
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
  const plans = answer.contract.lines.nodes.flatMap(({ sellingPlanId }) => sellingPlanId ?? []);
  const truth = rowsOfContract(shop, answer, {
    askedAt,
    kept,
    cutoff: await cutoffOf(context, answer.contract, kept),
    looked: kept?.looked ?? [],
    isUsageBased: kept === null ? await isUsageBased(context, plans) : kept.contract.isUsageBased,
  });
  const pause = await pauseOf(context, kept, truth);
  const found = await findChanges(context, kept, truth);
  return {
    kept,
    truth,
    wasRight: kept !== null && !differs(kept, truth),
    newestKey: answer.contract.billingAttempts.nodes[0]?.idempotencyKey ?? null,
    write: async (at) => {
      await keepContract(at, truth, kept);
      if (['CANCELLED', 'EXPIRED'].includes(truth.contract.status)) {
        await endWithContract({ ...context, database: at }, id);
      }
      if (kept !== null) await recordFoundChanges({ ...context, database: at }, kept, found);
      if (pause !== null) await leaveFallenDue(at, pause);
      const { customer } = answer.contract;
      // An erased customer must not be named again.
      if (customer === null || originalIdOf(customer.id) !== truth.contract.customerId) return;
      const named = customerRow(shop, customer);
      if (!isDeepStrictEqual(kept?.customer, named)) await keepCustomers(at, shop, [customer]);
    },
  };
}

/**
 * Reads a contract from the platform and stores it whole, with its lines, cycles and payment method. Marks a missing one as gone, and ignores a
 * revision older than ours. One process at a time refreshes a contract.
 * @param id the original id
 * @param alsoWrite writes something about it in the same transaction, by the context's database
 * @throws PlatformError, also if a scope is missing; ServiceError `unavailable` if another refresh takes too long, or the shop or its customer was
 *   erased meanwhile: nothing is written then
 */
export async function refreshContract(
  context: ShopContext,
  id: string,
  alsoWrite?: (context: ShopContext, refreshed: Refreshed) => Promise<void>,
): Promise<Refreshed> {
  const { database, shop, wait, deadline } = context;
  const patience = { wait, deadline, longestWait };
  const name = contractLeaseName(shop, id);
  const lease = await awaitLease(database, name, () => turnMilliseconds, patience);
  const unavailable = () =>
    new ServiceError('unavailable', { message: 'This subscription is being read already.' });
  if (lease === null) throw unavailable();
  try {
    const { write, ...refreshed } = await compare(context, id);
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
