import { dayIn } from '#contract/calendar.ts';
import type { TimelineKind } from '#contract/timeline.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { plansInWords, productOfLine, quantityInWords } from '../timeline/line-words.ts';
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
 * The lines that bring another product or quantity, came or went, and a plan that took another's place. A price alone isn't told: billing sets those
 * of the plan's steps, which the mirror doesn't know.
 */
function changesOfLines(kept: MirroredContract, truth: MirroredContract): Found[] {
  const { currencyCode } = truth.contract;
  const isOtherPlan = kept.lines.some(({ id, planId }) => {
    const after = truth.lines.find((line) => line.id === id)?.planId ?? null;
    return planId !== null && after !== null && after !== planId;
  });
  const [from, to] = [plansInWords(kept.lines), plansInWords(truth.lines)];
  const found: Found[] = isOtherPlan
    ? [{ kind: 'plan changed', details: from && to ? { from, to } : {} }]
    : [];
  const none = { quantity: 0 };
  for (const id of new Set([...kept.lines, ...truth.lines].map((line) => line.id))) {
    const was = kept.lines.find((line) => line.id === id);
    const is = truth.lines.find((line) => line.id === id);
    const before = was ?? (is && { ...is, ...none });
    const after = is ?? (was && { ...was, ...none });
    if (before === undefined || after === undefined) continue;
    // It's null once the variant is deleted.
    const isOther = after.variantId !== null && before.variantId !== after.variantId;
    if (!isOther && before.quantity === after.quantity) continue;
    const now = quantityInWords(after, currencyCode);
    found.push({
      kind: 'line changed',
      details: {
        ...{ subject: productOfLine(before), from: quantityInWords(before, currencyCode) },
        to: isOther ? `${productOfLine(after)}, ${now}` : now,
      },
    });
  }
  return found;
}

/**
 * What was changed of a contract since it was read before: the status, lines, plan, skips and dates. Read it before the transaction that stores the contract, since
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
  const found = [
    ...(isOther && kind !== undefined ? [{ kind }] : []),
    ...changesOfLines(kept, truth),
  ];
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
    const { day, subject } = details;
    const ofSubject = subject === undefined ? {} : { subject };
    const told = { contract: id, kind, day, details: ofSubject, since: askedAt };
    if (await wasRecorded(context, told)) continue;
    await recordInTimeline(context, { contract: id, kind, details, by: { who: 'elsewhere' } });
  }
}
