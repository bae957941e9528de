import { addDays, dayIn } from '#contract/calendar.ts';
import { globalIdOf } from '#contract/global-id.ts';
import { type Anchor, intervalSchema } from '#contract/selling-plan.ts';
import type { UserError } from '../../platform/user-errors.ts';
import type { ShopContext } from '../../shop-context.ts';
import { skipCycle } from '../billing/documents.ts';
import type { MirroredContract } from '../mirror/mapping.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { byDraft } from './by-draft.ts';
import { moveCycle, unskipCycle, updateDraft } from './documents.ts';

/** Why the platform refuses a change; `isHalfDone` if it has done a part of it. */
export type Refusal = UserError & { isHalfDone?: boolean };

type Policies = Pick<
  MirroredContract['contract'],
  | 'billingInterval'
  | 'billingIntervalCount'
  | 'deliveryInterval'
  | 'deliveryIntervalCount'
  | 'anchors'
>;

/**
 * Whether all following orders can be moved at once, which takes a fixed day of the week, month or year. The platform works out by itself in which of
 * several weeks it begins, so only what comes each time is moved. One that comes on several days of a week would come on one alone.
 */
export function canMoveFollowing(policies: Policies): boolean {
  const { billingInterval, billingIntervalCount, deliveryInterval, deliveryIntervalCount } =
    policies;
  return (
    billingInterval !== 'DAY' &&
    billingIntervalCount === 1 &&
    deliveryInterval === billingInterval &&
    deliveryIntervalCount === 1 &&
    (policies.anchors ?? []).length <= 1
  );
}

/** How far ahead orders are known, with some days to spare. */
const farthest = 40;

export const farthestDay = (today: string): string => addDays(today, farthest);

function anchorOf(interval: string, day: string): Anchor {
  const at = new Date(`${day}T00:00:00Z`);
  const common = { day: at.getUTCDate(), month: null, cutoffDay: null };
  if (interval === 'WEEK') return { ...common, type: 'WEEKDAY', day: at.getUTCDay() || 7 };
  if (interval === 'MONTH') return { ...common, type: 'MONTHDAY' };
  return { ...common, type: 'YEARDAY', month: at.getUTCMonth() + 1 };
}

/** The orders ahead that are to be charged, by the store's days. */
const openDays = ({ cycles }: Pick<MirroredContract, 'cycles'>, timeZone: string, now: Date) =>
  cycles
    .filter(({ isBilled, isSkipped, expectedAt }) => !isBilled && !isSkipped && expectedAt > now)
    .map(({ expectedAt }) => dayIn(timeZone, expectedAt))
    .sort();

/** Whether the next order is on that day and those after it follow from it, as far as they are known. */
export function doFollow(
  kept: Pick<MirroredContract, 'contract' | 'cycles'>,
  day: string,
  { timeZone, now }: { timeZone: string; now: Date },
): boolean {
  const days = openDays(kept, timeZone, now);
  const anchor = anchorOf(kept.contract.billingInterval, day);
  const isLast = (one: string) => addDays(one, 1).endsWith('-01');
  // One alone may have been moved by itself.
  return (
    days.length > 1 &&
    days[0] === day &&
    days.every((one) => {
      const found = anchorOf(kept.contract.billingInterval, one);
      if (found.month !== anchor.month) return false;
      return found.day === anchor.day || (anchor.day > found.day && isLast(one));
    })
  );
}

/**
 * Gives a contract a fixed day, from the platform's next one on, and skips the orders that the platform places before the day that is wanted. An order
 * that was moved by itself before, which the platform leaves there, is moved to that `date`. May be repeated.
 * @returns why the platform refuses it; empty where it doesn't. half done if it has the fixed day by then
 */
export async function moveFollowing(
  context: ShopContext,
  { contract }: MirroredContract,
  { cycle, day, date }: { cycle: number; day: string; date: Date },
  timeZone: string,
): Promise<Refusal[]> {
  const { graphql } = context;
  const { minCycles, maxCycles } = contract;
  const id = globalIdOf('SubscriptionContract', contract.id);
  const interval = intervalSchema.parse(contract.billingInterval);
  const policy = { interval, intervalCount: 1, anchors: [anchorOf(interval, day)] };
  const input = { billingPolicy: { ...policy, minCycles, maxCycles }, deliveryPolicy: policy };
  const refused = await byDraft(context, id, async (draft) => {
    return (await graphql(updateDraft, { draft, input })).change.userErrors;
  });
  if (refused.length > 0) return refused;
  const { truth } = await refreshContract(context, contract.id);
  const ahead = (truth?.cycles ?? []).filter(
    ({ cycleIndex, isBilled, expectedAt }) =>
      !isBilled && (expectedAt > context.now() || cycleIndex === cycle),
  );
  const halfDone = (refusals: UserError[]) =>
    refusals.map((error) => ({ ...error, isHalfDone: true }));
  const isWanted = ({ expectedAt }: { expectedAt: Date }) => dayIn(timeZone, expectedAt) === day;
  const own = ahead.find(({ cycleIndex }) => cycleIndex === cycle);
  if (!ahead.some(isWanted) && own?.isEdited) {
    const to = { index: cycle, date: date.toISOString(), reason: 'MERCHANT_INITIATED' } as const;
    const { userErrors } = (await graphql(moveCycle, { id, ...to })).change;
    if (userErrors.length > 0) return halfDone(userErrors);
    own.expectedAt = date;
  }
  // If no order is on that day, the platform works out other days than expected. They stay as they are, and are shown.
  if (!ahead.some(isWanted)) return [];
  for (const { cycleIndex: index, expectedAt, isSkipped } of ahead) {
    const on = dayIn(timeZone, expectedAt);
    if (on > day || isSkipped === on < day) continue;
    const change = on < day ? skipCycle : unskipCycle;
    const { userErrors } = (await graphql(change, { id, index })).change;
    if (userErrors.length > 0) return halfDone(userErrors);
  }
  return [];
}
