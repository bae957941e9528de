import { dayIn } from '#contract/calendar.ts';
import type { TimelineKind } from '#contract/timeline.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { recordInTimeline, type TimelineEntry, wasRecorded } from '../timeline/timeline.ts';
import type { CycleRow, MirroredContract } from './mapping.ts';

const kindsOfStatus: Readonly<Record<string, TimelineKind>> = {
  ACTIVE: 'resumed',
  PAUSED: 'paused',
  CANCELLED: 'canceled',
  EXPIRED: 'expired',
  FAILED: 'marked failed',
};

/** A change of the policy moves all dates at once. Those aren't told one by one. */
const mostMoved = 2;

type Found = Pick<TimelineEntry, 'kind' | 'details'>;

type Changed = { before: CycleRow; after: CycleRow };

/** The cycles that were skipped, unskipped or moved. */
function changedCycles(kept: MirroredContract, truth: MirroredContract): Changed[] {
  const cycles = new Map(kept.cycles.map((cycle) => [cycle.cycleIndex, cycle]));
  return truth.cycles.flatMap((after) => {
    const before = cycles.get(after.cycleIndex);
    if (before === undefined) return [];
    // Nothing is charged on the usual days of a usage-based contract, and an order tells of its own move.
    const isMoved =
      truth.contract.isUsageBased !== true &&
      before.expectedAt.getTime() !== after.expectedAt.getTime();
    return isMoved || before.isSkipped !== after.isSkipped ? [{ before, after }] : [];
  });
}

function changesOfCycles(changed: readonly Changed[], timeZone: string): Found[] {
  const found: Found[] = [];
  const moved: Found[] = [];
  for (const { before, after } of changed) {
    const day = dayIn(timeZone, before.expectedAt);
    if (before.isSkipped !== after.isSkipped) {
      found.push({ kind: after.isSkipped ? 'skipped' : 'unskipped', details: { day } });
    }
    const newDay = dayIn(timeZone, after.expectedAt);
    if (newDay !== day) moved.push({ kind: 'moved', details: { day, newDay } });
  }
  return moved.length > mostMoved ? found : [...found, ...moved];
}

/**
 * What was changed of a contract since it was read before: the status, skips and dates. Read it before the transaction that stores the contract, since
 * the store's time zone may have to be asked for.
 */
export async function findChanges(
  context: ShopContext,
  kept: MirroredContract | null,
  truth: MirroredContract,
): Promise<Found[]> {
  if (kept === null) return [];
  const kind = kindsOfStatus[truth.contract.status];
  const isOther = kept.contract.status !== truth.contract.status;
  const found = isOther && kind !== undefined ? [{ kind }] : [];
  const changed = changedCycles(kept, truth);
  if (changed.length === 0) return found;
  return [...found, ...changesOfCycles(changed, await shownTimeZoneOf(context))];
}

/**
 * Tells changes in the timeline that nobody here has told since the contract was read before: another app made them, the customer, or the platform.
 * Call it in the transaction that stores the contract.
 */
export async function recordFoundChanges(
  context: ShopContext,
  { contract: { id, askedAt } }: MirroredContract,
  found: readonly Found[],
): Promise<void> {
  for (const { kind, details = {} } of found) {
    const told = { contract: id, kind, day: details.day, since: askedAt };
    if (await wasRecorded(context, told)) continue;
    await recordInTimeline(context, { contract: id, kind, details, by: { who: 'elsewhere' } });
  }
}
