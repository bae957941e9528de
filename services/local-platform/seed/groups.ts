import type { Group, Plan, PricingPolicy } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';

export interface PlanSeed {
  name: string;
  interval: Plan['billing']['interval'];
  intervalCount: number;
  /** Percent off from the first order on. */
  percentage: number;
  /** Percent off from the order after this many. */
  afterwards?: { afterCycle: number; percentage: number };
}

function percentPolicy(
  percentage: number,
  afterCycle: number | null,
  createdAt: string,
): PricingPolicy {
  return { afterCycle, adjustmentType: 'PERCENTAGE', percentage, fixedValue: null, createdAt };
}

function planOf(transaction: Transaction, seed: PlanSeed, index: number, createdAt: string): Plan {
  const cycle = { interval: seed.interval, intervalCount: seed.intervalCount };
  return {
    id: transaction.newId(),
    name: seed.name,
    description: null,
    options: [seed.name],
    position: index,
    category: 'SUBSCRIPTION',
    billing: { ...cycle, minCycles: null, maxCycles: null },
    delivery: { ...cycle, cutoff: 0, intent: 'FULFILLMENT_BEGIN', preAnchorBehavior: 'ASAP' },
    reserve: 'ON_FULFILLMENT',
    pricing: [
      ...(seed.percentage > 0 || seed.afterwards
        ? [percentPolicy(seed.percentage, null, createdAt)]
        : []),
      ...(seed.afterwards
        ? [percentPolicy(seed.afterwards.percentage, seed.afterwards.afterCycle, createdAt)]
        : []),
    ],
    createdAt,
  };
}

/** Puts a selling plan group of the app. */
export function putGroup(
  transaction: Transaction,
  seed: {
    name: string;
    merchantCode: string;
    position: number;
    plans: readonly PlanSeed[];
    productIds?: readonly number[];
    variantIds?: readonly number[];
    createdAt: string;
  },
): Group {
  const ascending = (ids: readonly number[] = []) => [...ids].sort((left, right) => left - right);
  const group: Group = {
    id: transaction.newId(),
    appId: null,
    name: seed.name,
    merchantCode: seed.merchantCode,
    description: null,
    options: ['Delivery frequency'],
    position: seed.position,
    plans: seed.plans.map((plan, index) => planOf(transaction, plan, index, seed.createdAt)),
    productIds: ascending(seed.productIds),
    variantIds: ascending(seed.variantIds),
    createdAt: seed.createdAt,
    updatedAt: seed.createdAt,
  };
  transaction.put('groups', group);
  return group;
}
