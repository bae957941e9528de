import { useCallback, useMemo, useState } from 'react';
import type { SellingPlan } from '#contract/selling-plan.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { readOnlyPlansOf } from './read-only-plans.ts';

export type ReadOnlyState = {
  plans: SellingPlan[];
  /** Those of them that stay. */
  kept: SellingPlan[];
  removedIds: ReadonlySet<string>;
  onRemovedChange: (id: string, removed: boolean) => void;
};

/** The read-only plans beside the form's options, and which of them the merchant removed. */
export function useReadOnlyPlans(
  opened: SellingPlanGroup | undefined,
  target: SellingPlanGroup | undefined,
): ReadOnlyState {
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  const onRemovedChange = useCallback((id: string, removed: boolean) => {
    setRemovedIds((before) => {
      const after = new Set(before);
      if (removed) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const plans = useMemo(() => {
    const options = new Set(opened?.recurringPolicies.map(({ id }) => id));
    return readOnlyPlansOf(target).filter(({ id }) => !options.has(id));
  }, [opened, target]);
  return useMemo(() => {
    const kept = plans.filter(({ id }) => !removedIds.has(id));
    return { plans, kept, removedIds, onRemovedChange };
  }, [plans, removedIds, onRemovedChange]);
}
