import type { platformInProcess } from '#services/local-platform/testing.ts';
import type { Chance } from './chance.ts';
import type { FaultKind } from './faults.ts';

type PlanEvery = ReturnType<typeof platformInProcess>['planEvery'];
type Plan = ReturnType<PlanEvery>;

/** A plan that a vendor sells by usage, and one whose group is gone, so that nobody knows what it was. */
export const usagePlans = { 'usage-based': 900_000_001, 'usage unknown': 900_000_002 } as const;
export type Usage = keyof typeof usagePlans;

const weekdays = [
  { type: 'WEEKDAY', day: 2 },
  { type: 'WEEKDAY', day: 5 },
] as const;
/** Who subscribes too late for an anchor begins with the next one. */
const next = { cutoff: 5, preAnchorBehavior: 'NEXT' };

/**
 * Picks a plan: weekly to quarterly, on a fixed day or two, with a cut-off, prepaid, with an end, discounted by cycle, or by usage. `kinds` names which of
 * these it has.
 */
export function planOf(planEvery: PlanEvery, chance: Chance): { plan: Plan; kinds: FaultKind[] } {
  const plan = chance.oneOf([
    () => planEvery(1, 'WEEK'),
    () => planEvery(2, 'WEEK'),
    () => planEvery(1, 'MONTH'),
    () => planEvery(3, 'MONTH'),
    () => planEvery(1, 'MONTH', { anchors: [{ type: 'MONTHDAY', day: 31 }], cutoff: 3 }),
    // Two orders a week fill the year quickly, so few have them.
    () => planEvery(1, 'WEEK', { anchors: weekdays.slice(0, chance.is(0.3) ? 2 : 1) }),
    () => planEvery(1, 'MONTH', { anchors: [{ type: 'MONTHDAY', day: 15 }], ...next }),
  ])();
  const { billing } = plan;
  if (billing.kind !== 'recurring') return { plan, kinds: [] };
  const kinds: FaultKind[] = billing.anchors.length > 0 ? ['anchored'] : [];
  if (billing.anchors.length > 1) kinds.push('several anchors');
  if (plan.delivery.kind === 'recurring' && plan.delivery.preAnchorBehavior === 'NEXT') {
    kinds.push('next anchor');
  }
  if (chance.is(0.1)) {
    const usage = chance.oneOf(['usage-based', 'usage-based', 'usage unknown'] as const);
    return { plan: { ...plan, id: usagePlans[usage] }, kinds: [...kinds, usage] };
  }
  if (chance.is(0.15)) {
    return {
      plan: { ...plan, billing: { ...billing, maxCycles: 5 } },
      kinds: [...kinds, 'with an end'],
    };
  }
  if (billing.interval === 'MONTH' && chance.is(0.3)) {
    return {
      plan: { ...plan, billing: { ...billing, intervalCount: 3 } },
      kinds: [...kinds, 'prepaid'],
    };
  }
  if (!chance.is(0.3)) return { plan, kinds };
  const discount = {
    adjustmentType: 'PERCENTAGE',
    fixedValue: null,
    createdAt: plan.createdAt,
  } as const;
  const pricing = [
    { ...discount, afterCycle: null, percentage: 10 },
    chance.is(0.5)
      ? { ...discount, afterCycle: 3, percentage: 20 }
      : { ...discount, afterCycle: 1, percentage: 0 },
  ];
  return { plan: { ...plan, pricing }, kinds: [...kinds, 'discounted'] };
}
