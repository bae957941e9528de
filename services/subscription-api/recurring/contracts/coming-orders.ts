import { dayIn } from '#contract/calendar.ts';
import { lastDayForChange } from '#contract/roast-days.ts';
import type { ComingOrder } from '#contract/subscription-contract.ts';
import type { OrderChange } from '#contract/subscription-contract-names.ts';
import { type ChargeSchedule, chargeTimeOf } from '../billing/charge-time.ts';
import { mayBeMade } from '../billing/situation.ts';
import type { AttemptRow, CycleRow as BillingRow } from '../billing/store.ts';
import type { ExtraRow } from '../extras/extras.ts';
import type { MirroredContract } from '../mirror/mapping.ts';
import { explanationOf, outcomeOf } from '../orders/outcome.ts';
import type { KeptPlace } from '../rotation/places.ts';
import { canMoveFollowing } from './move-following.ts';

/** A contract as the mirror has it, and what billing has done about it. */
export type KeptContract = MirroredContract & {
  billing: readonly BillingRow[];
  attempts: readonly AttemptRow[];
  /** One-time additions to its next order. */
  extras: readonly ExtraRow[];
  /** Where its subscriber stands in rotations. */
  places: readonly KeptPlace[];
};

/** When a store charges, by now; `isBilling` says whether it does. */
export type StoreNow = {
  schedule: ChargeSchedule;
  now: Date;
  isBilling: boolean;
  /** Orders that fell due before aren't ours to charge. */
  since: Date;
};

const open: readonly AttemptRow['state'][] = ['begun', 'pending', 'challenged'];

/** The latest attempt at a cycle; undefined where there is none. */
export const latestAttemptAt = <Row extends Pick<AttemptRow, 'cycleIndex'>>(
  { attempts }: { attempts: readonly Row[] },
  cycle: number,
): Row | undefined => attempts.filter(({ cycleIndex }) => cycleIndex === cycle).at(-1);

export const isOver = ({
  contract: { status, goneAt },
}: {
  contract: Pick<MirroredContract['contract'], 'status' | 'goneAt'>;
}) => goneAt !== null || status === 'CANCELLED' || status === 'EXPIRED';

/** Everything that the coming orders are worked out from. */
export type Ordered = {
  cycles: readonly Pick<
    KeptContract['cycles'][number],
    'cycleIndex' | 'expectedAt' | 'isSkipped' | 'isBilled'
  >[];
  billing: readonly Pick<BillingRow, 'cycleIndex' | 'expectedAt' | 'state' | 'reason'>[];
  attempts: readonly Pick<AttemptRow, 'cycleIndex' | 'state' | 'errorCode'>[];
  contract: Pick<
    KeptContract['contract'],
    | 'status'
    | 'goneAt'
    | 'isUsageBased'
    | 'originOrderId'
    | 'maxCycles'
    | 'billingInterval'
    | 'billingIntervalCount'
    | 'deliveryInterval'
    | 'deliveryIntervalCount'
    | 'anchors'
    | 'cutoff'
  >;
};

/** A contract's next order, as both the list and its page say it; null where none is foreseen. */
export const nextOf = (orders: readonly ComingOrder[]): ComingOrder | null =>
  orders.find(({ outcome }) => outcome === 'upcoming') ?? null;

/** The questions about the next order. */
const ofNextAlone: readonly OrderChange[] = ['bill', 'move following'];

/** The cut-off of an order of `day`. One of the day itself is none, because the charge comes first. */
function cutoffFor(
  { anchors, cutoff }: Pick<KeptContract['contract'], 'anchors' | 'cutoff'>,
  day: string,
  today: string,
): ComingOrder['cutoff'] {
  const last = lastDayForChange({ anchors: anchors ?? [], cutoff }, day);
  return last === null || last >= day ? null : { day: last, isOver: last < today };
}

/** How many orders of a contract were paid, with the one that it began with. */
export const paidOrdersOf = ({
  attempts,
  contract,
}: {
  attempts: readonly Pick<AttemptRow, 'state'>[];
  contract: Pick<KeptContract['contract'], 'originOrderId'>;
}): number =>
  attempts.filter(({ state }) => state === 'paid').length +
  (contract.originOrderId === null ? 0 : 1);

