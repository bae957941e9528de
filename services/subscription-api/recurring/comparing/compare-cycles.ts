import { and, eq, inArray } from 'drizzle-orm';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { ServiceError } from '../../service-error.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
} from '../../store/schema.ts';
import { chargeChanged } from '../billing/charge-due.ts';
import { isRefused } from '../billing/refused-shop.ts';
import { type BillingSettings, findBilling } from '../billing/store.ts';
import type { MirroredContract } from '../mirror/mapping.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { causeOf, countRepair } from '../mirror/repairs.ts';
import { findJob, listUnbilled, searchUnbilled, type UnbilledCycle } from './documents.ts';

const minute = 60_000;
/** A look as recent as this saw what changed since the platform's search. */
const lately = 60 * minute;
/** Time for charging what the sweep has found. */
const afterSweep = 30 * minute;
/** We search the store's days before today, because their hour of charging has passed. The platform searches a week at most. */
const daysBack = 6;

/**
 * Reasons of orders that the platform contradicts, since it lists them as neither skipped nor billed, and their contracts as active. Nobody has
 * looked since the reason ended, or what we have as paid isn't. One that failed and has ended since is over for good, whatever its contract does then.
 */
const contradicted = [
  'paid',
  'skipped',
  'contract paused',
  'contract failed',
  'contract gone',
  'no such cycle',
];

/** Also one that we have as not due yet: the platform lists past days alone. */
const isContradicted = (
  { state, reason, nextAt }: Pick<typeof billing.$inferSelect, 'state' | 'reason' | 'nextAt'>,
  now: Date,
) =>
  state !== 'ended' &&
  (contradicted.includes(reason) || (reason === 'not due' && nextAt !== null && nextAt > now));

/** Sends the job that compares the platform's list of unbilled orders with ours, once a day. Call it for a shop that bills. */
export async function beginComparing(context: ShopContext): Promise<void> {
  const { database, jobs, shop, now } = context;
  const startAfter = new Date(now().getTime() + afterSweep);
  const key = now().toISOString().slice(0, 10);
  await jobs.send(database, 'compare-cycles', { shop, search: null }, { startAfter, key });
}

/**
 * Without `search`, has the platform begin a search; with the id of one, compares what it found with our rows. Orders that we can't explain are
 * counted, and their contracts read and looked at again.
 * @throws ServiceError if the platform still searches, or fails; call it again later
 */
export async function compareCycles(context: ShopContext, search: string | null): Promise<void> {
  const { database, jobs, shop, now, logger } = context;
  const settings = await findBilling(database, shop);
  // If a store refuses access, the sweep before this asks it once a day.
  if (settings === null || (await isRefused(context))) return;
  if (search === null) {
    const id = await beginSearch(context);
    if (id === null) return;
    const startAfter = new Date(now().getTime() + minute);
    await jobs.send(database, 'compare-cycles', { shop, search: id }, { startAfter });
    return jobs.wake();
  }
  const { job } = await context.graphql(findJob, { id: search });
  if (job === null) return;
  if (!job.done) throw new ServiceError('unavailable', { message: 'The platform still searches.' });
  const reasons: Record<string, number> = {};
  const unexplained = new Map<string, UnbilledCycle[]>();
  let after: string | null = null;
  do {
    const answer: {
      nodes: UnbilledCycle[];
      pageInfo: { endCursor: string | null; hasNextPage: boolean };
    } = (await context.graphql(listUnbilled, { id: search, after }))
      .subscriptionBillingCycleBulkResults;
    for (const { contract, cycle, reason } of await explain(context, settings, answer.nodes)) {
      reasons[reason ?? 'unexplained'] = (reasons[reason ?? 'unexplained'] ?? 0) + 1;
      if (reason !== null) continue;
      unexplained.set(contract, [...(unexplained.get(contract) ?? []), cycle]);
    }
    after = answer.pageInfo.hasNextPage ? answer.pageInfo.endCursor : null;
  } while (after !== null);
  logger.info({ shop, reasons }, 'the platform’s list of unbilled orders was held against ours');
  for (const [contract, unbilled] of unexplained) {
    await refreshContract(context, contract, async (at, { kept, truth, wasRight }) => {
      // If the mirror had another date, as after a lost webhook, nobody overlooked the order. Other differences excuse nothing.
      const isOverlooked =
        wasRight || kept === null || unbilled.some((cycle) => wasToCharge(kept, cycle));
      const cause = isOverlooked
        ? 'order overlooked'
        : await causeOf(at, contract, { kept, truth });
      await countRepair(at, contract, cause);
      await chargeChanged(at, contract);
    });
  }
  jobs.wake();
}

