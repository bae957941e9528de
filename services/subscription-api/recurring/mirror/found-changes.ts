import { dayIn } from '#contract/calendar.ts';
import type { TimelineKind } from '#contract/timeline.ts';
import { isOtherSecret } from '../../encryption.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  addressDetails,
  plansInWords,
  productOfLine,
  quantityInWords,
} from '../timeline/line-words.ts';
import { recordInTimeline, type TimelineEntry, wasRecorded } from '../timeline/timeline.ts';
import type { CycleRow, MirroredContract } from './mapping.ts';
import { listPaidBy } from './rows.ts';

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
 * The lines that bring another product or quantity, or cost another price, that came or went, and a plan that took another's place. No prices are
 * told beside it: it sets those of all lines.
 */
function changesOfLines(kept: MirroredContract, truth: MirroredContract): Found[] {
  const { currencyCode } = truth.contract;
  const isReplaced = kept.lines.some(({ id, planId }) => {
    const after = truth.lines.find((line) => line.id === id)?.planId ?? null;
    return planId !== null && after !== null && after !== planId;
  });
  const [from, to] = [plansInWords(kept.lines), plansInWords(truth.lines)];
  const found: Found[] = isReplaced
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
    const isAsPriced = isReplaced || before.price === after.price;
    if (!isOther && before.quantity === after.quantity && isAsPriced) continue;
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

/** Another payment method, or another card under the same, and one that was removed. */
function changesOfMethod(
  { method: was }: MirroredContract,
  { method: is }: MirroredContract,
): Found[] {
  const wasThere = was !== null && was.revokedAt === null;
  if (is === null || is.revokedAt !== null) return wasThere ? [{ kind: 'method removed' }] : [];
  const isSame =
    wasThere &&
    was.id === is.id &&
    was.lastDigits === is.lastDigits &&
    was.expiryMonth === is.expiryMonth &&
    was.expiryYear === is.expiryYear;
  return isSame ? [] : [{ kind: 'method changed' }];
}

function changesOfAddress(
  { contract: was }: MirroredContract,
  { contract: is }: MirroredContract,
): Found[] {
  if (!isOtherSecret(was.addressHash, is.addressHash)) return [];
  const details = addressDetails(was.deliveryPrice, is.deliveryPrice, is.currencyCode);
  return [{ kind: 'address changed', details }];
}

/**
 * What was changed of a contract since it was read before: the status, lines, plan, payment method, delivery address, skips and dates. Read it before the transaction
 * that stores the contract, since the store's time zone may have to be asked for.
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
    ...changesOfMethod(kept, truth),
    ...changesOfAddress(kept, truth),
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
  { kept, truth }: { kept: MirroredContract; truth: MirroredContract },
  found: readonly Found[],
): Promise<void> {
  const { id, askedAt } = kept.contract;
  for (const entry of found) {
    const { kind, details: { day, subject, from } = {} } = entry;
    // What the line was before tells one change of it from the next.
    const details = subject === undefined ? {} : { subject, from };
    const isOfMethod = kind === 'method changed' || kind === 'method removed';
    // What was told of an address before, the hash that is kept knows.
    const isOfReading = isOfMethod || kind === 'address changed';
    const since = isOfReading ? truth.contract.askedAt : askedAt;
    for (const contract of isOfMethod ? await listPaidAlike(context, kept, truth) : [id]) {
      if (await wasRecorded(context, { contract, kind, day, details, since })) continue;
      await recordInTimeline(context, { ...entry, contract, by: { who: 'elsewhere' } });
    }
  }
}

/** The contract, and those that the same payment method pays: once it is stored for one, nothing is found when the others are read. */
async function listPaidAlike(
  context: ShopContext,
  { contract: { id, paymentMethodId } }: MirroredContract,
  truth: MirroredContract,
): Promise<string[]> {
  if (paymentMethodId === null || paymentMethodId !== truth.contract.paymentMethodId) return [id];
  return await listPaidBy(context, paymentMethodId);
}