/** The orders of a contract that are to come, or have fallen due and aren't over, the earliest first. */
export function comingOrders(
  kept: Ordered,
  { schedule, now, since, isBilling }: StoreNow,
): ComingOrder[] {
  const { contract, cycles, billing } = kept;
  if (isOver(kept)) return [];
  const isForeseen = contract.status === 'ACTIVE' && contract.isUsageBased !== true;
  const ahead: OrderChange[] = [
    'skip',
    'move',
    ...(canMoveFollowing(contract) ? (['move following'] as const) : []),
    ...(isBilling ? (['bill'] as const) : []),
  ];
  const today = dayIn(schedule.timeZone, now);
  const mirrored = cycles.filter(({ isBilled }) => !isBilled);
  const unmirrored = billing.filter(
    ({ cycleIndex }) => !cycles.some((cycle) => cycle.cycleIndex === cycleIndex),
  );
  const all = [
    ...mirrored,
    ...unmirrored.map(({ cycleIndex, expectedAt }) => ({
      ...{ cycleIndex, expectedAt },
      isSkipped: false,
    })),
  ].sort((one, other) => one.expectedAt.getTime() - other.expectedAt.getTime());
  const orders = all.flatMap(({ cycleIndex, expectedAt, isSkipped }): ComingOrder[] => {
    const isByUse = contract.isUsageBased === true;
    // An order by use is charged when its customer was told.
    const chargeAt = isByUse ? expectedAt : chargeTimeOf(expectedAt, schedule);
    const isAhead = chargeAt > now;
    const row = billing.find((one) => one.cycleIndex === cycleIndex);
    const order = (
      standing: Pick<ComingOrder, 'outcome' | 'explanation'>,
      changes: OrderChange[],
    ) => ({
      cycle: cycleIndex,
      day: dayIn(schedule.timeZone, expectedAt),
      chargedFrom: chargeAt.toISOString(),
      cutoff: cutoffFor(contract, dayIn(schedule.timeZone, expectedAt), today),
      ...standing,
      holds: [],
      changes,
    });
    if (isSkipped) {
      if (!isAhead || isByUse) return [];
      const happened = 'It’s skipped, so nothing is charged.';
      return [order({ outcome: 'left', explanation: { happened, whatToDo: null } }, ['unskip'])];
    }
    if (row === undefined) {
      if (!isForeseen || expectedAt < since) return [];
      return [order({ outcome: 'upcoming', explanation: null }, isAhead ? ahead : [])];
    }
    const { state, reason } = row;
    // It isn't left anymore, and is looked at again in a moment.
    if (state === 'left' && isForeseen && isAhead) {
      return [order({ outcome: 'upcoming', explanation: null }, [])];
    }
    if (state !== 'open' && state !== 'listed') return [];
    const made = kept.attempts.filter(mayBeMade);
    const attempt = latestAttemptAt({ attempts: made }, cycleIndex) ?? null;
    const outcome = outcomeOf({ state, reason, attempt });
    if (outcome === 'upcoming' && contract.status !== 'ACTIVE') return [];
    const isUntouched = outcome === 'upcoming' && isAhead && attempt === null;
    return [
      order(
        { outcome, explanation: explanationOf({ state, reason, attempt }) },
        isUntouched && isForeseen ? ahead : [],
      ),
    ];
  });
  // Shopify goes on listing cycles beyond the plan's last order.
  let left = (contract.maxCycles ?? Number.POSITIVE_INFINITY) - paidOrdersOf(kept);
  const next = orders.find(({ outcome }) => outcome === 'upcoming');
  return orders
    .filter(({ outcome }) => {
      if (outcome === 'left') return true;
      left -= 1;
      return outcome !== 'upcoming' || left >= 0;
    })
    .map((order) => {
      if (order === next) {
        // Today's is charged today as it is, and none moves past a skipped one.
        const canHasten =
          order.day > today &&
          !orders.some(({ outcome, day }) => outcome === 'left' && day < order.day);
        return canHasten
          ? order
          : { ...order, changes: order.changes.filter((change) => change !== 'bill') };
      }
      // The platform takes no order before the one that is next.
      return { ...order, changes: order.changes.filter((change) => !ofNextAlone.includes(change)) };
    });
}

/** Whether nobody knows yet what becomes of an attempt at a cycle. */
export function isBeingCharged(kept: KeptContract, cycle: number): boolean {
  const latest = latestAttemptAt(kept, cycle);
  return latest !== undefined && open.includes(latest.state) && mayBeMade(latest);
}