/** Whether an order was to be charged by what the mirror knew. */
function wasToCharge({ contract, cycles }: MirroredContract, unbilled: UnbilledCycle): boolean {
  if (contract.status !== 'ACTIVE' || contract.goneAt !== null) return false;
  const known = cycles.find(({ cycleIndex }) => cycleIndex === unbilled.cycleIndex);
  if (known === undefined || known.isSkipped || known.isBilled) return false;
  return known.expectedAt.getTime() === unbilled.billingAttemptExpectedDate.getTime();
}

async function beginSearch(context: ShopContext): Promise<string | null> {
  const timeZone = await storeTimeZoneOf(context);
  const today = dayIn(timeZone, context.now());
  const startDate = startOfDay(timeZone, addDays(today, -daysBack)).toISOString();
  // It's a last moment: an order of midnight is today's, and is charged later.
  const endDate = new Date(startOfDay(timeZone, today).getTime() - 1).toISOString();
  const range = { startDate, endDate };
  const { job, userErrors } = (await context.graphql(searchUnbilled, { range }))
    .subscriptionBillingCycleBulkSearch;
  if (job !== null) return job.id;
  const code = userErrors[0]?.code;
  context.logger.error({ shop: context.shop, code }, 'the platform refused to search');
  return null;
}

/** Why each cycle isn't billed, as far as we know; null if we can't explain it. */
async function explain(
  { database, shop, now }: ShopContext,
  settings: BillingSettings,
  unbilled: readonly UnbilledCycle[],
): Promise<{ contract: string; cycle: UnbilledCycle; reason: string | null }[]> {
  const ids = [...new Set(unbilled.map(({ sourceContract }) => originalIdOf(sourceContract.id)))];
  if (ids.length === 0) return [];
  const known = await database
    .select({ id: contracts.id, isUsageBased: contracts.isUsageBased })
    .from(contracts)
    .where(and(eq(contracts.shop, shop), inArray(contracts.id, ids)));
  const looked = await database
    .select({
      contract: billing.contractId,
      cycle: billing.cycleIndex,
      state: billing.state,
      reason: billing.reason,
      nextAt: billing.nextAt,
      changedAt: billing.changedAt,
      orderedAt: billing.orderedAt,
    })
    .from(billing)
    .where(
      and(
        eq(billing.shop, shop),
        inArray(billing.contractId, ids),
        // Leaves out the contracts' history.
        inArray(billing.cycleIndex, [...new Set(unbilled.map(({ cycleIndex }) => cycleIndex))]),
      ),
    );
  const seenBefore = new Date(now().getTime() - lately);
  return unbilled.map((unbilledCycle) => {
    const { cycleIndex, billingAttemptExpectedDate, skipped, sourceContract } = unbilledCycle;
    const contract = originalIdOf(sourceContract.id);
    const row = looked.find((one) => one.contract === contract && one.cycle === cycleIndex);
    const isUsageBased = known.find(({ id }) => id === contract)?.isUsageBased === true;
    const reason = skipped
      ? 'skipped'
      : isUsageBased && !row?.orderedAt
        ? 'usage-based'
        : row !== undefined
          ? row.changedAt < seenBefore && isContradicted(row, now())
            ? null
            : row.state
          : billingAttemptExpectedDate < settings.wentLiveAt
            ? 'before go-live'
            : null;
    return { contract, cycle: unbilledCycle, reason };
  });
}
